import { cutName } from "./lengths.ts";

/** The login of an account; missing when it is gone. */
export function loginOf(account: { login: string } | null | undefined): string | undefined {
  return account == null ? undefined : cutName(account.login);
}

/** True for logins that differ only in the case of ASCII letters. `toLowerCase` would also turn a Kelvin sign into a k. */
export function isSameLogin(a: string, b: string): boolean {
  return lowerAscii(a) === lowerAscii(b);
}

/** The app of the service's agent. It opens pull requests and deploys previews. */
export const agentLogin = "mintlify[bot]";

/**
 * The login of a person, or of a GitHub App with its `[bot]`. Those of managed users have a `_` and end in a short code. Who
 * writes `none` means nobody, as in other inputs, and not the account of that name: it is refused, as empty says that here.
 */
export const loginPattern = /^(?!none$)[a-z\d][\w-]{0,99}(\[bot\])?$/i;

/**
 * The login of a person that `@` and it mention in a comment. `undefined` for nobody, for bots, and for any other text,
 * which could show more than a mention. Logins have at most 39 characters; those of managed users have a `_` in them.
 */
export function mentionableLogin(login: string | undefined, isBot: boolean): string | undefined {
  const isPerson = !isBot && /^[\w-]{1,39}$/.test(login ?? "");
  return isPerson ? login : undefined;
}

/** True for the login of a GitHub App. */
export function isBotLogin(login: string): boolean {
  return lowerAscii(login).endsWith("[bot]");
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
