/** Shorter texts are no secrets. */
const leastLength = 8;

/**
 * Makes a function that masks secrets with `***`, as they are and with any of their characters percent-encoded. It must
 * come before a text is escaped or cut: Markdown writes some characters as entities, and half a secret is not found.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Longest first, as one secret may begin with another.
  const spelled = secrets
    .filter((secret) => secret.length >= leastLength)
    .sort((a, b) => b.length - a.length)
    .map((secret) => Array.from(secret, anySpelling).join(""));
  if (spelled.length === 0) {
    return (text) => text;
  }
  const pattern = new RegExp(spelled.join("|"), "g");
  return (text) => text.replace(pattern, "***");
}

/** A pattern for one character: as it is, or percent-encoded with letters of either case. */
function anySpelling(character: string): string {
  const encoded = Buffer.from(character).toString("hex").replace(/../g, "%$&");
  // A spelling that stood here twice would be tried twice for each character, so that the time doubles with each.
  const spellings = new Set([character.replace(/\W/, "\\$&"), encoded, encoded.toUpperCase()]);
  return `(?:${[...spellings].join("|")})`;
}
