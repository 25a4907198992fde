/** At either end. */
const quote = /^["'`“”‘’«»]+|["'`“”‘’«»]+$/g;
/** A line of a file with variables, as in `KEY=mint_…` or `key: mint_…`. What ends in `=` may be Base64. */
const name = /^(?!mint_)[\w.-]+(?:=(?=[^=])|:\s*(?=mint_))/i;
/** What nobody sees, and white space that is no space, tab or line break. */
const unseen = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[\t\n\r\x20]]/gv;

const flaws = [
  [unseen, "has an invisible character in it"],
  [/\s/, "has white space in it"],
  [quote, "is in quotes"],
  [name, "begins with a name, as NAME=VALUE does"],
  [/\*{3}/, "is shown with stars, not whole"],
] as const;

/** What is wrong with a secret that was saved with more than itself, as a part of a sentence; missing where nothing is. */
export function flawOf(secret: string): string | undefined {
  return flaws.find(([pattern]) => secret.search(pattern) >= 0)?.[1];
}

/** The secret alone, without what it was saved with: this is what must be masked. */
export function bareSecret(secret: string): string {
  return secret.replace(unseen, "").replace(name, "").replace(quote, "").trim();
}
