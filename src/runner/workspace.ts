import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** A longer prompt fits neither into a model nor into the outputs of a step, which may have 1 MiB. */
const maxPromptBytes = 512 * 1024;

/** Reads a UTF-8 file of the workspace. Throws like `resolveInWorkspace`. */
export function readWorkspaceFile(workspace: string, path: string): string {
  const real = resolveInWorkspace(workspace, path);
  const stats = statSync(real, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new Error("there is no such file; check the path and that actions/checkout ran before");
  }
  if (stats.size > maxPromptBytes) {
    throw new Error(`it is larger than ${maxPromptBytes / 1024} KiB`);
  }
  const bytes = readFileSync(real);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error("it is not UTF-8 text", { cause: error });
  }
}

/** Writes a text file of the workspace, with its folders. Throws when it cannot be written. */
export function writeWorkspaceFile(workspace: string, path: string, text: string): void {
  const real = resolveInWorkspace(workspace, path);
  mkdirSync(dirname(real), { recursive: true });
  writeFileSync(real, text);
}

/**
 * The real path, links followed, of a file that is there or may be written. Throws an Error whose message says in a few
 * words why it may be neither read nor written.
 */
function resolveInWorkspace(workspace: string, path: string): string {
  const root = realpathSync(workspace);
  const target = resolve(root, path);
  let existing = target;
  let real: string;
  try {
    // Only the part of the path that exists can hold links. A link without a target exists, too.
    while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
      existing = dirname(existing);
    }
    real = join(realpathSync(existing), relative(existing, target));
  } catch (error) {
    throw new Error("a part of it is no folder, or a link to a missing target", { cause: error });
  }
  if (!real.startsWith(root + sep)) {
    throw new Error("it is outside the workspace");
  }
  // actions/checkout may keep a token there. `.GIT` is the same folder on macOS and Windows.
  if (relative(root, real).toLowerCase().split(sep).includes(".git")) {
    throw new Error("it is inside .git");
  }
  if (statSync(real, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Error("it is not a file");
  }
  return real;
}
