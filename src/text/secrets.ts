const quote = /^["'`“”‘’«»]+|["'`“”‘’«»]+$/g;
/** A line of a file with variables, as in `KEY=mint_…`. What ends in `=` may be Base64. */
const name = /^(?!mint_)\w+=(?=[^=])/i;
const unseen = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[\t\n\r\x20]]/gv;

/** What is wrong with a secret that was saved with more than itself, as a part of a sentence; missing where nothing is. */
export function flawOf(secret: string): string | undefined {
  if (secret.search(unseen) >= 0) return "has an invisible character in it";
  if (/\s/.test(secret)) return "has white space in it";
  if (secret.search(quote) >= 0) return "is in quotes";
  return name.test(secret) ? "begins with a name and =" : undefined;
}

/** The secret alone, without what it was saved with: this is what must be masked. */
export function bareSecret(secret: string): string {
  return secret.replace(unseen, "").replace(name, "").replace(quote, "").trim();
}
