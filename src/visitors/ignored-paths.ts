import { pathFilter } from "../github/path-patterns.ts";

/**
 * Whether a path matches the patterns of `ignore-paths`. The paths of pages begin with `/`, so a pattern that begins
 * with neither `/` nor `*` is read as if `/` stood before it, behind the `!` of an exclusion.
 */
export function ignoredPaths(patterns: readonly string[]): (path: string) => boolean {
  return pathFilter(patterns.map((pattern) => pattern.replace(/^(!?)(?![!/*])/, "$1/")));
}
