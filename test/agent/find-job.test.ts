import { describe, expect, test } from "vitest";
import { findJob, type SearchCriteria } from "../../src/agent/find-job.ts";
import { type JobMarker, JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { GitHubError } from "../../src/github/client.ts";
import { clientOf, type FakeComment, FakeGitHub } from "../github/fake-github.ts";

const place = {
  repository: "acme/site",
  thread: 7,
  origin: "https://docs.example.com",
  project: "acme",
};
const codec = new JobMarkerCodec("mint_0123456789abcdef", place);
const inThread: SearchCriteria = { conversation: "thread", rerunOf: undefined };

function remember(comment: FakeComment, kind: "issue" | "review", more: Partial<JobMarker> = {}): void {
  const marker: JobMarker = {
    conversation: "thread",
    job: "job_1",
    sent: true,
    runId: "1001",
    attempt: 1,
    digest: "d",
    time: 1000,
    ...more,
  };
  comment.body = `<!-- docs-agent:v1 -->\n\n${codec.encode({ place: kind, id: comment.id }, marker)}`;
}

/** A thread with that many comments; `own` says which of them, from 1, are ours and what they remember. */
function thread(length: number, own: Record<number, Partial<JobMarker>> = {}): FakeGitHub {
  const gitHub = new FakeGitHub();
  for (let index = 1; index <= length; index++) {
    const comment = gitHub.write("reader", `chatter ${index}`);
    const marker = own[index];
    if (marker !== undefined) remember(comment, "issue", marker);
  }
  return gitHub;
}

async function recalled(
  gitHub: FakeGitHub,
  options: { comments?: number | undefined; pull?: boolean; wanted?: SearchCriteria } = {},
) {
  const { gitHub: client, requests } = clientOf(gitHub);
  const counted = "comments" in options ? options.comments : gitHub.issueComments.length;
  const about = { number: 7, isPullRequest: options.pull ?? false, comments: counted };
  const { latest, newest, rerun } = await findJob(client, codec, about, options.wanted ?? inThread);
  const pages = requests.map((request) => `${request.split("/")[1]} ${/[?&]page=(\d+)/.exec(request)?.[1]}`);
  return { latest: latest?.marker.job, rerun: rerun?.marker.job, pages, found: latest, newest };
}

describe("a thread's newest marker", () => {
  test("is found with one request in a thread of one page", async () => {
    const { latest, pages } = await recalled(
      thread(60, { 3: { job: "job_3", time: 3 }, 9: { job: "job_9", time: 9 } }),
    );
    expect(latest).toBe("job_9");
    expect(pages).toEqual(["issues 1"]);
  });

  test("is not there in a thread without comments, or without ours", async () => {
    expect(await recalled(thread(0))).toMatchObject({ latest: undefined, pages: ["issues 1"] });
    expect(await recalled(thread(5))).toMatchObject({ latest: undefined, pages: ["issues 1"] });
  });

  test("goes by the signed time, not by the place", async () => {
    const { latest } = await recalled(
      thread(60, { 3: { job: "newer", time: 9 }, 9: { job: "older", time: 3 } }),
    );
    expect(latest).toBe("newer");
  });

  test("comes with its comment, which a later run edits", async () => {
    const gitHub = thread(5, { 2: { job: "job_2" } });
    const { found } = await recalled(gitHub);
    expect(found?.comment).toMatchObject({ id: gitHub.issueComments[1]?.id, place: "issue" });
  });

  test("of a job stays when later requests came to none, while the newest comment is theirs", async () => {
    const gitHub = thread(250, { 20: { job: "job_20", time: 2 }, 249: { job: "", sent: true, time: 3 } });
    const { latest, newest, pages } = await recalled(gitHub);
    expect([latest, newest?.marker.time, newest?.comment.id]).toEqual([
      "job_20",
      3,
      gitHub.issueComments[248]?.id,
    ]);
    expect(pages).toEqual(["issues 3", "issues 2", "issues 1"]);
  });

  test("of another conversation is not taken", async () => {
    const gitHub = thread(20, {
      2: { job: "of-the-thread", time: 1 },
      4: { job: "of-a-job", conversation: "run:Docs/docs", time: 2 },
    });
    expect((await recalled(gitHub)).latest).toBe("of-the-thread");
    const wanted = { conversation: "run:Docs/docs", rerunOf: undefined };
    expect((await recalled(gitHub, { wanted })).latest).toBe("of-a-job");
    expect((await recalled(gitHub, { wanted: { ...wanted, conversation: "run:Docs/other" } })).latest).toBe(
      undefined,
    );
  });

  test("that is forged, altered or copied is passed over", async () => {
    const gitHub = thread(3, { 1: { job: "ours", time: 1 } });
    const [own] = gitHub.issueComments;
    gitHub.write("outsider", own?.body ?? "");
    gitHub.write("outsider", (own?.body ?? "").replace("memory e", "memory f"));
    remember(gitHub.writeInline("outsider", ""), "issue", { job: "of-the-other-kind", time: 99 });
    expect((await recalled(gitHub, { pull: true })).latest).toBe("ours");
  });
});

describe("in 2,000 comments", () => {
  test("the last page is read first, by the event's count", async () => {
    const { latest, pages } = await recalled(
      thread(2000, { 1950: { job: "recent" }, 20: { job: "old", time: 1 } }),
    );
    expect(latest).toBe("recent");
    expect(pages).toEqual(["issues 20"]);
  });

  test("further pages follow backwards, four at once, until there is one", async () => {
    const { latest, pages } = await recalled(
      thread(2000, { 1150: { job: "far-back" }, 20: { job: "older", time: 1 } }),
    );
    expect(latest).toBe("far-back");
    expect(pages).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12].map((page) => `issues ${page}`));
  });

  test("without any of ours every page is read once", async () => {
    const { latest, pages } = await recalled(thread(2000));
    expect(latest).toBeUndefined();
    expect(pages).toEqual(Array.from({ length: 20 }, (_, index) => `issues ${20 - index}`));
  });

  test("the very first comment is found", async () => {
    expect((await recalled(thread(2000, { 1: { job: "first" } }))).latest).toBe("first");
  });
});

describe("the event's count", () => {
  const gitHub = () => thread(350, { 340: { job: "newest", time: 9 }, 150: { job: "old", time: 1 } });

  test.each<[string, number | undefined, number[]]>([
    ["right", 350, [4]],
    ["missing", undefined, [1, 4, 3, 2]],
    ["zero", 0, [1, 4, 3, 2]],
    ["too low, as more were written since", 250, [3, 4, 2, 1]],
    ["too high, as some were deleted since", 550, [6, 4, 3, 2, 1]],
  ])("%s leads to the newest marker", async (_, comments, pages) => {
    const result = await recalled(gitHub(), { comments });
    expect(result.latest).toBe("newest");
    expect(result.pages).toEqual(pages.map((page) => `issues ${page}`));
  });

  test("too low does not hide what is newer than the first find", async () => {
    const grown = thread(350, { 340: { job: "newest", time: 9 }, 250: { job: "old", time: 1 } });
    expect((await recalled(grown, { comments: 250 })).latest).toBe("newest");
  });
});

describe("review comments", () => {
  /** Review comments, the first of which is the oldest. */
  function reviewed(length: number, own: Record<number, Partial<JobMarker>>): FakeGitHub {
    const gitHub = new FakeGitHub();
    for (let index = 1; index <= length; index++) {
      const comment = gitHub.writeInline("reader", `remark ${index}`);
      const marker = own[index];
      if (marker !== undefined) remember(comment, "review", marker);
    }
    return gitHub;
  }

  test("are read newest first, beside the issue comments", async () => {
    const { latest, pages } = await recalled(reviewed(450, { 430: { job: "inline" } }), { pull: true });
    expect(latest).toBe("inline");
    expect(pages.toSorted()).toEqual(["issues 1", "pulls 1"]);
  });

  test("are read on until there is one", async () => {
    const { latest, pages } = await recalled(reviewed(650, { 20: { job: "inline" } }), { pull: true });
    expect(latest).toBe("inline");
    expect(pages.filter((page) => page.startsWith("pulls"))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((page) => `pulls ${page}`),
    );
  });

  test("are not asked for in an issue", async () => {
    expect((await recalled(reviewed(1, { 1: {} }))).pages).toEqual(["issues 1"]);
  });

  test("and issue comments together: the newest by its signed time counts", async () => {
    for (const [review, issue, newest] of [
      [2, 1, "in-the-review"],
      [1, 2, "in-the-thread"],
    ] as const) {
      const gitHub = thread(3, { 2: { job: "in-the-thread", time: issue } });
      remember(gitHub.writeInline("docs[bot]", ""), "review", { job: "in-the-review", time: review });
      expect((await recalled(gitHub, { pull: true })).latest).toBe(newest);
    }
  });
});

describe("what is found in one kind of comments", () => {
  test("does not end the search in the other, as the newer one may be there", async () => {
    const gitHub = thread(620, { 3: { job: "newest", time: 9 } });
    remember(gitHub.writeInline("docs[bot]", ""), "review", { job: "inline", time: 1 });
    expect((await recalled(gitHub, { pull: true })).latest).toBe("newest");
  });

  test("holds the other way round too", async () => {
    const gitHub = thread(3, { 2: { job: "in-the-thread", time: 1 } });
    const first = gitHub.writeInline("docs[bot]", "");
    for (let index = 0; index < 620; index++) gitHub.writeInline("reader", `remark ${index}`);
    remember(first, "review", { job: "newest", time: 9 });
    expect((await recalled(gitHub, { pull: true })).latest).toBe("newest");
  });
});

describe("on a re-run", () => {
  const rerunOf = { runId: "1001", attempt: 2, digest: "d" };
  const wanted = { ...inThread, rerunOf };

  test("what an earlier attempt of the same request began is found behind newer ones", async () => {
    const gitHub = thread(350, {
      20: { job: "mine", time: 1 },
      340: { job: "newer", runId: "1002", time: 9 },
    });
    expect(await recalled(gitHub, { wanted })).toMatchObject({ rerun: "mine", latest: "newer" });
  });

  test.each<[string, Partial<JobMarker>]>([
    ["another run", { runId: "1002" }],
    ["another prompt or step", { digest: "e" }],
    ["the same attempt", { attempt: 2 }],
    ["a later attempt", { attempt: 3 }],
    ["another conversation", { conversation: "run:Docs/docs" }],
  ])("%s is not taken for it", async (_, marker) => {
    expect((await recalled(thread(5, { 2: marker }), { wanted })).rerun).toBeUndefined();
  });

  test("of several attempts the newest counts", async () => {
    const gitHub = thread(9, { 2: { job: "first", time: 1 }, 4: { job: "second", attempt: 2, time: 2 } });
    const third = { ...wanted, rerunOf: { ...rerunOf, attempt: 3 } };
    expect((await recalled(gitHub, { wanted: third })).rerun).toBe("second");
  });
});

describe("comments that cannot be read", () => {
  test.each([403, 404, 500])("HTTP %i is told, wherever it comes from", async (status) => {
    for (const path of [/^\/issues\/7\/comments/, /^\/pulls\/7\/comments/, /page=2$/]) {
      const gitHub = thread(350);
      gitHub.refuse({ path, status });
      const found = recalled(gitHub, { pull: true });
      await expect(found).rejects.toBeInstanceOf(GitHubError);
      await expect(found).rejects.toMatchObject({ status });
    }
  });

  test("GitHub failing for a while is tried again", async () => {
    const gitHub = thread(5, { 2: { job: "found" } });
    gitHub.refuse({ path: /comments/, status: 502, times: 2 });
    expect((await recalled(gitHub)).latest).toBe("found");
  });

  test("bodies that are null or missing hold nothing", async () => {
    const gitHub = thread(3, { 1: { job: "found" } });
    for (const comment of gitHub.issueComments.slice(1)) Reflect.set(comment, "body", null);
    expect((await recalled(gitHub)).latest).toBe("found");
  });
});
