import type { ChangedFile } from "../../github/client.ts";
import { stripHiddenContext, stripHiddenPatch } from "../../text/hidden-text.ts";
import { plural, shortenMiddle, trimEndOf } from "../../text/words.ts";
import { type FileKind, fileKind } from "./file-kind.ts";

/** The changed files of a comparison, as far as they go with a prompt. */
export type DiffContext = {
  /** Those that `diff-paths` leaves. */
  files: readonly ChangedFile[];
  /** How many files changed in all. */
  total: number;
  /** False when GitHub did not list all of them. */
  complete: boolean;
};

// All lengths are in characters.
const maxName = 300;
/** The share of the room that the list of names may take where the patches need the rest. */
const namesShare = 0.25;
/** Patches are not cut below this: shorter ones say too little. */
const leastPatch = 800;
/** Room for the folders of the files that are not named one by one. */
const foldersRoom = 1000;
/** Room for the first line of the list, and for the line that says that GitHub's list is cut. */
const headRoom = 400;
/** Room for the last line of a patch that is cut. */
const cutNoteRoom = 40;

const newline = "\n".charCodeAt(0);
const kinds: readonly FileKind[] = ["source", "test", "generated"];
const letters: Readonly<Record<string, string>> = { added: "A", removed: "D", renamed: "R", copied: "C" };

/**
 * The names of the changed files and then their patches, within `room` characters. Source files come first, then tests,
 * then generated files, which are named without a patch.
 */
export function renderDiff({ files, total, complete }: DiffContext, room: number): string[] {
  const byKind = Map.groupBy(files, fileKind);
  const [sources = [], tests = [], generated = []] = kinds.map((kind) => byKind.get(kind));
  const listRoom = room - headRoom;
  const patchesLength = sum([...sources, ...tests].map(wholeLength));
  const namesRoom = Math.max(listRoom * namesShare, listRoom - patchesLength);
  const names = renderNames([...sources, ...tests, ...generated], namesRoom);
  const patchesRoom = listRoom - lengthOf(names);
  const ofSources = renderPatches(sources, patchesRoom);
  const ofTests = renderPatches(tests, patchesRoom - lengthOf(ofSources));
  const patches = [...ofSources, ...ofTests];
  const matching = files.length === total ? "" : ` of ${total} match diff-paths`;
  const shown = patches.length === 0 ? "" : `; ${patches.length} of them with a patch below`;
  return [
    `Changed files (A added, M modified, D deleted, R renamed, C copied): ${files.length}${matching}${shown}`,
    ...names,
    ...(complete ? [] : ["(GitHub's list is cut: more files changed)"]),
    ...patches,
  ];
}

/** A line for each file. Where not all of them fit, the last line says in which folders the others are. */
function renderNames(files: readonly ChangedFile[], room: number): string[] {
  const all = takeWhole(files, nameLine, room);
  if (all.length === files.length) return all;
  const named = takeWhole(files, nameLine, room - foldersRoom);
  return [...named, unnamedFiles(files.slice(named.length))];
}

function nameLine({ status, path, previousPath }: ChangedFile): string {
  const was = previousPath === undefined ? "" : `${cleanName(previousPath)} -> `;
  return `${letters[status] ?? "M"} ${was}${cleanName(path)}`;
}

function unnamedFiles(files: readonly ChangedFile[]): string {
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  const largest = [...folders].sort(([, a], [, b]) => b.length - a.length);
  const inFolder = ([folder, { length }]: (typeof largest)[number]) =>
    `${length} in ${cleanName(folder) || "the root"}, `;
  const shown = takeWhole(largest, inFolder, foldersRoom - 50);
  const list = `${shown.join("")}${shown.length < largest.length ? "…" : ""}`.replace(/, $/, "");
  return `(and ${plural(files.length, "more file")}: ${list})`;
}

function cleanName(path: string): string {
  return shortenMiddle(stripHiddenContext(path).replace(/\s+/g, " ").trim(), maxName);
}

/**
 * The patches of these files in their order, until the room is used. All are cut to the same length, which lets all of
 * them fit if that is not too short.
 */
function renderPatches(files: readonly ChangedFile[], room: number): string[] {
  const cap = Math.max(leastPatch, fairShare(files.map(wholeLength), room));
  const patches: string[] = [];
  let left = room;
  for (const file of files) {
    if (file.patch === "") continue;
    // The rest of the room is too short for this patch, so it stays empty.
    if (left < Math.min(leastPatch, wholeLength(file))) break;
    const patch = renderPatch(file, Math.min(cap, left));
    if (patch === undefined) continue;
    patches.push(patch);
    left -= patch.length + 1;
  }
  return patches;
}

/** The cap at which all of these texts fit the room; infinite when none has to be cut. */
function fairShare(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = left / (lengths.length - index);
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** What a file's patch takes if it is not cut, or a bit more; nothing for a file without a patch. */
function wholeLength({ path, patch }: ChangedFile): number {
  return patch === "" ? 0 : lengthOf([patchTitle(path.slice(0, maxName)), patch]);
}

/** A patch within `room` characters, cut between two lines. Missing when no changed line fits. */
function renderPatch({ path, patch }: ChangedFile, room: number): string | undefined {
  const title = patchTitle(cleanName(path));
  // Only this part is read, because a patch can have megabytes.
  const part = patch.length <= room ? patch : patch.slice(0, Math.max(0, patch.lastIndexOf("\n", room)));
  const lines = cleanLines(part);
  if (part === patch && lengthOf([title, ...lines]) <= room) return [title, ...lines].join("\n");
  const kept = takeWhole(lines, (line) => line, room - lengthOf([title]) - cutNoteRoom);
  // The head of a hunk alone says nothing.
  if (!kept.some((line) => /^[-+]/.test(line))) return undefined;
  const count = lines.length - kept.length + countLines(patch, part.length + 1);
  return [title, ...kept, `(${plural(count, "more line")} of this patch)`].join("\n");
}

function patchTitle(name: string): string {
  return `Patch of ${name}:`;
}

/** The lines of a patch without hidden characters. Each starts as the lines of a patch do, so none looks like ours. */
function cleanLines(patch: string): string[] {
  return trimEndOf(stripHiddenPatch(patch), "\n")
    .split("\n")
    .map((line) => (/^(?:[-+ @\\]|$)/.test(line) ? line : ` ${line}`));
}

/** How many lines begin at `start` or behind it. A line break at the end of the text begins none. */
function countLines(text: string, start: number): number {
  let count = start < text.length ? 1 : 0;
  for (let at = start; at < text.length - 1; at++) if (text.charCodeAt(at) === newline) count++;
  return count;
}

/** The lines of the first items that fit, none of them cut. Items behind them are not looked at. */
function takeWhole<T>(items: readonly T[], toLine: (item: T) => string, room: number): string[] {
  const lines: string[] = [];
  let left = room;
  for (const item of items) {
    const line = toLine(item);
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

/** The length of these lines with their line breaks. */
function lengthOf(lines: readonly string[]): number {
  return sum(lines.map((line) => line.length + 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
