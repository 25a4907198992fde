import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderStatusComment, type StatusCommentModel } from "../../src/agent/comment-template.ts";
import type { AgentReport } from "../../src/agent/errand.ts";
import {
  cancelledOutcome,
  dryRunOutcome,
  endingOutcome,
  errorOutcome,
  startedOutcome,
} from "../../src/agent/outcomes.ts";
import { renderSummary } from "../../src/agent/summary.ts";
import type { Outcome } from "../../src/result.ts";
import { AmbiguousRequestError, StatusError, UnreachableError } from "../../src/service/errors.ts";
import { TransportError } from "../../src/service/http.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import { toPlainText } from "../../src/text/message.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";

/** All that others choose in the story of a job. */
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
  ...{
    id: text,
    status: text,
    link,
    repository: text,
    ref: text,
    model: text,
    said: text,
    prompt: text,
    project: text,
  },
});
const harmless: Foreign = {
  ...{
    id: "a",
    status: "b",
    link: "https://github.com/acme/docs/pull/3",
    repository: "c",
    ref: "d",
    model: "e",
  },
  ...{ said: "f", prompt: "g", project: "h" },
};

/** Every outcome that a job's story ends in, with the words of others in it. */
const endings: Readonly<Record<string, (given: Foreign) => Outcome>> = {
  "pull request": (given) => final("completed", given, plainUrl(given.link)),
  "no changes": (given) => final("completed", given),
  failed: (given) => final("failed", given),
  archived: (given) => final("archived", given),
  timeout: (given) =>
    endingOutcome({ kind: "timeout", job: { id: given.id, status: given.status } }, known(given)),
  cancelled: (given) => cancelledOutcome({ jobId: given.id, inThread: true }, false),
  started: (given) => startedOutcome(given.id, { kind: "create", prompt: given.prompt }),
  "dry run": (given) =>
    dryRunOutcome(
      { kind: "message", jobId: given.id, prompt: given.prompt },
      { origin: "https://a.example", project: given.project },
    ),
  refused: (given) =>
    errorOutcome(
      new StatusError("read the job", {
        status: 400,
        retryAfter: given.said,
        location: given.said,
        body: JSON.stringify({ error: given.said }),
      }),
      given.id,
    ),
  redirected: (given) =>
    errorOutcome(
      new StatusError("read the job", {
        status: 302,
        retryAfter: undefined,
        location: given.said,
        body: given.said,
      }),
      given.id,
    ),
  uncertain: (given) => errorOutcome(new AmbiguousRequestError("create the job", given.said), undefined),
  unreachable: (given) =>
    errorOutcome(new UnreachableError("read the job", new TransportError("broken", given.said)), given.id),
};

function known({ id, link: address }: Foreign, prLink = plainUrl(address)) {
  return { jobId: id, prLink, elapsedMs: 184_000, inThread: true };
}

function final(status: string, given: Foreign, prLink?: string): Outcome {
  return endingOutcome({ kind: "final", job: { id: given.id, status } }, { ...known(given), prLink });
}

function summaryOf(outcome: Outcome, given: Foreign, prLink: string | undefined): string {
  const { id, status, repository, ref, model, prompt } = given;
  const job = { id, status, source: { repository, ref }, model };
  const report: AgentReport = { outcome, prompt, jobId: id, job, prLink, elapsedMs: 1000 };
  return renderSummary(report);
}

function commentOf(outcome: Outcome, { id, repository, prompt }: Foreign): string {
  const runUrl = "https://github.com/acme/site/actions/runs/1001";
  const view: StatusCommentModel = {
    ...{ outcome, prompt, repository, notes: [], runUrl },
    jobId: id,
    elapsedMs: 1000,
    triggerPhrase: "/docs-agent",
  };
  return renderStatusComment(view, "");
}

/** The tags around the words of others: names that are empty are no code, and a quote has as many lines as it has. */
const frame = (html: string) =>
  tagsOf(html.replace(/<blockquote>[\s\S]*?<\/blockquote>\n?/g, "")).filter((tag) => !/^\/?code$/.test(tag));

const live =
  /@[\p{L}\p{N}_]|#\d|\bGH-\d|[a-z]:\/\/|\bwww\.|:[\w+-]+:|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/iu;

function expectInert(source: string, plain: string, prLink: string): void {
  const html = render(source.replace(/^<!-- docs-agent:v1 -->/, ""));
  expect(source.lastIndexOf("<!--")).toBeLessThan(1);
  expect(frame(html)).toEqual(frame(render(plain.replace(/^<!-- docs-agent:v1 -->/, ""))));
  const quote = /<blockquote>([\s\S]*)<\/blockquote>/.exec(html)?.[1] ?? "";
  expect(tagsOf(quote).filter((tag) => !/^(?:\/?p|br)$/.test(tag))).toEqual([]);
  for (const [, target = ""] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    const url = new URL(textOf(target));
    if (url.href !== "https://github.com/acme/site/actions/runs/1001")
      expect(url.origin).toBe(new URL(prLink).origin);
  }
  expect(textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"))).not.toMatch(live);
}

describe.each(Object.entries(endings))("a job that ended as %s", (_, ending) => {
  it("shows others' words in comment and summary, and nothing of their making", () => {
    fc.assert(
      fc.property(foreign, (given) => {
        const outcome = ending(given);
        const prLink = plainUrl(given.link);
        // One that is too long is none, and what is shown then has no link.
        fc.pre(prLink !== undefined);
        expectInert(
          summaryOf(outcome, given, prLink),
          summaryOf(ending(harmless), harmless, harmless.link),
          given.link,
        );
        expectInert(commentOf(outcome, given), commentOf(ending(harmless), harmless), given.link);
        expect(toPlainText(outcome.message)).not.toMatch(/undefined|NaN|\[object/);
      }),
      runs(14),
    );
  });
});
