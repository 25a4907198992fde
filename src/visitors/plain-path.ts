/** At most 100 characters, none of which needs quotes in a command. */
const plainPath = /^\/[A-Za-z0-9/_.-]{0,99}$/;

/**
 * True for a path that a command may name. Strangers choose paths, and a person who copies a command posts it under
 * their own name. `//` and `..` are out because they lead to another address than they show.
 */
export function isPlainPath(path: string): boolean {
  return plainPath.test(path) && !path.includes("//") && !path.split("/").includes("..");
}
