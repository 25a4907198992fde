/** The parts of a pull request's address. */
export type PullRequestLink = {
  /** Such as `https://github.com`. */
  origin: string;
  owner: string;
  repo: string;
  number: number;
};

/** Reads the address of a pull request on any GitHub; `undefined` for every other address. */
export function parsePullRequestLink(address: string): PullRequestLink | undefined {
  const match = /^(https?:\/\/[^/?#]+)\/([\w.-]+)\/([\w.-]+)\/pull\/([1-9]\d{0,9})\/?$/.exec(address);
  if (match === null) return undefined;
  const [, origin = "", owner = "", repo = "", number] = match;
  // Dots alone would change the path of a request.
  if (/^\.+$/.test(owner) || /^\.+$/.test(repo)) return undefined;
  return { origin, owner, repo, number: Number(number) };
}
