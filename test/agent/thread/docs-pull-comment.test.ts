import { describe, expect, test } from "vitest";
import { findDocsPull } from "../../../src/agent/thread/docs-pull-comment.ts";
import { getRunContext } from "../../../src/runner/run-context.ts";
import type { FakePull, Refusal } from "../../github/fake-github.ts";
import { changed } from "../../github/payloads.ts";
import type { Given } from "../../given-inputs.ts";
import { job, routes } from "../../service/fake-service.ts";
import {
  AgentHarness,
  codec,
  codecFor,
  command,
  commentBy,
  commentOf,
  follows,
  markersOf,
  posted,
  push,
  type RunOptions,
} from "../agent-harness.ts";

/** The documentation pull request, in the repository of the run. */
const prLink = "https://github.com/acme/site/pull/9";
const createdAt = "2026-11-16T09:00:00Z";
const context = getRunContext({ GITHUB_REPOSITORY: "acme/site" });
const serviceOf = (more: Record<string, unknown>) => ({
  ...follows,
  [routes.get]: [{ json: job("completed", { prLink, ...more }) }],
});

type Setup = {
  pull?: FakePull;
  job?: Record<string, unknown>;
  with?: Given;
  refuse?: Refusal;
} & Partial<RunOptions>;

/** A run that ends with a documentation pull request, and the comments of that pull request. */
async function runTo({ pull = {}, job: more = {}, refuse, ...options }: Setup, harness = new AgentHarness()) {
  harness.gitHub.pulls.set("acme/site#9", pull);
  if (refuse !== undefined) harness.gitHub.refuse(refuse);
  const run = await harness.run({ comment: command, service: serviceOf(more), ...options });
  const links = harness.gitHub.own().filter(({ thread }) => thread === 9);
  return { ...run, harness, links };
}

/** A comment on the documentation pull request. */
function onPullRequest(body: string): RunOptions {
  const { name, payload } = commentBy("maintainer", body);
  const numbered = changed(payload, ["issue", "number"], 9);
  return {
    event: {
      name,
      payload: changed(changed(numbered, ["issue", "pull_request"], {}), ["comment", "id"], 51),
    },
    env: { GITHUB_RUN_ID: "51" },
  };
}

describe("the documentation pull request in this repository gets a comment", () => {
  test("that names the thread and the phrase, after the outcome is shown", async () => {
    const { links, requests, harness } = await runTo({});
    expect(links.map(({ body }) => body.split("\n\n").slice(0, -1))).toEqual([
      [
        "<!-- docs-agent:v1 -->",
        "This pull request was made for [&#35;&#8203;7](<https://github.com/acme/site/issues/7>). To change something, comment `/docs-agent` and the change you want.",
      ],
    ]);
    const [link] = links;
    const found = link && codecFor(9).decode({ ...link, place: "issue", url: "" });
    expect(found).toMatchObject({
      job: { id: "job_7f3a" },
      isLink: true,
      sharedKey: undefined,
      command: "",
      firstBody: "",
    });
    const [status] = harness.gitHub.own();
    expect(requests.filter((request) => !request.includes("reactions")).slice(-5)).toEqual([
      "GitHub GET /pulls/9",
      // Its comments are looked through for an earlier run's link.
      "GitHub GET /issues/9/comments?per_page=100",
      "GitHub POST /issues/9/comments",
      `GitHub PATCH /issues/comments/${link?.id}`,
      // The thread remembers the link once it is written.
      `GitHub PATCH /issues/comments/${status?.id}`,
    ]);
    expect(markersOf(harness)[0]?.linkedPr).toBe(9);
    expect(harness.gitHub.reactions.at(-1)).toBe("issues/comments/41 rocket");
  });

  test("also where both were made in the same second, of which GitHub tells no part", async () => {
    expect((await runTo({ pull: { created_at: createdAt } })).links).toHaveLength(1);
  });

  test("so that a command there continues the job", async () => {
    const { harness } = await runTo({});
    const { requests } = await harness.run({ ...onPullRequest("/docs-agent Shorter"), service: follows });
    expect(posted(requests)).toEqual([routes.message]);
  });

  test("which a workflow there does not continue", async () => {
    const { harness } = await runTo({});
    const { event } = onPullRequest("It is good.");
    const service = { ...follows, [routes.create]: [{ json: job("active") }] };
    const { requests } = await harness.run({ ...(event && { event }), with: { prompt: "x" }, service });
    expect(posted(requests)).toEqual([routes.create]);
  });

  test("once, however often the job is continued", async () => {
    const { harness } = await runTo({});
    const { links, requests } = await runTo(commentOf(42, "/docs-agent Shorter"), harness);
    expect([posted(requests), links.length]).toEqual([[routes.message], 1]);
    expect(requests.filter((request) => request.startsWith("GitHub POST /issues/9"))).toEqual([]);
  });

  test("from another thread with a number of its own for each pull request", async () => {
    const { harness } = await runTo({});
    harness.gitHub.pulls.set("acme/site#10", {});
    const other = prLink.replace("9", "10");
    await runTo({ ...commentOf(42, "/docs-agent --new x"), job: { prLink: other } }, harness);
    expect(harness.gitHub.own().filter(({ thread }) => thread === 10)).toHaveLength(1);
  });
});

describe("a pull request gets no comment", () => {
  test.each<[string, Setup]>([
    ["in another repository", { job: { prLink: "https://github.com/acme/docs/pull/9" } }],
    ["in a repository with a similar name", { job: { prLink: "https://github.com/acme/site2/pull/9" } }],
    ["on another host", { job: { prLink: "https://evil.example/acme/site/pull/9" } }],
    ["on this host without encryption", { job: { prLink: "http://github.com/acme/site/pull/9" } }],
    ["at an address that is none of a pull request", { job: { prLink: `${prLink}/files` } }],
    ["that is the thread itself", { job: { prLink: "https://github.com/acme/site/pull/7" } }],
    ["from a fork", { pull: { headRepository: "stranger/site" } }],
    ["whose repository is gone", { pull: { headRepository: null } }],
    ["that is older than the job", { pull: { created_at: "2026-11-16T08:59:59Z" } }],
    ["whose age is not known", { pull: { created_at: "some day" } }],
    ["of a job whose age is not known", { job: { createdAt: null } }],
    ["with comment: new", { with: { comment: "new" } }],
    ["with comment: never", { with: { comment: "never" } }],
    ["without a thread", { event: push, with: { prompt: "x" } }],
    [
      "when the thread's comment was refused, because nothing would remember the link",
      { refuse: { method: "POST", path: /issues\/7\/comments/, status: 403 } },
    ],
  ])("%s", async (_, setup) => {
    const { outcome, harness, requests, log } = await runTo(setup);
    expect(outcome.result).toBe("pull-request");
    expect(log.filter((line) => line.includes("Status comment not updated"))).toEqual([]);
    // It is not remembered as one that is linked.
    expect(markersOf(harness).map(({ linkedPr }) => linkedPr)).not.toContain(9);
    expect(harness.gitHub.own().filter(({ thread }) => thread !== 7)).toEqual([]);
    expect(requests.filter((request) => /^GitHub POST \/issues\/(?!7\b|comments)/.test(request))).toEqual([]);
  });

  test("of a job that did not complete", async () => {
    const service = { ...follows, [routes.get]: [{ json: job("failed", { prLink }) }] };
    const { links, outcome } = await runTo({ service });
    expect([outcome.result, links]).toEqual(["failed", []]);
  });
});

test("a repository whose name differs in case alone is this one", async () => {
  const { links } = await runTo({ pull: { headRepository: "Acme/Site" } });
  expect(links).toHaveLength(1);
});

test.each<[string, Refusal]>([
  ["HTTP 404", { path: /^\/pulls\/9$/, status: 404 }],
  ["HTTP 403", { method: "POST", path: /issues\/9\/comments/, status: 403 }],
])("GitHub's refusal (%s) is a notice, and the run succeeds", async (why, refuse) => {
  const { outcome, log, links } = await runTo({ refuse });
  expect([outcome.result, links]).toEqual(["pull-request", []]);
  expect(log.filter((line) => /^(?:notice|warning)/.test(line))).toEqual([
    `notice: Documentation pull request not linked: GitHub refused the comment on #9 (${why}). The next run tries again; until then, commands work in the original thread.`,
  ]);
});

describe("a link that could not be written or remembered", () => {
  const again = commentOf(42, "/docs-agent Shorter");

  test("is not remembered, and the next run writes it", async () => {
    const refuse: Refusal = { method: "POST", path: /issues\/9\/comments/, status: 403 };
    const { harness, links } = await runTo({ refuse });
    expect([links, markersOf(harness)[0]?.linkedPr]).toEqual([[], undefined]);
    harness.gitHub.allowAll();
    expect((await runTo(again, harness)).links).toHaveLength(1);
    expect(markersOf(harness).at(1)?.linkedPr).toBe(9);
  });

  test("but is there, is found by its marker, and not written twice", async () => {
    const harness = new AgentHarness();
    await runTo({}, harness);
    // As if the edit that remembers the link had been lost.
    const [status] = harness.gitHub.own();
    const found = markersOf(harness)[0];
    if (status === undefined || found === undefined) throw new Error("there is no status comment");
    const forgetful = codec.encode({ place: "issue", id: status.id }, { ...found, linkedPr: undefined });
    status.body = `<!-- docs-agent:v1 -->\n\n${forgetful}`;
    const { links, requests } = await runTo(again, harness);
    expect(links).toHaveLength(1);
    expect(requests).toContain("GitHub GET /issues/9/comments?per_page=100");
    expect(requests).not.toContain("GitHub POST /issues/9/comments");
    expect(markersOf(harness).at(1)?.linkedPr).toBe(9);
  });

  test("because a stranger copied one into the pull request, is written", async () => {
    const { harness, links } = await runTo({});
    const [link] = links;
    if (link === undefined) throw new Error("there is no link");
    harness.gitHub.pulls.set("acme/site#10", {});
    harness.gitHub.write("outsider", link.body, 10);
    const job = { prLink: prLink.replace("9", "10") };
    await runTo({ ...commentOf(42, "/docs-agent --new x"), job }, harness);
    expect(harness.gitHub.own().filter(({ thread }) => thread === 10)).toHaveLength(1);
  });
});

test.each<[string, string, boolean]>([
  ["https://github.example.com", "https://github.example.com/acme/site/pull/9", true],
  ["https://github.example.com", prLink, false],
  ["https://github.com", "https://github.com/ACME/Site/pull/9", true],
  ["https://github.com", "https://github.com:8443/acme/site/pull/9", false],
  ["https://github.com", "https://github.com@evil.example/acme/site/pull/9", false],
  ["https://github.com", "https://github.com/acme/docs/pull/9", false],
  ["https://github.com", "https://github.com/other/site/pull/9", false],
  ["https://github.com", "", false],
])("on %s, %s is a pull request of this repository: %s", (serverUrl, link, expected) => {
  const pull = findDocsPull({ prLink: link, createdAt }, 7, { ...context, serverUrl });
  expect(pull?.address.number).toBe(expected ? 9 : undefined);
});

test.each([7, undefined])("thread %s is no other thread than that of pull request 7", (thread) => {
  const job = { prLink: "https://github.com/acme/site/pull/7", createdAt };
  expect(findDocsPull(job, thread, context)).toBeUndefined();
});
