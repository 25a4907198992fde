import { describe, expect, test } from "vitest";
import { findJob, interruptedJobId, nothingFound, type SearchCriteria } from "../../src/agent/find-job.ts";
import type { JobMarker } from "../../src/agent/job-marker.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { clientOf, type FakeComment, FakeGitHub } from "../github/fake-github.ts";
import { codec, marker } from "./job-marker-fixture.ts";

type Markers = Record<number, Partial<JobMarker>>;

/** Puts a signed marker into a comment. */
function mark(comment: FakeComment, place: "issue" | "review", more: Partial<JobMarker> = {}): void {
  const encoded = codec.encode({ place, id: comment.id }, { ...marker, ...more });
  comment.body = `<!-- docs-agent:v1 -->\n\n${encoded}`;
}

/** A thread with so many comments of a kind, oldest first. `markers` says which of them, from 1, hold a marker. */
function thread(
  place: "issue" | "review",
  length: number,
  markers: Markers = {},
  gitHub = new FakeGitHub(),
): FakeGitHub {
  for (let number = 1; number <= length; number++) {
    const comment = place === "issue" ? gitHub.write("reader", "x") : gitHub.writeInline("reader", "x");
    if (markers[number] !== undefined) mark(comment, place, markers[number]);
  }
  return gitHub;
}

/** The jobs that are found, and the pages that are read, in order. */
async function search(
  gitHub: FakeGitHub,
  options: { comments?: number | undefined; pull?: boolean } & Partial<SearchCriteria> = {},
) {
  const { comments, pull = false, ...criteria } = { comments: gitHub.issueComments.length, ...options };
  const { gitHub: client, requests } = clientOf(gitHub);
  const thread = { number: 7, isPullRequest: pull, comments };
  const found = await findJob(client, codec, thread, {
    ...{ conversation: "thread", command: "", comment: undefined },
    ...{ runId: "2001", attempt: 1, digest: "d" },
    ...criteria,
  });
  const pagesOf = (kind: string) =>
    requests
      .filter((request) => request.includes(`/${kind}/`))
      .map((request) => Number(/[?&]page=(\d+)/.exec(request)?.[1]));
  return {
    found,
    latest: found.latest?.marker.job,
    rerun: found.rerun?.marker.job,
    pages: pagesOf("issues"),
    reviewPages: pagesOf("pulls"),
  };
}

/** The numbers from one to another, in either direction. */
function range(from: number, to: number): number[] {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * step);
}

describe("the latest job", () => {
  test("is that of the newest marker by its signed time, in one request for a short thread", async () => {
    const gitHub = thread("issue", 60, { 3: { job: "newer", time: 9 }, 9: { job: "older", time: 3 } });
    expect(await search(gitHub)).toMatchObject({ latest: "newer", pages: [1], reviewPages: [] });
  });

  test.each([0, 5])("is missing in a thread of %i comments without a marker", async (length) => {
    const { found, pages } = await search(thread("issue", length));
    expect([found, pages]).toEqual([nothingFound, [1]]);
  });

  test("comes with its comment", async () => {
    const gitHub = thread("issue", 5, { 2: {} });
    const { found } = await search(gitHub);
    expect(found.latest?.comment).toMatchObject({ id: gitHub.issueComments[1]?.id, place: "issue" });
  });

  test("is not replaced by later requests without a job", async () => {
    const gitHub = thread("issue", 250, { 20: { job: "job_20", time: 2 }, 249: { job: "", time: 3 } });
    const { latest, pages } = await search(gitHub);
    expect([latest, pages]).toEqual(["job_20", [3, 2, 1]]);
  });

  test.each([
    ["thread", "of-the-thread"],
    ["leg-a", "of-leg-a"],
    ["Leg-a", undefined],
    ["leg-b", undefined],
  ])("is that of its own conversation: %s", async (conversation, expected) => {
    const markers = {
      2: { job: "of-the-thread", time: 1 },
      4: { job: "of-leg-a", conversation: "leg-a", time: 2 },
    };
    for (const command of ["", "issue-comment:9"])
      expect((await search(thread("issue", 20, markers), { conversation, command })).latest).toBe(expected);
  });

  test("is never read from a forged, changed or copied marker", async () => {
    const gitHub = thread("issue", 3, { 1: { job: "ours", time: 1 } });
    const body = gitHub.issueComments[0]?.body ?? "";
    gitHub.write("outsider", body);
    gitHub.write("outsider", body.replace("docs-agent:job e", "docs-agent:job f"));
    mark(gitHub.writeInline("outsider", ""), "issue", { job: "of-the-other-kind", time: 99 });
    expect((await search(gitHub, { pull: true })).latest).toBe("ours");
  });

  test.each([
    [2, 1, "in-the-review"],
    [1, 2, "in-the-thread"],
  ])("is the newest of review and issue comments: times %i and %i", async (review, issue, expected) => {
    const gitHub = thread("issue", 3, { 2: { job: "in-the-thread", time: issue } });
    thread("review", 1, { 1: { job: "in-the-review", time: review } }, gitHub);
    expect((await search(gitHub, { pull: true })).latest).toBe(expected);
  });
});

test.each([
  ["issue", "review"],
  ["review", "issue"],
] as const)(
  "%s comments are read to the end although the %s comments hold an older marker",
  async (place, other) => {
    const gitHub = thread(place, 620, { [place === "issue" ? 3 : 1]: { job: "newest", time: 9 } });
    thread(other, 1, { 1: { job: "older", time: 1 } }, gitHub);
    expect((await search(gitHub, { pull: true })).latest).toBe("newest");
  },
);

describe("issue comments are read", () => {
  test.each<[string, Markers, string | undefined, number[]]>([
    ["from the last page", { 1950: { job: "recent", time: 2 }, 20: {} }, "recent", [20]],
    [
      "backwards, four pages at once, up to a marker",
      { 1150: { job: "far" }, 20: { time: 1 } },
      "far",
      range(20, 12),
    ],
    ["to the first of all", { 1: { job: "first" } }, "first", range(20, 1)],
    ["once each when there is no marker", {}, undefined, range(20, 1)],
  ])("%s", async (_, markers, latest, pages) => {
    expect(await search(thread("issue", 2000, markers))).toMatchObject({ latest, pages });
  });

  test.each<[string, number | undefined, number[]]>([
    ["right", 350, [4]],
    ["missing", undefined, [1, 4, 3, 2]],
    ["zero", 0, [1, 4, 3, 2]],
    ["too low, because more comments came", 250, [3, 4, 2, 1]],
    ["too high, because some were deleted", 550, [6, 4, 3, 2, 1]],
  ])("to the newest marker when the event's count is %s", async (_, comments, pages) => {
    const gitHub = thread("issue", 350, { 340: { job: "newest", time: 9 }, 150: { job: "old", time: 1 } });
    expect(await search(gitHub, { comments })).toMatchObject({ latest: "newest", pages });
  });

  test("beyond a first find when the event's count is too low", async () => {
    const gitHub = thread("issue", 350, { 340: { job: "newest", time: 9 }, 250: { job: "old", time: 1 } });
    expect((await search(gitHub, { comments: 250 })).latest).toBe("newest");
  });

  test("in a hundred pages besides the newest, and no more", async () => {
    expect((await search(thread("issue", 10_350))).pages).toEqual(range(104, 4));
  });
});

describe("review comments are read", () => {
  test.each<[string, number, Markers, number[]]>([
    ["from the newest, on the first page", 450, { 430: { job: "found" } }, [1]],
    ["to the oldest of 100", 100, { 1: { job: "found" } }, [1]],
    ["to the oldest of 101", 101, { 1: { job: "found" } }, [1, 2]],
    ["to the oldest of 500", 500, { 1: { job: "found" } }, range(1, 5)],
    ["to the oldest of 501", 501, { 1: { job: "found" } }, range(1, 6)],
    ["four pages at once, up to a marker", 1200, { 950: { job: "found" }, 1: { time: 1 } }, range(1, 5)],
  ])("%s", async (_, length, markers, reviewPages) => {
    const found = await search(thread("review", length, markers), { pull: true });
    expect(found).toMatchObject({ latest: "found", pages: [1], reviewPages });
  });

  test("only in a pull request", async () => {
    expect((await search(thread("review", 1, { 1: {} }))).reviewPages).toEqual([]);
  });

  test("in a hundred pages and no more", async () => {
    expect((await search(thread("review", 10_350), { pull: true })).reviewPages).toEqual(range(1, 100));
  });
});

describe("a re-run", () => {
  const rerun = { runId: marker.runId, attempt: 2, digest: marker.digest };
  const newer = { job: "newer", runId: "1002", time: marker.time + 1 };

  test("finds the marker of its earlier attempt behind newer ones", async () => {
    expect(await search(thread("issue", 350, { 20: {}, 340: newer }), rerun)).toMatchObject({
      ...{ rerun: "job_7f3a", latest: "newer" },
    });
    const reviews = await search(thread("review", 700, { 20: {}, 650: newer }), { pull: true, ...rerun });
    expect(reviews).toMatchObject({ rerun: "job_7f3a", latest: "newer", reviewPages: range(1, 7) });
  });

  test.each<[string, Partial<JobMarker>]>([
    ["run", { runId: "1002" }],
    ["prompt or step", { digest: "e" }],
    ["attempt that is the same", { attempt: 2 }],
    ["attempt that is later", { attempt: 3 }],
    ["conversation", { conversation: "leg-a" }],
  ])("does not resume another %s", async (_, more) => {
    expect((await search(thread("issue", 5, { 2: more }), rerun)).rerun).toBeUndefined();
  });

  test("resumes the newest of several attempts", async () => {
    const gitHub = thread("issue", 9, {
      2: { job: "first", time: 1 },
      4: { job: "second", attempt: 2, time: 2 },
    });
    expect((await search(gitHub, { ...rerun, attempt: 3 })).rerun).toBe("second");
  });

  test.each<[string, Partial<JobMarker>, boolean]>([
    ["of its earlier attempt", {}, true],
    ["of another run", { runId: "1002" }, false],
    ["of another prompt or step", { digest: "e" }, false],
    ["of the same attempt", { attempt: 2 }, false],
  ])("finds a comment %s that was created and never edited", async (_, more, pendingFound) => {
    const pending = { ...marker, job: "", state: "sent" as const, ...more };
    const inIssue = new FakeGitHub();
    inIssue.write("docs[bot]", codec.encodePending("issue", pending));
    const inReview = new FakeGitHub();
    inReview.writeInline("docs[bot]", codec.encodePending("review", pending));
    for (const gitHub of [inIssue, inReview]) {
      const { found } = await search(gitHub, { pull: true, ...rerun });
      expect(found).toEqual({ ...nothingFound, pendingFound });
      expect((await search(gitHub, { pull: true })).found).toEqual(nothingFound);
    }
  });

  test("whose request was not sent is searched to the thread's job", async () => {
    const notSent = { job: "", state: "not-sent" as const, time: marker.time + 1 };
    const gitHub = thread("issue", 350, { 20: { job: "old", runId: "9" }, 340: notSent });
    expect(await search(gitHub, rerun)).toMatchObject({ latest: "old", pages: [4, 3, 2, 1] });
  });

  test("is the only run that resumes an earlier attempt", async () => {
    expect((await search(thread("issue", 3, { 2: { attempt: 0 } }))).rerun).toBeUndefined();
  });
});

describe("the job of an interrupted attempt", () => {
  const comment = { id: 101, place: "issue", body: "", url: "" } as const;

  test.each<[JobMarker["state"], string, string | undefined]>([
    ["accepted", "job_7f3a", "job_7f3a"],
    ["sent", "job_7f3a", "job_7f3a"],
    ["sent", "", ""],
    ["unknown", "", ""],
    ["not-sent", "job_7f3a", undefined],
  ])("whose request is %s with the job %j is %j", (state, job, expected) => {
    const rerun = { marker: { ...marker, state, job }, comment };
    expect(interruptedJobId({ pendingFound: false, rerun })).toBe(expected);
    expect(interruptedJobId({ pendingFound: true, rerun })).toBe(expected);
  });

  test("is unknown when the attempt created its comment and nothing after that", () => {
    expect(interruptedJobId({ ...nothingFound, pendingFound: true })).toBe("");
  });

  test("does not exist without such an attempt, whatever the thread's job is", () => {
    expect(interruptedJobId(nothingFound)).toBeUndefined();
    const found = { ...nothingFound, latest: { marker, comment } };
    expect(interruptedJobId(found)).toBeUndefined();
  });
});

describe("a command continues the only named conversation of a thread without a job of its own", () => {
  const command = "issue-comment:9";
  const legs = (...names: string[]): Markers =>
    Object.fromEntries(
      names.map((name, index) => [index + 2, { job: `${name}-${index}`, conversation: name, time: index }]),
    );

  test.each<[string, Markers, Partial<SearchCriteria>, string | undefined]>([
    ["one name", legs("leg-a"), { command }, "leg-a-0"],
    ["one name with several jobs", legs("leg-a", "leg-a"), { command }, "leg-a-1"],
    ["two names", legs("leg-a", "leg-b"), { command }, undefined],
    ["names that differ in case", legs("leg-a", "Leg-a"), { command }, undefined],
    ["a job of its own", legs("thread", "leg-a"), { command }, "thread-0"],
    ["a name without a job", { 2: { job: "", conversation: "leg-a" } }, { command }, undefined],
    ["a workflow's prompt", legs("leg-a"), {}, undefined],
    ["another named conversation", legs("leg-a"), { command, conversation: "leg-b" }, undefined],
  ])("%s", async (_, markers, criteria, expected) => {
    expect((await search(thread("issue", 9, markers), criteria)).latest).toBe(expected);
  });

  test("when one is among the issue comments and one in the review, there is no only one", async () => {
    const gitHub = thread("issue", 3, legs("leg-a"));
    thread("review", 3, legs("leg-b"), gitHub);
    expect((await search(gitHub, { pull: true, command })).latest).toBeUndefined();
    expect((await search(gitHub, { command })).latest).toBe("leg-a-0");
  });
});

test.each([
  ["a command", "issue-comment:9", "job_7f3a"],
  ["no workflow's prompt", "", undefined],
])("the link comment of a documentation pull request names the job for %s", async (_, command, expected) => {
  const gitHub = thread("issue", 3, { 2: { isLink: true, command: "" } });
  expect((await search(gitHub, { command })).latest).toBe(expected);
});

describe("a duplicate", () => {
  const command = "issue-comment:41";
  const other: Partial<JobMarker> = { command, runId: "1001", state: "accepted" };
  const mine: Partial<JobMarker> = { command, runId: "2001", digest: "d", time: 1 };

  test.each<[string, Markers, Partial<SearchCriteria>, boolean]>([
    ["was accepted from another run", { 2: other }, { command }, true],
    ["was sent by another run", { 2: { ...other, job: "", state: "sent" } }, { command }, true],
    ["may have been sent by another run", { 2: { ...other, job: "", state: "unknown" } }, { command }, true],
    ["was not sent by another run", { 2: { ...other, state: "not-sent" } }, { command }, false],
    ["is another command", { 2: { ...other, command: "issue-comment:42" } }, { command }, false],
    ["is another kind of text", { 2: { ...other, command: "review:41" } }, { command }, false],
    ["is in another conversation", { 2: { ...other, conversation: "leg-a" } }, { command }, false],
    ["was sent by this run", { 2: mine }, { command, attempt: 2 }, false],
    ["was sent by another run and by this one", { 2: other, 3: mine }, { command, attempt: 2 }, false],
    [
      "was sent by another run, and not by this one",
      { 2: other, 3: { ...mine, state: "not-sent" } },
      { command, attempt: 2 },
      true,
    ],
    ["does not exist for a run without a command", { 2: { ...other, command: "" } }, {}, false],
  ])("%s", async (_, markers, criteria, duplicate) => {
    expect((await search(thread("issue", 5, markers), criteria)).found.duplicate).toBe(duplicate);
  });

  test("is no reason to skip a re-run whose first attempt left only its first comment", async () => {
    const gitHub = thread("issue", 3, { 2: other });
    const pending = { ...marker, ...mine, job: "", state: "sent" as const };
    gitHub.write("docs[bot]", codec.encodePending("issue", pending));
    const { found } = await search(gitHub, { command, attempt: 2 });
    expect(found).toMatchObject({ duplicate: false, pendingFound: true });
  });
});

describe("the comment to edit", () => {
  const comment = "key-of-a-workflow-job";

  test.each<[string, Markers, string | undefined, number | undefined]>([
    ["is the newest with the same key", { 2: { comment, time: 1 }, 4: { comment, time: 2 } }, comment, 4],
    ["may have no job", { 2: { comment, job: "" } }, comment, 2],
    ["has no other key", { 2: { comment: "other" } }, comment, undefined],
    ["is not that of a command", { 2: { comment: "" } }, comment, undefined],
    ["does not exist for a run with a comment of its own", { 2: { comment: "" } }, undefined, undefined],
  ])("%s", async (_, markers, key, expected) => {
    const gitHub = thread("issue", 5, markers);
    const { found } = await search(gitHub, { comment: key });
    expect(found.comment?.id).toBe(expected && gitHub.issueComments[expected - 1]?.id);
  });

  test("is searched for beyond the thread's newest job", async () => {
    const gitHub = thread("issue", 250, {
      20: { comment, job: "old", time: 1 },
      240: { job: "new", time: 2 },
    });
    const { found, latest, pages } = await search(gitHub, { comment });
    expect([latest, found.comment?.id, pages]).toEqual(["new", gitHub.issueComments[19]?.id, [3, 2, 1]]);
  });
});

describe("GitHub", () => {
  test.each([403, 404, 500])("refusing any page with HTTP %i is an error", async (status) => {
    for (const path of [/^\/issues\/7\/comments/, /^\/pulls\/7\/comments/, /page=2$/]) {
      const gitHub = thread("issue", 350);
      gitHub.refuse({ path, status });
      const found = search(gitHub, { pull: true });
      await expect(found).rejects.toBeInstanceOf(GitHubError);
      await expect(found).rejects.toMatchObject({ status });
    }
  });

  test("failing for a while is asked again", async () => {
    const gitHub = thread("issue", 5, { 2: { job: "found" } });
    gitHub.refuse({ path: /comments/, status: 502, times: 2 });
    expect((await search(gitHub)).latest).toBe("found");
  });

  test("may return comments without a body", async () => {
    const gitHub = thread("issue", 3, { 1: { job: "found" } });
    for (const comment of gitHub.issueComments.slice(1)) Reflect.set(comment, "body", null);
    expect((await search(gitHub)).latest).toBe("found");
  });
});
