import { visibleCharacters } from "./characters.ts";

/** Text as people see it. */
export function withoutInvisible(text: string): string {
  return visibleCharacters(text).replace(/<!--[\s\S]*?(?:-->|$(?![\s\S]))/g, "");
}
