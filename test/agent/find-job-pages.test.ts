import { describe, expect, it } from "vitest";
import { findJob, interruptedJobId, nothingFound, type SearchCriteria } from "../../src/agent/find-job.ts";
import { type JobMarker, JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";

const place = { repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "acme" };
const codec = new JobMarkerCodec("mint_0123456789abcdef", place);
const first: JobMarker = {
  conversation: "thread",
  job: "first",
  sent: true,
  runId: "1001",
  attempt: 1,
  digest: "d",
  time: 1000,
};

/** A thread of that many comments of a kind, of which those named by their number hold a marker. */
function thread(
  kind: "issue" | "review",
  length: number,
  own: Record<number, Partial<JobMarker>>,
): FakeGitHub {
  const gitHub = new FakeGitHub();
  for (let number = 1; number <= length; number++) {
    const comment = kind === "issue" ? gitHub.write("reader", "x") : gitHub.writeInline("reader", "x");
    const marker = own[number];
    if (marker !== undefined)
      comment.body = codec.encode({ place: kind, id: comment.id }, { ...first, ...marker });
  }
  return gitHub;
}

/** What is found in the comments of a kind, and the pages that are read for it. */
async function searched(
  gitHub: FakeGitHub,
  { kind = "issue", wanted = {} }: { kind?: "issue" | "review"; wanted?: Partial<SearchCriteria> } = {},
) {
  const { gitHub: client, requests } = clientOf(gitHub);
  const about = { number: 7, isPullRequest: kind === "review", comments: gitHub.issueComments.length };
  const all = { conversation: "thread", rerunOf: undefined, ...wanted };
  const { latest, rerun } = await findJob(client, codec, about, all);
  const pages = requests
    .filter((request) => request.includes(kind === "issue" ? "/issues/" : "/pulls/"))
    .map((request) => Number(/[?&]page=(\d+)/.exec(request)?.[1]));
  return { latest: latest?.marker.job, rerun: rerun?.marker.job, pages };
}

/** The numbers from one to another, in either direction. */
function pagesFrom(from: number, to: number): number[] {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * step);
}

describe("review comments", () => {
  it.each([
    [100, [1]],
    [101, [1, 2]],
    [500, [1, 2, 3, 4, 5]],
    [501, [1, 2, 3, 4, 5, 6]],
  ])("are read to the oldest of %i", async (length, pages) => {
    const { latest, pages: read } = await searched(thread("review", length, { 1: {} }), { kind: "review" });
    expect([latest, read]).toEqual(["first", pages]);
  });

  it("are read four pages at once, and no further than the batch that holds a marker", async () => {
    const gitHub = thread("review", 1200, { 950: { job: "recent" }, 1: {} });
    expect(await searched(gitHub, { kind: "review" })).toMatchObject({
      latest: "recent",
      pages: [1, 2, 3, 4, 5],
    });
  });
});

describe("a thread longer than GitHub shows", () => {
  it("is read for a hundred issue pages beside the newest", async () => {
    const { pages } = await searched(thread("issue", 10_350, {}));
    expect(pages).toEqual(pagesFrom(104, 4));
  });

  it("is read for a hundred review pages", async () => {
    const { pages } = await searched(thread("review", 10_350, {}), { kind: "review" });
    expect(pages).toEqual(pagesFrom(1, 100));
  });
});

describe("on a re-run", () => {
  const rerunOf = { runId: "1001", attempt: 2, digest: "d" };

  it("pages are read on behind newer memories until the request's own is found", async () => {
    const gitHub = thread("review", 700, { 650: { job: "newer", runId: "1002", time: 2000 }, 20: {} });
    const found = await searched(gitHub, { kind: "review", wanted: { rerunOf } });
    expect(found).toEqual({ latest: "newer", rerun: "first", pages: [1, 2, 3, 4, 5, 6, 7] });
  });

  it("and on a first run nothing is taken for an earlier attempt", async () => {
    expect(await searched(thread("issue", 3, { 2: { attempt: 0 } }))).toMatchObject({
      latest: "first",
      rerun: undefined,
    });
  });
});

describe("the job that an earlier attempt began", () => {
  const comment = { id: 101, place: "issue", body: "", url: "" } as const;
  const recalled = (more: Partial<JobMarker>) => ({
    pendingFound: false,
    rerun: { marker: { ...first, ...more }, comment },
  });

  it.each<[string, Partial<JobMarker>, string | undefined]>([
    ["is known when it sent its request", { sent: true }, "first"],
    ["is unknown when it never learnt of it", { sent: true, job: "" }, ""],
    ["is none when it sent nothing, though it spoke of the thread's", { sent: false }, undefined],
  ])("%s", (_, marker, expected) => {
    expect(interruptedJobId(recalled(marker))).toBe(expected);
  });

  it("is none without such an attempt, whatever the thread's job is", () => {
    expect(interruptedJobId(nothingFound)).toBeUndefined();
    const known = { ...nothingFound, latest: { marker: first, comment } };
    expect(interruptedJobId(known)).toBeUndefined();
  });
});
