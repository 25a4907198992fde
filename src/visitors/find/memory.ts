import * as z from "zod/mini";
import { day } from "../../dates.ts";

/** How many pages a report remembers, the newest: a marker must not fill its comment. */
const maxPages = 20;
/** In days: for so long a page that `nextPrompt` named is no row. */
export const restDays = 90;
/** In days: for so long its numbers are told. */
export const toldDays = 28;

/** The pages that `nextPrompt` named: each with its name, and when the report was written, in epoch ms. */
export const memorySchema = z.array(z.object({ page: z.string(), at: z.number() }));
export type Memory = z.infer<typeof memorySchema>;

/** What several comments of one issue remember together, the newest first: each page once. */
export function joinMemories(memories: readonly Memory[]): Memory {
  const newestFirst = memories.flat().sort((a, b) => b.at - a.at);
  const known = new Set<string>();
  return newestFirst.filter(({ page }) => {
    const isNew = !known.has(page);
    known.add(page);
    return isNew;
  });
}

/** The pages that reports before this one named in the last so many days. */
export function namedPages(memory: Memory, periodEnd: number, days: number): Memory {
  // A report of the same period, written again, names its page again.
  return memory.filter(({ at }) => at < periodEnd && periodEnd - at < days * day);
}

/** What the comment of this report remembers. `prompted` is the page that its `nextPrompt` names. */
export function remember(memory: Memory, prompted: string | undefined, now: number): Memory {
  const named = prompted === undefined ? [] : [{ page: prompted, at: now }];
  const recent = memory.filter(({ at }) => now - at < restDays * day);
  return joinMemories([named, recent]).slice(0, maxPages);
}
