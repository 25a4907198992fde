import type { Entry, EntryFacts, Judged, Verdict } from "../../src/agent/ledger.ts";
import type { LedgerPlace } from "../../src/agent/ledger-text.ts";

/** A commit that people can tell from others by its digit. */
export const commit = (digit: string) => digit.repeat(40);
export const [a, b, c, d] = ["a", "b", "c", "d"].map(commit) as [string, string, string, string];
const day = 86_400_000;
/** 16 November 2026, 09:00 UTC. */
export const now = Date.UTC(2026, 10, 16, 9);
export const pullLink = (number: number) => `https://github.com/acme/site/pull/${number}`;

/** The entry of a run a week ago, whose job opened #41. */
export function entryOf(more: Partial<Entry> = {}): Entry {
  return {
    ...{ id: 1, base: a, head: b, branch: "default", commits: 4, since: now - 14 * day },
    ...{ runId: "100", attempt: 1, step: "one", at: now - 7 * day, phase: "ended", jobId: "job_1" },
    pull: { link: pullLink(41), state: "open", at: now - 7 * day },
    ...{ again: [], repeats: false },
    ...more,
  };
}

export function judged(
  verdict: Verdict,
  more: Partial<Entry> = {},
  facts: EntryFacts = {},
): Judged {
  return { entry: entryOf(more), facts, verdict };
}

export const place: LedgerPlace = {
  sourceUrl: undefined,
  ...{ serverUrl: "https://github.com", repository: "acme/site" },
  workflow: "Document the merges",
  workflowUrl: "https://github.com/acme/site/actions/workflows/merges.yml",
  runUrl: "https://github.com/acme/site/actions/runs/9",
  ...{ conversation: "merges", phrase: "/docs-agent", service: { trusted: "Mintlify" } },
};
