import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A prompt of more bytes than this no model reads, and the step's outputs could not carry it. */
const maxBytes = 512 * 1024;

/**
 * Reads a text file that lies inside the workspace, also after links are followed. Throws an Error whose message says
 * in a few words why it cannot be used.
 */
export function readWorkspaceFile(workspace: string, path: string): string {
  const root = realpathSync(workspace);
  const real = resolveExisting(resolve(root, path));
  if (!isInside(root, real)) throw new Error("it is outside the workspace");
  const stats = statSync(real);
  if (!stats.isFile()) throw new Error("it is not a file");
  if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KiB`);
  const bytes = readFileSync(real);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error("it is not UTF-8 text", { cause: error });
  }
}

/**
 * Where a file that is to be written really lies, links followed. Throws an Error whose message says in a few words why
 * it may not be written there.
 */
export function resolveForWriting(workspace: string, path: string): string {
  const root = realpathSync(workspace);
  const target = resolve(root, path);
  // What does not exist yet cannot be a link: only the part that does has to be looked at.
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  const real = join(realpathSync(existing), relative(existing, target));
  if (!isInside(root, real)) throw new Error("it is outside the workspace");
  if (existsSync(real) && !statSync(real).isFile()) throw new Error("it is not a file");
  if (relative(root, real).split(sep)[0] === ".git") throw new Error("it is inside .git");
  if (basename(real) === "") throw new Error("it names no file");
  return real;
}

/** Writes a text file inside the workspace, with the folders it needs. Throws what keeps it from being written. */
export function writeWorkspaceFile(workspace: string, path: string, text: string): void {
  const real = resolveForWriting(workspace, path);
  mkdirSync(dirname(real), { recursive: true });
  writeFileSync(real, text);
}

function resolveExisting(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new Error("there is no such file; check the path and that actions/checkout ran before", {
      cause: error,
    });
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
