import { expect, test } from "vitest";
import type { Progress } from "../src/agent/progress.ts";
import { ActionError, errorOutcome } from "../src/errors.ts";
import {
  failable,
  failsStep,
  headline,
  type Result,
  reasons,
  results,
  rowOf,
} from "../src/outcomes.ts";
import { richText, toMarkdown } from "../src/text/rich-text.ts";
import { progress } from "./agent/fixture.ts";
import { everyOutcome, failedOutcome, outcomeOf } from "./every-outcome.ts";
import { silentLog } from "./fake-log.ts";

// biome-ignore format: a table is read by its rows
const ends: Record<Result, [fails: boolean | "named", warns?: boolean, reaction?: string]> = {
  "pull-request": [false, false, "rocket"], "no-changes": ["named", false, "+1"], failed: ["named", true, "confused"],
  archived: ["named", true, "confused"], timeout: ["named", true], cancelled: [true], started: [false], answered: [false],
  skipped: [false], denied: [false, true, "-1"], "dry-run": [false], reported: [false], error: [true, false, "confused"],
};
test.each(results)("%s fails the step, warns and reacts where it should", (result) => {
  const [fails, warns = false, reaction] = ends[result];
  const row = rowOf({ result });
  expect([row.warns === true, row.reaction]).toEqual([warns, reaction]);
  const outcome = outcomeOf(result);
  const others = failable.filter((one) => one !== result);
  const failing = [[], others, failable].map((failOn) => failsStep(outcome, failOn));
  expect(failing).toEqual(fails === "named" ? [false, false, true] : Array(3).fill(fails));
});

test("a follow-up that changed nothing does not look like success", () => {
  const row = rowOf({ result: "pull-request", pull: "unchanged" });
  expect(row).toEqual({ icon: "➖", headline: "No new commit", reaction: "+1" });
});

test("headlines tell all results and all errors apart, and are the same for every reason else", () => {
  const heads = new Set(everyOutcome.map(headline));
  expect(heads.size).toBe(results.length - 1 + reasons.error.length);
  for (const head of heads) expect(head).toMatch(/^[A-Z][A-Za-z ]+[a-z]$/);
});

test.each(reasons.error)(
  "an error says how to continue a job that may still be there: %s",
  (reason) => {
    const thrown = new ActionError(reason, richText`It failed.`, []);
    const adviceOf = (about: Partial<Progress>) =>
      toMarkdown(failedOutcome(thrown, { ...progress, jobId: "job_1", ...about }).advice);
    const isEnd = ["not-found", "uncertain"].includes(reason);
    const isKey = reason === "api-key";
    const byHand = isKey ? /Look for the job's pull request/ : / `job-id: job_1` and no prompt\./;
    const again = isKey ? /Look for the job's pull request/ : /“Re-run jobs”/;
    const none = /^(?!.*(?:job_1|Look for|Re-run jobs))/;
    const step = { isCommand: false, startedAt: undefined };
    expect(adviceOf({ ...step, isRemembered: false })).toMatch(isEnd ? none : byHand);
    expect(adviceOf({ ...step, isRemembered: true })).toMatch(isEnd ? none : again);
    const others = [
      { isCommand: true },
      { isCommand: false, jobId: undefined },
      { isCommand: false, isFollowUp: true, state: { kind: "not-sent" } },
    ] as const;
    for (const other of others) expect(adviceOf(other)).not.toContain("job-id");
  },
);

test("the stack of an error that nobody foresaw is for debugging", () => {
  const lines: string[] = [];
  const log = { ...silentLog, debug: (text: string) => void lines.push(text) };
  errorOutcome(Object.assign(new Error("a"), { stack: "Error: a\n  at b" }), log);
  errorOutcome("a", log);
  expect(lines).toEqual(["Error: a\n  at b"]);
});
