import { describe, expect, test } from "vitest";
import { duplicateOutcome, killedOutcome, lostRequest } from "../../../src/agent/outcomes.ts";
import type { HelpReason } from "../../../src/agent/parse.ts";
import {
  renderHelp,
  renderLinkComment,
  renderReply,
  renderStatusComment,
  renderStatusError,
  renderWorkingStatus,
} from "../../../src/agent/thread/comment-template.ts";
import type { Replacement } from "../../../src/agent/thread/request-state.ts";
import type { StatusCommentModel } from "../../../src/agent/thread/status-comment-model.ts";
import { type ErrorReason, type Outcome, type Result, reasons, results } from "../../../src/result.ts";
import { AmbiguousRequestError, StatusError } from "../../../src/service/errors.ts";
import { code, richText, toMarkdown } from "../../../src/text/rich-text.ts";
import { everyOutcome, failedOutcome, outcomeOf } from "../../every-outcome.ts";
import { redactNothing } from "../../no-secrets.ts";
import { render, tagsOf } from "../../text/rendered.ts";
import { modelOf, runUrl } from "./comment-model-fixture.ts";

const prLink = "https://github.com/acme/docs/pull/41";
const working = modelOf("Document the new `--watch` flag in the quickstart, with an example.");
const accepted: StatusCommentModel = { ...working, jobId: "02e96e4b9024", state: "accepted" };
const ended = (result: Result, more: Partial<StatusCommentModel> = {}): StatusCommentModel => ({
  ...{ ...accepted, outcome: outcomeOf(result), tookMs: 252_000 },
  ...more,
});
const ready = ended("pull-request", { prLink });
const unsent: Partial<StatusCommentModel> = { jobId: undefined, state: "not-sent", tookMs: undefined };
const merged = { reason: "merged", prLink } as const;
const refusal = (status: number) =>
  new StatusError(
    "create the job",
    { status, body: "", retryAfter: undefined, location: undefined },
    redactNothing,
  );

/** The parts of a comment, without our marker. */
function partsOf(model: StatusCommentModel, marker = ""): string[] {
  const [own, ...parts] = renderStatusComment(model, marker).split("\n\n");
  expect(own).toBe("<!-- docs-agent:v1 -->");
  return parts;
}

/** Every state of the comment, as examples of the whole. */
const states: Record<string, StatusCommentModel> = {
  "the request begins": working,
  "the job is known": accepted,
  "a follow-up interrupts the job": { ...accepted, isFollowUp: true, interrupts: true },
  "the start is not known": { ...accepted, startedAt: undefined },
  "a pull request": ready,
  "a pull request, for nobody to mention": { ...ready, mention: undefined },
  "a pull request, started by a workflow": { ...ready, triggerPhrase: undefined, mention: undefined },
  "a pull request without a link": ended("pull-request"),
  "a follow-up": { ...ready, isFollowUp: true },
  "a new pull request instead of a merged one": {
    ...ready,
    prLink: "https://github.com/acme/docs/pull/45",
    replaces: merged,
  },
  "no pull request": ended("no-changes"),
  "a follow-up without a pull request": ended("no-changes", { isFollowUp: true }),
  "a new job without a pull request": ended("no-changes", { replaces: merged }),
  failed: ended("failed"),
  archived: ended("archived"),
  "the time limit": ended("timeout"),
  "wait: false": ended("started"),
  cancelled: ended("cancelled"),
  "cancelled before anything was sent": ended("cancelled", unsent),
  "cancelled during the request": ended("cancelled", { ...unsent, state: "sent" }),
  killed: ended("cancelled", {
    wasKilled: true,
    outcome: killedOutcome({ jobId: "job_1", inThread: true, triggerPhrase: "/docs-agent" }),
    tookMs: undefined,
  }),
  "killed before anything was sent": ended("cancelled", { ...unsent, wasKilled: true }),
  "killed during the request": ended("cancelled", { ...unsent, state: "sent", wasKilled: true }),
  "not known whether a job exists": {
    ...working,
    state: "sent",
    outcome: failedOutcome(
      new AmbiguousRequestError("create the job", "the connection broke before the service replied"),
      undefined,
    ),
  },
  "the key is refused": { ...working, outcome: failedOutcome(refusal(401), undefined) },
  "the key is refused in a workflow's run": {
    ...{ ...working, triggerPhrase: undefined, mention: undefined },
    outcome: failedOutcome(refusal(401), undefined),
  },
  "the project is not found": { ...working, outcome: failedOutcome(refusal(404), undefined) },
  "the service is down": { ...working, outcome: failedOutcome(refusal(503), undefined) },
  "the request is refused": { ...working, outcome: failedOutcome(refusal(400), undefined) },
  "a follow-up is refused": { ...working, isFollowUp: true, outcome: failedOutcome(refusal(401), undefined) },
  "not known whether a follow-up arrived": {
    ...{ ...accepted, state: "sent", isFollowUp: true },
    outcome: failedOutcome(lostRequest("02e96e4b9024"), undefined),
  },
  "not known whether a follow-up to a pull request arrived": {
    ...{ ...accepted, state: "sent", isFollowUp: true, prLink },
    outcome: failedOutcome(lostRequest("02e96e4b9024"), undefined),
  },
  "another workflow answers the command": ended("skipped", { ...unsent, outcome: duplicateOutcome() }),
  "the time limit of a workflow's run": ended("timeout", { triggerPhrase: undefined, mention: undefined }),
  "no pull request of a workflow's run": ended("no-changes", {
    triggerPhrase: undefined,
    mention: undefined,
  }),
  "not known whether the job of a workflow's run exists": {
    ...{ ...working, state: "sent", triggerPhrase: undefined, mention: undefined },
    outcome: failedOutcome(
      new AmbiguousRequestError("create the job", "the connection broke before the service replied"),
      undefined,
    ),
  },
  "the job cannot be read": ended("error", { outcome: failedOutcome(refusal(403), "02e96e4b9024") }),
  "the job cannot be read, as the service is down": ended("error", {
    outcome: failedOutcome(refusal(503), "02e96e4b9024"),
  }),
  "the job of a workflow's run cannot be read, as the service is down": ended("error", {
    ...{ triggerPhrase: undefined, mention: undefined },
    outcome: failedOutcome(refusal(503), "02e96e4b9024"),
  }),
};

/** The parts without the quoted request, which is the same in every state. */
function withoutRequest(model: StatusCommentModel): string[] {
  return partsOf(model).filter((part) => !part.startsWith("> "));
}

test("the status comment says in every state what happened, and what to do about it", () => {
  const shown = Object.entries(states).map(
    ([name, model]) => `=== ${name}\n\n${withoutRequest(model).join("\n\n")}`,
  );
  expect(`\n${shown.join("\n\n")}\n`).toMatchInlineSnapshot(`
    "
    === the request begins

    ⏳ **Working on it.** Started 09:14 UTC; this comment changes when there is news.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the job is known

    ⏳ **Working on it.** Started 09:14 UTC; this comment changes when there is news.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a follow-up interrupts the job

    ⏳ **Working on it.** Started 09:14 UTC; this comment changes when there is news. The agent was still busy with the previous request, which may stay unfinished.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the start is not known

    ⏳ **Working on it.** This comment changes when there is news.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a pull request

    ✅ **Pull request ready: [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>)**

    @alice, to change something, reply \`/docs-agent make the example shorter\`.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a pull request, for nobody to mention

    ✅ **Pull request ready: [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>)**

    To change something, reply \`/docs-agent make the example shorter\`.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a pull request, started by a workflow

    ✅ **Pull request ready: [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>)**

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a pull request without a link

    ✅ **Pull request ready.**

    @alice, to change something, reply \`/docs-agent make the example shorter\`.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a follow-up

    ✅ **Follow-up finished: [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>)**

    @alice, to change something more, reply \`/docs-agent\` and the change you want.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a new pull request instead of a merged one

    ✅ **Pull request ready: [acme/docs&#35;&#8203;45](<https://github.com/acme/docs/pull/45>)**

    A new one, because [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>) was merged. @alice, to change something, reply \`/docs-agent\` and the change you want.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === no pull request

    ➖ **Finished without a pull request.** Either nothing needed to change, or the project publishes changes without review.

    @alice, look at the documentation: if the change is missing, reply \`/docs-agent\` with the page and the change.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a follow-up without a pull request

    ➖ **Follow-up finished without a pull request.** Either nothing needed to change, or the project publishes changes without review.

    @alice, look at the documentation: if the change is missing, reply \`/docs-agent\` with the page and the change.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a new job without a pull request

    ➖ **Finished without a pull request.** Either nothing needed to change, or the project publishes changes without review.

    This was a new job, because [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>) was merged. @alice, look at the documentation: if the change is missing, reply \`/docs-agent\` with the page and the change.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === failed

    ❌ **The agent could not finish.**

    @alice, reply \`/docs-agent --new\` and your request to try again.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === archived

    ❌ **The job was archived.** It will not continue.

    @alice, if you still want the change, reply \`/docs-agent --new\` and your request.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the time limit

    ⚠️ **Still working after 30 min.** This run stopped waiting; the agent has not stopped.

    @alice, reply \`/docs-agent --status\` later to see how it went.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === wait: false

    ⏳ **The agent is working on it.** This run does not wait for it.

    @alice, reply \`/docs-agent --status\` later to see how it went.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === cancelled

    ⚠️ **The run was cancelled.** The agent is still working.

    @alice, reply \`/docs-agent --status\` later to see how it went.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === cancelled before anything was sent

    ⚠️ **The run was cancelled.** Nothing was sent.

    @alice, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === cancelled during the request

    ⚠️ **It is not known whether the agent got this.** The run was cancelled before the service replied.

    @alice, please don't repeat the command yet, or the work may be done twice. Look in the service's dashboard first, or ask someone who can open it: if the job is not there, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === killed

    ⚠️ **The run was interrupted.** The agent is still working.

    @alice, reply \`/docs-agent --status\` later to see how it went.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === killed before anything was sent

    ⚠️ **The run was interrupted.** Nothing was sent.

    @alice, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === killed during the request

    ⚠️ **It is not known whether the agent got this.** The run was interrupted before the service replied.

    @alice, please don't repeat the command yet, or the work may be done twice. Look in the service's dashboard first, or ask someone who can open it: if the job is not there, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === not known whether a job exists

    ⚠️ **It is not known whether the agent got this.** The connection broke before the service replied.

    @alice, please don't repeat the command yet, or the work may be done twice. Look in the service's dashboard first, or ask someone who can open it: if the job is not there, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the key is refused

    ❌ **No job was started.** The service does not accept the API key (HTTP 401).

    @alice, this is for someone who can edit this repository's secrets: check that the secret holds an admin key of this project that has not expired. Keys expire after 90 days unless set otherwise; the API keys page of the dashboard creates new ones. After that, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the key is refused in a workflow's run

    ❌ **No job was started.** The service does not accept the API key (HTTP 401).

    Maintainers: check that the secret holds an admin key of this project that has not expired. Keys expire after 90 days unless set otherwise; the API keys page of the dashboard creates new ones.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the project is not found

    ❌ **No job was started.** No such project (HTTP 404).

    @alice, this is for someone who can edit this repository's settings and workflows: copy \`project-id\` from the API keys page of the dashboard. After that, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the service is down

    ❌ **No job was started.** The service failed to create the job (HTTP 503).

    @alice, wait a while, then repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the request is refused

    ❌ **No job was started.** The service refused to create the job (HTTP 400).

    @alice, ask for less at once, or in other words: reply \`/docs-agent\` and the change you want.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === a follow-up is refused

    ❌ **The follow-up was refused.** The service does not accept the API key (HTTP 401).

    @alice, this is for someone who can edit this repository's secrets: check that the secret holds an admin key of this project that has not expired. Keys expire after 90 days unless set otherwise; the API keys page of the dashboard creates new ones. After that, repeat the command in a new comment.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === not known whether a follow-up arrived

    ⚠️ **It is not known whether the agent got this follow-up.** An earlier attempt of this run may have sent the request and did not learn what became of it.

    @alice, look at the documentation first: if the change does not come, repeat the command in a new comment.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === not known whether a follow-up to a pull request arrived

    ⚠️ **It is not known whether the agent got this follow-up.** An earlier attempt of this run may have sent the request and did not learn what became of it.

    @alice, look at [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>) first: if the change does not come, repeat the command in a new comment.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === another workflow answers the command

    ➖ **Another workflow has answered this command, in a comment of its own.**

    Maintainers: let only one workflow listen to each trigger phrase.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the time limit of a workflow's run

    ⚠️ **Still working after 30 min.** This run stopped waiting; the agent has not stopped.

    Maintainers: do this.

    <sub>Job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === no pull request of a workflow's run

    ➖ **Finished without a pull request.** Either nothing needed to change, or the project publishes changes without review.

    Maintainers: look at the documentation, and if the change is missing, name the page and the change in the workflow's prompt.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === not known whether the job of a workflow's run exists

    ⚠️ **It is not known whether the agent got this.** The connection broke before the service replied.

    Maintainers: look at the service's dashboard before you start a new run, or the work may be done twice.

    <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the job cannot be read

    ⚠️ **The agent's progress could not be read.** The service does not permit this API key to create the job (HTTP 403).

    @alice, reply \`/docs-agent --status\` later to see how it went. Maintainers: check that the key has the scope \`write\`. If it does, its allow-list of IP addresses lacks the runner's, or the plan is not Pro or Enterprise, or no credits are left. To continue job \`02e96e4b9024\`, run a step with \`job-id: 02e96e4b9024\`.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the job cannot be read, as the service is down

    ⚠️ **The agent's progress could not be read.** The service failed to create the job (HTTP 503).

    @alice, reply \`/docs-agent --status\` later to see how it went.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>

    === the job of a workflow's run cannot be read, as the service is down

    ⚠️ **The agent's progress could not be read.** The service failed to create the job (HTTP 503).

    Maintainers: the problem is on the service's side. Run the step again later. To continue job \`02e96e4b9024\`, run a step with \`job-id: 02e96e4b9024\`.

    <sub>4 min 12 s · job \`02e96e4b9024\` · [workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>
    "
  `);
});

describe("a status comment", () => {
  test.each(Object.entries(states))("has an icon, an outcome in bold, and small print: %s", (_, model) => {
    const parts = partsOf(model, "<!-- marker -->");
    expect(parts[0]).toMatch(/^(?:⏳|✅|➖|⚠️|❌) \*\*[^*]+\*\*/u);
    expect(parts.at(-2)).toMatch(/^<sub>.*workflow run\]\(<.*>\)<\/sub>$/i);
    expect(parts.at(-1)).toBe("<!-- marker -->");
    expect(parts.length).toBeLessThanOrEqual(5);
  });

  test.each(everyOutcome.filter(({ result }) => result !== "skipped"))(
    "mentions who gave the command when it ends, once: $result $reason",
    (outcome) => {
      for (const state of ["not-sent", "sent", "accepted", "ended"] as const) {
        const body = renderStatusComment(ended("error", { outcome, state }), "");
        expect(body.match(/@alice/g)).toHaveLength(1);
        expect(
          renderStatusComment({ ...ended("error", { outcome, state }), mention: undefined }, ""),
        ).not.toContain("@");
      }
    },
  );

  const afterwards = "do this. After that, repeat the command in a new comment.";
  const secrets = `this is for someone who can edit this repository's secrets: ${afterwards}`;
  const settings = `this is for someone who can edit this repository's settings and workflows: ${afterwards}`;
  const nextSteps: Record<ErrorReason, string> = {
    input: settings,
    "api-key": secrets,
    payment: `this is for someone who manages this project's plan and credits: ${afterwards}`,
    forbidden: secrets,
    "not-found": settings,
    "rate-limit": "wait an hour, then repeat the command in a new comment.",
    refused: settings,
    service: "wait a while, then repeat the command in a new comment.",
    unreachable: "wait a while, then repeat the command in a new comment. Maintainers: do this.",
    github: "wait a while, then repeat the command in a new comment. Maintainers: do this.",
    uncertain:
      "please don't repeat the command yet, or the work may be done twice. Look in the service's dashboard first, or ask someone who can open it: if the job is not there, repeat the command in a new comment.",
    answer: settings,
    file: settings,
    internal: "this is for someone who can read the log of this run: do this.",
  };
  test.each(reasons.error)("says whether an error passes by itself, or who can mend it: %s", (reason) => {
    const model = ended("error", { ...unsent, outcome: outcomeOf("error", reason) });
    expect(partsOf(model)[1]).toBe(`@alice, ${nextSteps[reason]}`);
  });

  const notSent = "❌ **The follow-up was not sent.**";
  const refused = "❌ **The follow-up was refused.**";
  const notAccepted = "❌ **The follow-up was not accepted.**";
  const followUpTitles: Record<ErrorReason, string> = {
    input: notSent,
    "api-key": refused,
    payment: refused,
    forbidden: refused,
    "not-found": refused,
    "rate-limit": refused,
    refused,
    service: notAccepted,
    unreachable: notSent,
    github: notSent,
    uncertain: "⚠️ **It is not known whether the agent got this follow-up.**",
    answer: notAccepted,
    file: notSent,
    internal: notSent,
  };
  test.each(reasons.error)("calls a follow-up refused only where the service refused it: %s", (reason) => {
    const model = ended("error", { ...unsent, outcome: outcomeOf("error", reason) });
    expect(partsOf({ ...model, isFollowUp: true })[0]).toContain(followUpTitles[reason]);
    expect(partsOf(model)[0]).toContain(
      reason === "uncertain"
        ? "⚠️ **It is not known whether the agent got this.**"
        : "❌ **No job was started.**",
    );
  });

  test("asks the commenter for another prompt where the service refused the prompt itself", () => {
    const outcome: Outcome = { ...outcomeOf("error", "refused"), isAboutPrompt: true };
    expect(partsOf(ended("error", { ...unsent, outcome }))[1]).toBe(
      "@alice, ask for less at once, or in other words: reply `/docs-agent` and the change you want.",
    );
  });

  test("does not say that nothing was started when a bug of ours hit a request on its way", () => {
    const outcome = outcomeOf("error", "internal");
    expect(partsOf(ended("error", { ...unsent, state: "sent", outcome }))[0]).toContain(
      "⚠️ **It is not known whether the agent got this.**",
    );
  });

  test("says that only the first paragraph of a mail was sent, once it was", () => {
    const note = "This came by mail, so what the mail repeats below the request was not sent.";
    const mail = { firstParagraphOnly: true, prompt: "Do it" };
    expect(partsOf({ ...ready, ...mail })).toContain(note);
    expect(partsOf({ ...ended("error", unsent), ...mail })).not.toContain(note);
    expect(partsOf({ ...ready, ...mail, firstParagraphOnly: false })).not.toContain(note);
  });

  test("mentions nobody when another workflow answers the command", () => {
    expect(partsOf(ended("skipped")).join()).not.toContain("@");
  });

  test("mentions nobody while the agent works", () => {
    for (const model of [working, accepted]) expect(partsOf(model).join()).not.toContain("@");
  });

  test.each(results)("claims a duration only where one is known, and where the job ended: %s", (result) => {
    expect(partsOf(ended(result, { tookMs: undefined })).at(-1)).not.toMatch(/\d s\b|\d min\b/);
    const isOver = !["timeout", "started", "cancelled"].includes(result);
    expect(partsOf(ended(result)).at(-1)?.includes("4 min 12 s")).toBe(isOver);
  });

  test("claims no start and no duration for a killed run", () => {
    expect(partsOf(states["killed"] ?? working).join("\n")).not.toMatch(/\d\d:\d\d|\d (?:s|min)\b/);
  });

  test.each(results)("names no input to a commenter: %s", (result) => {
    const next = partsOf(ended(result)).find((part) => part.startsWith("@alice")) ?? "";
    expect(next.split("Maintainers:")[0]).not.toMatch(/job-id|api-key|base-url|project-id|timeout-minutes/);
  });

  test("of a workflow's run suggests no command", () => {
    for (const result of results)
      expect(partsOf(ended(result, { triggerPhrase: undefined, prompt: "" })).join()).not.toContain(
        "docs-agent",
      );
  });

  test.each<[Replacement["reason"], string]>([
    [
      "merged",
      "A new one, because [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>) was merged.",
    ],
    [
      "closed",
      "A new one, because [acme/docs&#35;&#8203;41](<https://github.com/acme/docs/pull/41>) was closed.",
    ],
    ["failed", "This was a new job, because the earlier one failed."],
    ["archived", "This was a new job, because the earlier one was archived."],
    ["gone", "This was a new job, because the earlier one no longer exists."],
    ["refused", "This was a new job, because the earlier one accepts no more messages."],
  ])("says why a new job replaces one: %s", (reason, text) => {
    const replaces: Replacement =
      reason === "merged" || reason === "closed" ? { reason, prLink } : { reason };
    expect(partsOf({ ...ready, replaces })[1]?.startsWith(`${text} @alice, `)).toBe(true);
    for (const model of [{ ...accepted, replaces }, ended("error", { ...unsent, replaces })])
      expect(partsOf(model).join()).not.toContain("because");
  });

  test("has no line for a prompt that is empty", () => {
    expect(partsOf({ ...ready, prompt: "" })).toHaveLength(3);
  });

  test("shows the request on one line, and shortens one of more than 300 characters", () => {
    expect(partsOf({ ...ready, prompt: "one\n\ntwo\r\nthree" })[2]).toBe("> one two three");
    expect(partsOf({ ...ready, prompt: "x".repeat(300) })[2]).toBe(`> ${"x".repeat(300)}`);
    expect(partsOf({ ...ready, prompt: "x".repeat(301) })[2]).toContain("…");
    expect(renderStatusComment({ ...ready, prompt: "word ".repeat(13_000) }, "").length).toBeLessThan(2000);
  });
});

test("the comment on the documentation pull request says where it comes from", () => {
  const thread = { number: 12, url: "https://github.com/acme/docs/issues/12" };
  expect(renderLinkComment(thread, "/docs-agent", "<!-- marker -->")).toMatchInlineSnapshot(`
    "<!-- docs-agent:v1 -->

    This pull request was made for [&#35;&#8203;12](<https://github.com/acme/docs/issues/12>). To change something, comment \`/docs-agent\` and the change you want.

    <!-- marker -->"
  `);
});

describe("the reply", () => {
  test("to --help reads like this, with the workflow's phrase", () => {
    expect(renderHelp("@docs-bot", runUrl)).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **What Docs Agent can do here.**

      Start a line with \`@docs-bot\` and say what the documentation should say, as in \`@docs-bot document the new limit parameter\`. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.

      - \`@docs-bot …\` continues the job of this thread, or starts one
      - \`@docs-bot --new …\` starts a new job with its own pull request
      - \`@docs-bot --dry-run …\` says whether a job or a follow-up would be sent, and sends nothing
      - \`@docs-bot --status\` shows how the job of this thread is doing
      - \`@docs-bot --help\` shows this help

      Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.

      <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>"
    `);
    const tags = tagsOf(render(renderHelp("@docs-bot", runUrl)));
    expect(tags.filter((tag) => tag === "li")).toHaveLength(5);
  });

  const answerTo = (why: HelpReason) => renderHelp("/docs-agent", runUrl, why).split("\n\n<details>")[0];

  test("to a command that is not understood names it, and folds the help", () => {
    const why = { kind: "not-understood", words: "--force", suggestion: undefined } as const;
    const help = renderHelp("/docs-agent", runUrl).split("\n\n").slice(2, -1).join("\n\n");
    expect(renderHelp("/docs-agent", runUrl, why)).toBe(
      [
        "<!-- docs-agent:v1 -->",
        "**Docs Agent did not understand `--force`**, so nothing was sent.",
        `<details>\n<summary>What Docs Agent can do here</summary>\n\n${help}\n\n</details>`,
        `<sub>[Workflow run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
  });

  test("to a flag that is nearly one asks whether that one was meant", () => {
    const why = { kind: "not-understood", words: "--stauts", suggestion: "--status" } as const;
    expect(answerTo(why)).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **Did you mean \`--status\`?** \`--stauts\` is no flag, so nothing was sent. If so, reply \`/docs-agent --status\`."
    `);
  });

  test.each([
    ["--new", "If so, reply `/docs-agent --new` and your request."],
    ["--dry-run", "If so, reply `/docs-agent --dry-run` and your request."],
    ["--help", "If so, reply `/docs-agent --help`."],
  ] as const)("to a flag that is nearly %s says what to reply", (suggestion, how) => {
    expect(answerTo({ kind: "not-understood", words: "--x", suggestion })?.endsWith(how)).toBe(true);
  });

  test("to small talk says what a request needs", () => {
    const why = { kind: "small-talk", words: "status please", suggestion: "--status" } as const;
    expect(answerTo(why)).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **Nothing was sent**, because \`status please\` asks for no change. If you want one, reply \`/docs-agent\` with the page and the change. To see how the job is doing, reply \`/docs-agent --status\`."
    `);
    expect(answerTo({ ...why, words: "thanks", suggestion: undefined })).not.toContain("--status");
  });

  test("is a title, the sentences that are not empty, and the request", () => {
    const sentences = [richText`Job ${code("job_1")} is ${code("active")}.`, [], richText`Wait.`];
    expect(renderReply(richText`Status.`, sentences, runUrl, "Do\nit")).toBe(
      [
        "<!-- docs-agent:v1 -->",
        "**Status.** Job `job_1` is `active`. Wait.",
        "> Do it",
        `<sub>[Workflow run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
  });

  test("to --status says how long the job has been working, and on what", () => {
    const working = { jobId: "job_1", prLink: undefined, elapsedMs: 720_000 };
    const asked = { ...working, request: "Document `--watch` for @octo." };
    expect(renderWorkingStatus(asked, runUrl)).toBe(
      [
        "<!-- docs-agent:v1 -->",
        "⏳ **Working for 12 min** on “Document `--watch` for @&#8203;octo.”",
        "No pull request yet. Repeat the command for news: this reply does not change.",
        `<sub>Job \`job_1\` · [workflow run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
    const [, title, pull] = renderWorkingStatus({ ...working, prLink, request: undefined }, runUrl).split(
      "\n\n",
    );
    expect(title).toBe("⏳ **Working for 12 min.**");
    expect(pull).toMatch(/^Pull request: \[acme\/docs/);
  });

  test.each<[ErrorReason, string]>([
    ["service", "Wait a while, then repeat the command in a new comment."],
    ["unreachable", "Wait a while, then repeat the command in a new comment. Maintainers: do this."],
    [
      "api-key",
      "This is for someone who can edit this repository's secrets: do this. After that, repeat the command in a new comment.",
    ],
  ])("to --status says what to do when the job cannot be read: %s", (reason, advice) => {
    const error = outcomeOf("error", reason);
    if (error.result !== "error") throw new Error("no error");
    expect(renderStatusError(error, runUrl).split("\n\n")[1]).toBe(
      `❌ **The job's status could not be read.** ${toMarkdown(error.message)} ${advice}`,
    );
  });

  test("escapes foreign text as every message does", () => {
    const sentence = richText`See ${"@octo #1"}`;
    expect(renderReply(richText`Status.`, [sentence], runUrl)).toContain(toMarkdown(sentence));
  });
});
