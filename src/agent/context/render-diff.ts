import type { ChangedFile } from "../../github/client.ts";
import { stripHiddenContext, stripHiddenPatch } from "../../text/hidden-text.ts";
import { shortenMiddle } from "../../text/shorten.ts";
import { trimEndOf } from "../../text/trim-end.ts";
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

/** In characters. A name of a file, a part of the room for names, and what is too little to understand a patch. */
const maxName = 300;
const namesShare = 0.25;
const leastPatch = 800;
/** The folders of files that the list leaves out. */
const foldersRoom = 1000;
/** How often the room is shared out among files of one kind. */
const maxRounds = 10;
/** What the sentences around names and patches take. */
const sentences = 400;

const letters: Readonly<Record<string, string>> = { added: "A", removed: "D", renamed: "R", copied: "C" };
const kinds: readonly FileKind[] = ["source", "test", "generated"];

/** A changed file. Its name is made when it is asked for: of a hundred thousand files, a few hundred are shown. */
class Entry {
  readonly kind: FileKind;
  readonly path: string;
  /** As GitHub gave it. */
  readonly patch: string;
  readonly #file: ChangedFile;
  #name: string | undefined;

  constructor(file: ChangedFile) {
    this.#file = file;
    this.kind = fileKind(file);
    this.path = file.path;
    this.patch = file.patch;
  }

  get name(): string {
    this.#name ??= cleanName(this.path);
    return this.#name;
  }

  /** Its line in the list of names. */
  get title(): string {
    const { previousPath, status } = this.#file;
    const was = previousPath === undefined ? "" : `${cleanName(previousPath)} -> `;
    return `${letters[status] ?? "M"} ${was}${this.name}`;
  }
}

/**
 * The names of the changed files and their patches within `room` characters, the most telling first. Every patch is cut
 * to a share of the room, so that no large one takes that of the others, and between two lines.
 */
export function renderDiff({ files, total, complete }: DiffContext, room: number): string[] {
  const all = files.map((file) => new Entry(file));
  const entries = kinds.flatMap((kind) => all.filter((entry) => entry.kind === kind));
  const left = room - sentences;
  const withPatch = entries.filter(({ kind, patch }) => kind !== "generated" && patch !== "");
  const patchesLength = sum(withPatch.map(roughLength));
  const namesRoom = Math.max(left * namesShare, left - patchesLength);
  const titles = takeWhole(entries, ({ title }) => title, namesRoom);
  const allFit = titles.length === entries.length;
  const names = allFit ? titles : takeWhole(titles, (title) => title, namesRoom - foldersRoom);
  const unnamed = unnamedFiles(entries.slice(names.length));
  const patches = renderPatches(entries, left - sum([...names, ...unnamed].map(lengthOfLine)));
  const matching = files.length === total ? "" : ` of ${total} match diff-paths`;
  const shown = patches.length === 0 ? "" : `; ${patches.length} of them with a patch below`;
  return [
    `Changed files (A added, M modified, D deleted, R renamed, C copied): ${files.length}${matching}${shown}`,
    ...names,
    ...unnamed,
    ...(complete ? [] : ["(GitHub's list is cut: more files changed)"]),
    ...patches,
  ];
}

/** How many files the list leaves out, and in which folders most of them are. */
function unnamedFiles(entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { path } of entries) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a);
  // Each with its separator.
  const shown = takeWhole(
    largest,
    ([folder, count]) => `${count} in ${cleanName(folder) || "the root"}, `,
    foldersRoom - 50,
  );
  const more = shown.length < largest.length ? "…" : "";
  const folders = `${shown.join("")}${more}`.replace(/, $/, "");
  return [`(and ${entries.length} more ${entries.length === 1 ? "file" : "files"}: ${folders})`];
}

function cleanName(path: string): string {
  return shortenMiddle(stripHiddenContext(path).replace(/\s+/g, " ").trim(), maxName);
}

/** The patches that fit, those of the most telling files first, each with a line that names its file. */
function renderPatches(entries: readonly Entry[], room: number): string[] {
  const shown = new Map<Entry, string>();
  let left = room;
  for (const kind of kinds.filter((one) => one !== "generated")) {
    let open = entries.filter((entry) => entry.kind === kind && entry.patch !== "");
    // A patch of which no line fits leaves its share to files that got none.
    for (let round = 0; round < maxRounds && open.length > 0; round++) {
      const chosen = choose(open, left);
      for (const [index, entry] of chosen.entries()) {
        const text = cutPatch(entry, left / (chosen.length - index));
        if (text === undefined) continue;
        shown.set(entry, text);
        left -= lengthOfLine(text);
      }
      const tried = new Set(chosen);
      open = open.filter((entry) => !tried.has(entry));
    }
  }
  return entries.flatMap((entry) => shown.get(entry) ?? []);
}

/**
 * The files whose patches get a share of the room, the shortest first. Where not all of them fit, the shortest, which
 * fit whole, and the longest, which change most, are taken in turn.
 */
function choose(entries: readonly Entry[], room: number): Entry[] {
  const byLength = entries.toSorted((a, b) => a.patch.length - b.patch.length);
  let shortest = 0;
  let longest = byLength.length;
  let left = room;
  for (let turn = 0; shortest < longest; turn++) {
    const entry = byLength[turn % 2 === 0 ? shortest : longest - 1];
    left -= entry === undefined ? 0 : Math.min(leastPatch, roughLength(entry));
    if (left < 0) break;
    if (turn % 2 === 0) shortest++;
    else longest--;
  }
  return [...byLength.slice(0, shortest), ...byLength.slice(longest)];
}

/** What the whole patch takes, but for what is hidden in it. */
function roughLength({ name, patch }: Entry): number {
  return lengthOfLine(patchTitle(name)) + lengthOfLine(patch);
}

/** A patch within `room` characters, cut between two lines; missing when no line fits. */
function cutPatch({ name, patch }: Entry, room: number): string | undefined {
  const { lines, left } = cleanPatch(patch, 4 * room);
  const whole = [patchTitle(name), ...lines].join("\n");
  if (left === 0 && lengthOfLine(whole) <= room) return whole;
  const end = (count: number) => `(${count} more ${count === 1 ? "line" : "lines"} of this patch)`;
  const own = lengthOfLine(patchTitle(name)) + lengthOfLine(end(lines.length + left));
  const kept = takeWhole(lines, (line) => line, room - own);
  // The head of a hunk alone says nothing.
  if (!kept.some((line) => /^[-+]/.test(line))) return undefined;
  return [patchTitle(name), ...kept, end(lines.length - kept.length + left)].join("\n");
}

function patchTitle(name: string): string {
  return `Patch of ${name}:`;
}

/**
 * The lines of a patch without hidden characters. They cannot be taken for the headings here, because each starts as the
 * lines of a patch do. Of a patch of more than `max` characters the rest is only counted: how many lines are `left`.
 */
function cleanPatch(patch: string, max: number): { lines: string[]; left: number } {
  const isWhole = patch.length <= max;
  const part = isWhole ? patch : patch.slice(0, Math.max(0, patch.lastIndexOf("\n", max)));
  const lines = trimEndOf(stripHiddenPatch(part), "\n")
    .split("\n")
    .map((line) => (/^(?:[-+ @\\]|$)/.test(line) ? line : ` ${line}`));
  return { lines, left: isWhole ? 0 : countLines(patch, part.length + 1) };
}

/** How many lines begin at `start` or behind it. */
function countLines(text: string, start: number): number {
  let count = 0;
  for (let at = start; at !== 0 && at < text.length; at = text.indexOf("\n", at) + 1) count++;
  return count;
}

/** The lines of the first items that fit, none of them cut. Items behind them are not looked at. */
function takeWhole<T>(items: readonly T[], toLine: (item: T) => string, room: number): string[] {
  const lines: string[] = [];
  let left = room;
  for (const item of items) {
    const line = toLine(item);
    left -= lengthOfLine(line);
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

/** With its line break. */
function lengthOfLine(text: string): number {
  return text.length + 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
