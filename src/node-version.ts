/** The oldest Node.js that has every function that the action calls; `URL.parse` is the newest of them. */
export const oldestNode = { major: 22, minor: 1 };

/**
 * Ends the process with one line that says so where Node.js is older. An entry calls this before it imports anything
 * else, because an old Node.js may not even parse the rest, and would print a stack trace.
 */
export function requireNode(): void {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return;
  const what = `Docs Agent cannot run on this runner's Node.js ${version}, which lacks functions that the action calls.`;
  const advice = `Update the runner to one with Node.js 24; the oldest that works is ${oldestNode.major}.${oldestNode.minor}.`;
  process.stdout.write(`::error title=Docs Agent%3A Node.js too old::${what} ${advice}\n`);
  process.exit(1);
}
