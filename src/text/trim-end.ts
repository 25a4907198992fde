/**
 * The text without these characters at its end. The pattern `/[characters]+$/` would do the same, but searches a long
 * run that does not reach the end again from each of its characters, which takes quadratic time.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
