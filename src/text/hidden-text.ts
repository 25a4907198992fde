import { stripInvisibleCharacters } from "./characters.ts";
import { scanLines } from "./line-scanner.ts";

/** The first bytes of every comment of this action. A text that contains it is never a command, and it is never sent. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/**
 * A prompt as people see it: without HTML comments, unless they are in code, and without invisible characters. The
 * comments go first, out of the text as it came, so no character that goes afterwards can end a comment or begin code.
 */
export function stripHidden(text: string): string {
  return stripCharacters(removeHidden(text, false));
}

/** Like `stripHidden`, for text that anybody may have written: comments in code go, too. */
export function stripHiddenContext(text: string): string {
  return stripCharacters(removeHidden(text, true));
}

/** Like `stripHidden`, for text that GitHub shows as it is, such as a patch: comments stay. */
export function stripHiddenPatch(text: string): string {
  return stripCharacters(text);
}

function removeHidden(text: string, hidesInCode: boolean): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of scanLines(text, hidesInCode).hidden) {
    if (start > from) kept.push(text.slice(from, start));
    from = Math.max(from, end);
  }
  kept.push(text.slice(from));
  return kept.join("");
}

function stripCharacters(text: string): string {
  let visible = stripInvisibleCharacters(text.replace(/^\ufeff/, ""));
  // What forms at a seam was visible and stays, except for our own marker.
  while (visible.includes(ownMarker)) visible = visible.replaceAll(ownMarker, "");
  return visible;
}
