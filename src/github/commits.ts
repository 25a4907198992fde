/** True for the name of a commit, in SHA-1 or SHA-256. */
export function isCommit(name: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
}
