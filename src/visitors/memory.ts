import * as z from "zod/mini";
import { day } from "../dates.ts";
import type { NextKind, Report, VisitorData } from "./report-model.ts";

/** How many notes a report keeps, the newest: a marker must not fill its comment. */
const maxNotes = 20;
/** In characters; strangers choose paths, and a longer one is not remembered. */
const longestPage = 200;
/** In days: how long a page that `nextPrompt` has named is not named again, and one that nobody changed not shown again. */
const restDays = { prompt: 28, unchanged: 90 } as const;

/** What the comment of a report remembers: its period, and notes of what it said. Times are in epoch ms. */
export const memorySchema = z.object({
  from: z.number(),
  to: z.number(),
  notes: z.array(
    z.object({
      // A row of “What to document next”, or a page that `nextPrompt` named.
      kind: z.enum(["rated-down", "examples-reported", "asked-unanswered", "unchanged", "prompt"]),
      // The page's joined name.
      page: z.string(),
      // The start of the first period that had the row without a break, and the end of the last.
      since: z.number(),
      last: z.number(),
    }),
  ),
});
export type Memory = z.infer<typeof memorySchema>;
type Note = Memory["notes"][number];

/** The memory of the first report. */
export const noMemory: Memory = { from: 0, to: 0, notes: [] };

type Known = Pick<Report, "memory" | "periods">;

/** In how many periods in a row, this one included, a page has had a row of this kind; undefined for a row that is new. */
export function timesInRow({ memory, periods }: Known, kind: NextKind, page: string): number | undefined {
  const { current, unit } = periods;
  const note = lastRow(memory, kind, page);
  // A month has 30.44 days on average.
  const length = unit === "month" ? 30.44 * day : current.to - current.from;
  const times = note === undefined ? 1 : Math.round((current.from - note.since) / length) + 1;
  return times > 1 ? times : undefined;
}

function lastRow(memory: Memory | undefined, kind: string, page: string): Note | undefined {
  return memory?.notes.find((note) => note.kind === kind && note.page === page && note.last === memory.to);
}

/** True for a row that the last report had, too. */
export function isOld(row: object): boolean {
  return "nth" in row && row.nth !== undefined;
}

/** True for a page that a report of the last days before this one has named in this way. */
export function isResting({ memory, periods }: Known, kind: keyof typeof restDays, page: string): boolean {
  const { to } = periods.current;
  const isRecent = ({ last }: Note) => to > last && to - last < restDays[kind] * day;
  return memory?.notes.some((note) => note.kind === kind && note.page === page && isRecent(note)) ?? false;
}

/** Whether the signal of a row was not read: nobody knows whether it has ended. Undefined if in part, or not asked for. */
function isUnread({ kind }: Note, { signals, current }: VisitorData): boolean | undefined {
  const signal = kind === "asked-unanswered" ? "questions" : "feedback";
  const gaps = signals.missing.filter(({ what }) => what === signal);
  if (gaps.some(({ why }) => why !== "malformed")) return true;
  // A page with a row may be among those that were not read.
  return gaps.length === 0 && signals[signal] !== undefined && current.complete ? false : undefined;
}

/** The pages that had a row in the last report and have none now: it has ended or, if `unread`, nobody knows. */
export function absentPages({ data, next, memory, findings }: Report, unread: boolean): { path: string }[] {
  const isRow = ({ kind, last }: Note) => kind !== "prompt" && kind !== "unchanged" && last === memory?.to;
  const isShown = ({ page }: Note) => next.some((row) => "page" in row && row.page === page);
  const notes = memory?.notes.filter((note) => isRow(note) && !isShown(note)) ?? [];
  // A page that fell, moved or is gone is told as that.
  const moved = unread ? [] : findings.pages.flatMap(({ path, from = path }) => [path, from]);
  const pages = notes.filter((note) => isUnread(note, data) === unread).map(({ page }) => page);
  return [...new Set(pages)].flatMap((path) => (moved.includes(path) ? [] : [{ path }]));
}

/** What the comment of this report remembers. `prompted` is the page that `nextPrompt` names. */
export function remember({ periods, data, next, memory }: Report, prompted: string | undefined): Memory {
  const { from, to } = periods.current;
  const now: Note[] = [
    ...next.flatMap((row): Note[] => {
      if (!("page" in row)) return [];
      const { kind, page } = row;
      return [{ kind, page, since: Math.min(from, lastRow(memory, kind, page)?.since ?? from), last: to }];
    }),
    ...(prompted === undefined ? [] : [{ kind: "prompt", page: prompted, since: from, last: to } as const]),
  ];
  const earlier = (memory?.notes ?? []).flatMap((note): Note[] => {
    const { kind, page, last } = note;
    if (now.some((one) => one.kind === kind && one.page === page)) return [];
    if (kind === "prompt" || kind === "unchanged") return to - last < restDays[kind] * day ? [note] : [];
    // A signal that was not read ends no row.
    return last === memory?.to && isUnread(note, data) ? [{ ...note, last: to }] : [];
  });
  const notes = [...now, ...earlier].filter(({ page }) => page.length <= longestPage);
  return { from, to, notes: notes.sort((a, b) => b.last - a.last).slice(0, maxNotes) };
}
