import type { RichTextPart } from "../text/rich-text.ts";
import type { Repository } from "./client.ts";

/** The parts of a pull request's address; `origin` is that of a GitHub, such as `https://github.com`. */
export type PullRequestLink = Repository & { origin: string; number: number };

/** Reads the address of a pull request on any GitHub; `undefined` for every other address. */
export function parsePullRequestLink(address: string): PullRequestLink | undefined {
  const match = /^(https?:\/\/[^/?#]+)\/([\w.-]+)\/([\w.-]+)\/pull\/([1-9]\d{0,9})\/?$/.exec(
    address,
  );
  // A name of dots alone would change the path of a request.
  if (match === null || /\/\.+\//.test(address)) {
    return undefined;
  }
  const [, origin = "", owner = "", repo = "", number] = match;
  return {
    origin,
    owner,
    repo,
    number: Number(number),
  };
}

/** Reads the address of a pull request on this GitHub, whose web address is `serverUrl`; `undefined` for all others. */
export function pullRequestOn(serverUrl: string, address: string): PullRequestLink | undefined {
  const link = parsePullRequestLink(address);
  return link?.origin === new URL(serverUrl).origin ? link : undefined;
}

/** The same for a pull request of this repository (`owner/repo`) alone. */
export function pullRequestIn(
  { serverUrl, repository }: { serverUrl: string; repository: string },
  address: string,
): PullRequestLink | undefined {
  const link = pullRequestOn(serverUrl, address);
  const isIn = `${link?.owner}/${link?.repo}`.toLowerCase() === repository.toLowerCase();
  return isIn ? link : undefined;
}

/**
 * A pull request's address as people name it, `owner/repo#7`. The host comes first where it is not github.com, so that
 * no other place looks like GitHub. Any other address stays as it is.
 */
export function pullRequestLabel(address: string): string {
  const link = parsePullRequestLink(address);
  if (link === undefined) {
    return address;
  }
  const host = link.origin.replace(/^https?:\/\//, "");
  return `${host === "github.com" ? "" : `${host}/`}${link.owner}/${link.repo}#${link.number}`;
}

/** An address in a message: in Markdown a link, if it is an http(s) URL, that shows a pull request by its name. */
export function url(address: string): RichTextPart {
  return { url: address, label: pullRequestLabel(address) };
}
