import * as z from "zod/mini";
import { day } from "../../dates.ts";
import type { Report } from "../report-model.ts";

/** How many notes a report keeps, the newest: a marker must not fill its comment. */
const maxNotes = 20;
/** In days: how long a page that `nextPrompt` has named is not named again. */
const restDays = 28;

/** What the comment of a report remembers: its period, and which pages `nextPrompt` named. Times are in epoch ms. */
export const memorySchema = z.object({
  from: z.number(),
  to: z.number(),
  notes: z.array(
    z.object({
      // The page's joined name.
      page: z.string(),
      // The end of the period whose report named it.
      last: z.number(),
    }),
  ),
});
export type Memory = z.infer<typeof memorySchema>;
type Note = Memory["notes"][number];

/** The memory of the first report. */
export const noMemory: Memory = { from: 0, to: 0, notes: [] };

/** True for a page that `nextPrompt` named in a report of the last days before this one. */
export function isResting({ memory, periods }: Pick<Report, "memory" | "periods">, page: string): boolean {
  const { to } = periods.current;
  const isRecent = ({ last }: Note) => to > last && to - last < restDays * day;
  return memory?.notes.some((note) => note.page === page && isRecent(note)) ?? false;
}

/** What the comment of this report remembers. `prompted` is the page that `nextPrompt` names. */
export function remember({ periods, memory }: Report, prompted: string | undefined): Memory {
  const { from, to } = periods.current;
  const earlier = (memory?.notes ?? []).filter(
    ({ page, last }) => page !== prompted && to - last < restDays * day,
  );
  const notes = prompted === undefined ? earlier : [{ page: prompted, last: to }, ...earlier];
  return { from, to, notes: notes.sort((a, b) => b.last - a.last).slice(0, maxNotes) };
}
