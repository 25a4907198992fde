/** True for logins that differ in the case of ASCII letters alone. Unicode has other characters that lower to ASCII. */
export function isSameLogin(a: string, b: string): boolean {
  return lowerAscii(a) === lowerAscii(b);
}

/** True for the login of a GitHub App. */
export function isBotLogin(login: string): boolean {
  return lowerAscii(login).endsWith("[bot]");
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
