import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cancelledOutcome, dryRunOutcome, pollOutcome, startedOutcome } from "../../src/agent/outcomes.ts";
import { renderSummary } from "../../src/agent/summary.ts";
import { renderStatusComment } from "../../src/agent/thread/comment-template.ts";
import { TransportError } from "../../src/network/transport-error.ts";
import type { Outcome } from "../../src/result.ts";
import { AmbiguousRequestError, StatusError, UnreachableError } from "../../src/service/errors.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { failedOutcome } from "../every-outcome.ts";
import { redactNothing } from "../no-secrets.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";
import { modelOf, runUrl } from "./thread/comment-model-fixture.ts";

const ownMarker = /^<!-- docs-agent:v1 -->/;

/** Everything in an outcome that others choose. */
type Foreign = Record<
  "id" | "status" | "link" | "repository" | "ref" | "model" | "said" | "prompt" | "project",
  string
>;

const text = fc.oneof(
  { weight: 4, arbitrary: hostile },
  fc.constantFrom("\n\n# x", "</sub>", "| a |\n|-|\n", "\n***\n", "**", "closes #1", "www", "See www"),
);
const link = fc.oneof(
  hostile.map((rest) => `https://evil.example/${rest}`),
  fc.constant("https://github.com/acme/docs/pull/3"),
);
const foreign: fc.Arbitrary<Foreign> = fc.record({
  ...{ id: text, status: text, link, repository: text, ref: text, model: text },
  ...{ said: text, prompt: text, project: text },
});
const plain: Foreign = {
  ...{ id: "a", status: "b", link: "https://github.com/acme/docs/pull/3", repository: "c", ref: "d" },
  ...{ model: "e", said: "f", prompt: "g", project: "h" },
};

const resume = ({ id }: Foreign) => ({ jobId: id, inThread: true, triggerPhrase: "/docs-agent" });
const final = (status: string, given: Foreign, prLink?: string) =>
  pollOutcome({ kind: "final", job: { id: given.id, status } }, prLink, 184_000, resume(given));
const statusError = ({ said }: Foreign, status: number, body: string) =>
  new StatusError("read the job", { status, retryAfter: said, location: said, body }, redactNothing);

const outcomes: Readonly<Record<string, (given: Foreign) => Outcome>> = {
  "pull-request": (given) => final("completed", given, plainUrl(given.link)),
  "no-changes": (given) => final("completed", given),
  failed: (given) => final("failed", given),
  archived: (given) => final("archived", given),
  timeout: (given) =>
    pollOutcome(
      { kind: "timeout", job: { id: given.id, status: given.status } },
      plainUrl(given.link),
      184_000,
      resume(given),
    ),
  cancelled: (given) => cancelledOutcome(resume(given)),
  started: (given) => startedOutcome(given.id, "create"),
  "dry-run": ({ id, project }) =>
    dryRunOutcome(
      { kind: "message", jobId: id, prLink: undefined, fromThread: true, interrupts: false },
      { origin: "https://a.example", project },
    ),
  refused: (given) => failedOutcome(statusError(given, 400, JSON.stringify({ error: given.said })), given.id),
  redirected: (given) => failedOutcome(statusError(given, 302, given.said), given.id),
  uncertain: ({ said }) => failedOutcome(new AmbiguousRequestError("create the job", said), undefined),
  unreachable: ({ said, id }) =>
    failedOutcome(new UnreachableError("read the job", new TransportError("broken", said)), id),
};

function summaryOf(outcome: Outcome, { id, status, repository, ref, model, prompt, link }: Foreign): string {
  const job = { id, status, source: { repository, ref }, model };
  return renderSummary({ outcome, prompt, jobId: id, job, prLink: plainUrl(link), tookMs: 1000 });
}

function commentOf(outcome: Outcome, { id, link, prompt }: Foreign): string {
  const prLink = plainUrl(link) ?? "";
  const replaces = { reason: "merged", prLink } as const;
  const model = { ...modelOf(prompt, id), outcome, prLink, replaces, tookMs: 1000, mention: undefined };
  return renderStatusComment(model, "");
}

/** The tags besides code, which is missing for an empty name, and quotes, which have as many lines as the prompt. */
const structure = (html: string) =>
  tagsOf(html.replace(/<blockquote>[\s\S]*?<\/blockquote>\n?/g, "")).filter((tag) => !/^\/?code$/.test(tag));

const live =
  /@[\p{L}\p{N}_]|#\d|\bGH-\d|[a-z]:\/\/|\bwww\.|:[\w+-]+:|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/iu;

const renderWithoutMarker = (markdown: string) => render(markdown.replace(ownMarker, ""));

/** Fails unless the Markdown has the structure `expected` and nothing live but links to the run and to `prLink`. */
function expectStructure(markdown: string, expected: readonly string[], prLink: string): void {
  const html = renderWithoutMarker(markdown);
  expect(markdown.lastIndexOf("<!--")).toBeLessThan(1);
  expect(structure(html)).toEqual(expected);
  const quote = /<blockquote>([\s\S]*)<\/blockquote>/.exec(html)?.[1] ?? "";
  expect(tagsOf(quote).filter((tag) => !/^(?:\/?p|br)$/.test(tag))).toEqual([]);
  for (const [, target = ""] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    const url = new URL(textOf(target));
    if (url.href !== runUrl) expect(url.origin).toBe(new URL(prLink).origin);
  }
  expect(textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"))).not.toMatch(live);
}

describe("foreign text in the comment and the summary is inert", () => {
  test.each(Object.entries(outcomes))("with the outcome %s", (_, outcomeOf) => {
    const expected = outcomeOf(plain);
    const expectedSummary = structure(renderWithoutMarker(summaryOf(expected, plain)));
    const expectedComment = structure(renderWithoutMarker(commentOf(expected, plain)));
    fc.assert(
      fc.property(foreign, (given) => {
        // A link that is too long counts as none.
        fc.pre(plainUrl(given.link) !== undefined);
        const outcome = outcomeOf(given);
        expectStructure(summaryOf(outcome, given), expectedSummary, given.link);
        expectStructure(commentOf(outcome, given), expectedComment, given.link);
        expect(toPlainText(outcome.message)).not.toMatch(/undefined|NaN|\[object/);
      }),
      runs(14),
    );
  });
});
