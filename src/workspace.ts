import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
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
  // A checkout may keep a token there, and a link leads there too.
  if (isInGit(root, real)) throw new Error("it is inside .git");
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
  // What does not exist yet cannot be a link: only the part that does has to be looked at. A link to nowhere exists.
  let existing = target;
  while (!isThere(existing)) existing = dirname(existing);
  const real = join(realOf(existing), relative(existing, target));
  if (!isInside(root, real)) throw new Error("it is outside the workspace");
  if (isThere(real) && !statSync(real).isFile()) throw new Error("it is not a file");
  if (isInGit(root, real)) throw new Error("it is inside .git");
  if (basename(real) === "") throw new Error("it names no file");
  return real;
}

/** Writes a text file inside the workspace, with the folders it needs. Throws what keeps it from being written. */
export function writeWorkspaceFile(workspace: string, path: string, text: string): void {
  const real = resolveForWriting(workspace, path);
  mkdirSync(dirname(real), { recursive: true });
  writeFileSync(real, text);
}

/** True for whatever a path names, also a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new Error("a part of the path is not a folder", { cause: error });
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new Error("it is a link that leads nowhere", { cause: error });
  }
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

/** A file system that ignores case finds .git under .GIT too. */
function isInGit(root: string, path: string): boolean {
  return relative(root, path).toLowerCase().split(sep).includes(".git");
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
