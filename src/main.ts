/** The oldest major version of Node.js that has what the action uses; the runner's is newer. */
const oldestMajor = 20;

if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
  const text = `Docs Agent needs Node.js ${oldestMajor} or newer, and this is ${process.versions.node}. Update the runner.`;
  process.stdout.write(`::error title=Docs Agent%3A Node.js too old::${text}\n`);
  process.exit(1);
}
// A file of its own, because an older Node.js does not even parse it.
const { runProcess } = await import("./process.ts");
await runProcess();
