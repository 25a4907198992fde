import { expect, test } from "vitest";
import type { Progress } from "../src/agent/progress.ts";
import { answeredWith, deniedFor, endOf, skippedFor } from "../src/agent/sentences.ts";
import { ActionError, errorOutcome } from "../src/errors.ts";
import {
  failable,
  failsStep,
  headline,
  type Outcome,
  type Result,
  reasons,
  results,
  rowOf,
} from "../src/outcomes.ts";
import { code, richText, toMarkdown } from "../src/text/rich-text.ts";
import { contentsOf, failedCheck, prLink, progress } from "./agent/fixture.ts";
import { everyOutcome, failedOutcome, outcomeOf } from "./every-outcome.ts";
import { silentLog } from "./fake-log.ts";

// What a workflow's run tells of itself; the comment's words are in `agent/comment-text.test.ts`.
const end = (result: Parameters<typeof endOf>[0], more: Partial<Progress> = {}) =>
  endOf(result, { ...progress, isCommand: false, jobId: "job_1", ...more });
const [sent, notSent] = [
  { state: { kind: "sent" }, jobId: undefined },
  { state: { kind: "not-sent" }, jobId: undefined },
] as const;
const failure = new ActionError("service", richText`It failed.`, richText`Try later.`);
const needs = richText`needs ${code("write")}, has ${code("read")}`;

const outcomes: Record<string, Outcome> = {
  "a pull request": end("pull-request", { prLink }),
  "a pull request without a link": end("pull-request"),
  "a follow-up": end("pull-request", { prLink, isFollowUp: true }),
  "a follow-up that changed nothing": end("pull-request", {
    ...{ prLink, isFollowUp: true, contents: contentsOf({ isUnchanged: true }) },
  }),
  "no pull request": end("no-changes"),
  "no pull request of a follow-up": end("no-changes", { isFollowUp: true }),
  failed: end("failed"),
  "failed, of a command": end("failed", { isCommand: true }),
  "a failed check, of a command": end("pull-request", {
    ...{ isCommand: true, prLink, contents: contentsOf({ checks: [failedCheck("link-rot")] }) },
  }),
  archived: end("archived"),
  "time limit": end("timeout", { timeoutMs: 90_000 }),
  "time limit, remembered nowhere": end("timeout", { isRemembered: false }),
  "wait: false": end("started"),
  "cancelled with a job": end("cancelled"),
  "time limit of a command, remembered nowhere": end("timeout", {
    isCommand: true,
    isRemembered: false,
  }),
  "cancelled with a job, remembered nowhere": end("cancelled", { isRemembered: false }),
  "cancelled during the request": end("cancelled", sent),
  "cancelled during a follow-up": end("cancelled", { ...sent, isFollowUp: true, jobId: "job_1" }),
  "cancelled before the request": end("cancelled", notSent),
  "killed with a job": end("cancelled", { wasKilled: true }),
  "killed during the request": end("cancelled", { ...sent, wasKilled: true }),
  ...Object.fromEntries(
    reasons.skipped.map((reason) => [`skipped: ${reason}`, skippedFor(reason)]),
  ),
  "skipped in its own words": skippedFor(
    "no-command",
    richText`No line starts with ${code("/docs-agent")}.`,
  ),
  ...Object.fromEntries(
    reasons.denied.map((reason) => [`denied: ${reason}`, deniedFor(reason, code("@alice"), needs)]),
  ),
  answered: answeredWith("answered", {
    title: richText`Here`,
    detail: richText`it is.`,
    next: richText`go on.`,
  }),
  "error without a job": failedOutcome(failure),
  "error with a job": failedOutcome(failure, "job_1"),
  "error that nobody foresaw": failedOutcome(new Error("something broke"), "job_1"),
  "text that was thrown": failedOutcome("something broke"),
};

test("every outcome says what happened, and what to do next", async () => {
  const told = Object.entries(outcomes).map(([name, { result, reason, message, advice }]) => {
    const parts = [[result, reason].join(" ").trim(), toMarkdown(message), toMarkdown(advice)];
    return `${name}: ${parts.filter((part) => part !== "").join(" | ")}`;
  });
  await expect(`${told.join("\n")}\n`).toMatchFileSnapshot("outcomes.told.md");
});

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
  const failing = [
    failsStep(outcome, []),
    failsStep(outcome, others),
    failsStep(outcome, failable),
  ];
  expect(failing).toEqual(fails === "named" ? [false, false, true] : Array(3).fill(fails));
});

test("a follow-up that changed nothing does not look like success", () => {
  const row = rowOf({ result: "pull-request", isUnchanged: true });
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
    const { advice } = failedOutcome(new ActionError(reason, richText`It failed.`, []), "job_1");
    const isEnd = reason === "not-found" || reason === "internal";
    expect(toMarkdown(advice)).toBe(
      isEnd ? "" : " To continue job `job_1`, run a step with `job-id: job_1`.",
    );
  },
);

test("an error keeps its points apart, and the stack of one that nobody foresaw is for debugging", () => {
  const points = [richText`One.`, richText`Two.`];
  const outcome = failedOutcome(new ActionError("input", richText`One. Two.`, [], { points }));
  expect(outcome).toMatchObject({ points, reason: "input" });
  const lines: string[] = [];
  const log = { ...silentLog, debug: (text: string) => void lines.push(text) };
  errorOutcome(Object.assign(new Error("a"), { stack: "Error: a\n  at b" }), log);
  errorOutcome("a", log);
  expect(lines).toEqual(["Error: a\n  at b"]);
});
