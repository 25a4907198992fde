import { startOf } from "../text/words.ts";

// What anyone may have written is cut where it is read, so that nobody decides how much is to be looked at.

/** The most characters of a title, a name or a login. Only the title of a commit may have more. */
const maxName = 1000;
/** The most characters that GitHub accepts in a comment or a description. */
export const maxBody = 65_536;

/** A title, a name or a login, cut to a thousand characters. */
export function cutName(text: string): string {
  return startOf(text, maxName);
}

/** A comment or a description, cut to what GitHub accepts. */
export function cutBody(text: string): string {
  return startOf(text, maxBody);
}
