import { describe, expect, test } from "vitest";
import { JobMarkerCodec, requestDigest, sharedCommentKey } from "../../../src/agent/thread/job-marker.ts";
import type { RequestState } from "../../../src/agent/thread/request-state.ts";
import { HmacSigner } from "../../../src/comments/hmac-signer.ts";
import type { MarkerScope } from "../../../src/comments/signed-marker.ts";
import type { Comment } from "../../../src/github/client.ts";
import { getRunContext } from "../../../src/runner/run-context.ts";
import { codec, commentKey, key, marker, scope } from "./job-marker-fixture.ts";

const encoded = codec.encode(commentKey, marker);
const comment = (body: string, more: Partial<Comment> = {}): Comment => ({
  ...commentKey,
  url: "",
  login: undefined,
  body,
  ...more,
});
const decode = (body: string, more: Partial<Comment> = {}) => codec.decode(comment(body, more));

/** A marker with any content. The signature stays what it was in form 1: threads keep such markers for years. */
function signed(content: unknown): string {
  const encodedContent = Buffer.from(
    typeof content === "string" ? content : JSON.stringify(content),
  ).toString("base64url");
  const parts = ["acme/site", 7, "issue", 41, "https://docs.example.com", "acme", encodedContent];
  return `<!-- docs-agent:job ${encodedContent}.${new HmacSigner(key, "job marker, version 1").sign(parts)} -->`;
}

/** The content of the marker of form 2 that stores `marker`. Threads keep it for years, so its names and order stay. */
const stored = {
  ...{ form: 2, conversation: "thread", command: "issue-comment:41", isLink: false, comment: "" },
  firstBody: "oQm3Zq0vX9uA1Hc8dYk2LrT7sWfE5bNjG4pViKxMzC0",
  job: { id: "job_7f3a", prLink: "https://github.com/acme/docs/pull/3", at: 1_794_819_600_000 },
  linkedPr: 0,
  request: {
    ...{ runId: "1001", attempt: 1, digest: "vX_MkGH1P8O--W_0dZdMER" },
    state: { kind: "accepted", jobId: "job_7f3a", as: "job", at: 1_794_819_600_000 },
    time: 1_794_819_660_000,
  },
  earlier: [],
};

/** The content of a marker of form 1, as the first version wrote it. */
const firstForm = {
  ...{ conversation: "thread", comment: "", job: "job_7f3a", state: "accepted" },
  ...{ prLink: "https://github.com/acme/docs/pull/3", command: "issue-comment:41", linkedPr: 0 },
  ...{ isLink: false, runId: "1001", attempt: 1, digest: "vX_MkGH1P8O--W_0dZdMER", time: 1_794_819_660_000 },
};

describe("a marker", () => {
  test("holds its form and its content in plain text", () => {
    const [, content = ""] = /job ([\w-]+)\./.exec(encoded) ?? [];
    expect(Buffer.from(content, "base64url").toString()).toBe(JSON.stringify(stored));
    expect(encoded).toBe(signed(stored));
    expect(decode(encoded)).toEqual(marker);
  });

  test("of a shared comment holds its key, and the pull request that is linked to the thread", () => {
    const shared = { ...marker, sharedKey: "k".repeat(22), linkedPr: 9 };
    const content = { ...stored, comment: "k".repeat(22), linkedPr: 9 };
    expect(codec.encode(commentKey, shared)).toBe(signed(content));
    expect(decode(signed(content))).toEqual(shared);
  });

  test("of a shared comment keeps the requests before it", () => {
    const states: RequestState[] = [
      { kind: "not-sent" },
      { kind: "sent", to: undefined },
      { kind: "sent", to: "job_1" },
      { kind: "accepted", jobId: "job_1", as: "follow-up", at: 5 },
      { kind: "ended", jobId: "job_1", as: "job", at: 5, result: "no-changes" },
    ];
    const earlier = states.map((state, index) => ({ ...marker.request, runId: `${index}`, state }));
    expect(decode(codec.encode(commentKey, { ...marker, earlier }))).toEqual({ ...marker, earlier });
  });

  test("is valid for a repository whose name changed only in case", () => {
    const other = new JobMarkerCodec(key, { ...scope, repository: "Acme/Site" });
    expect(other.decode(comment(encoded))).toEqual(marker);
  });

  test("leaves out a link of more than 2,000 characters, and keeps the job", () => {
    const link = (length: number) => "https://x.org/".padEnd(length, "a");
    const read = (prLink: string) =>
      decode(codec.encode(commentKey, { ...marker, job: { id: "job_1", prLink, at: 1 } }))?.job;
    expect(read(link(2000))).toEqual({ id: "job_1", prLink: link(2000), at: 1 });
    expect(read(link(2001))).toEqual({ id: "job_1", at: 1 });
  });

  test("of a first body is read as one, with the signature that later markers name", () => {
    const { marker: first, signature } = codec.encodeFirst("issue", marker);
    expect(codec.decodeFirst(comment(first))).toEqual({ ...marker, firstBody: signature });
    expect([decode(first), codec.decodeFirst(comment(encoded))]).toEqual([undefined, undefined]);
  });

  test.each<[string, Partial<MarkerScope>]>([
    ["another thread", { thread: 8 }],
    ["another repository", { repository: "acme/other" }],
    ["a repository with a similar name", { repository: "acme/site2" }],
    ["another project", { project: "acme2" }],
    ["another service", { origin: "https://docs.example.net" }],
    ["the service at another port", { origin: "https://docs.example.com:8443" }],
  ])("does not verify for %s, nor does a first body", (_, more) => {
    const other = new JobMarkerCodec(key, { ...scope, ...more });
    expect(other.decode(comment(encoded))).toBeUndefined();
    expect(other.decodeFirst(comment(codec.encodeFirst("issue", marker).marker))).toBeUndefined();
  });

  test("does not verify where digits move from one signed field to the next", () => {
    const other = new JobMarkerCodec(key, { ...scope, thread: 71 });
    expect(other.decode(comment(codec.encode({ place: "issue", id: 141 }, marker)))).toBeUndefined();
  });
});

describe("a marker of another version", () => {
  test("of form 1 is still read", () => {
    const written =
      "<!-- docs-agent:job eyJjb252ZXJzYXRpb24iOiJ0aHJlYWQiLCJjb21tZW50IjoiIiwiam9iIjoiam9iXzdmM2EiLCJzdGF0ZSI6ImFjY2VwdGVkIiwicHJMaW5rIjoiaHR0cHM6Ly9naXRodWIuY29tL2FjbWUvZG9jcy9wdWxsLzMiLCJjb21tYW5kIjoiaXNzdWUtY29tbWVudDo0MSIsImxpbmtlZFByIjowLCJpc0xpbmsiOmZhbHNlLCJydW5JZCI6IjEwMDEiLCJhdHRlbXB0IjoxLCJkaWdlc3QiOiJ2WF9Na0dIMVA4Ty0tV18wZFpkTUVSIiwidGltZSI6MTc5NDgxOTY2MDAwMH0.diXsX1qRoN5HPHX5pZsQ30JhWfzX3rv8XX28y0y7Z7E -->";
    expect(written).toBe(signed(firstForm));
    expect(decode(written)).toEqual({
      ...{ conversation: "thread", sharedKey: undefined, command: "issue-comment:41", isLink: false },
      ...{ firstBody: "", linkedPr: undefined, earlier: [] },
      job: { id: "job_7f3a", prLink: "https://github.com/acme/docs/pull/3", at: 1_794_819_660_000 },
      request: {
        ...{ runId: "1001", attempt: 1, digest: "vX_MkGH1P8O--W_0dZdMER", time: 1_794_819_660_000 },
        state: { kind: "accepted", jobId: "job_7f3a", as: "job", at: 1_794_819_660_000 },
      },
    });
  });

  test.each<[string, string, RequestState]>([
    ["not-sent", "job_1", { kind: "not-sent" }],
    ["sent", "", { kind: "sent", to: undefined }],
    ["unknown", "", { kind: "sent", to: undefined }],
    ["unknown", "job_1", { kind: "sent", to: "job_1" }],
    // No version wrote this.
    ["accepted", "", { kind: "sent", to: undefined }],
  ])("of form 1, %s with the job %j, says no more than it did", (state, job, expected) => {
    const read = decode(signed({ ...firstForm, state, job }));
    expect(read?.request.state).toEqual(expected);
    expect(read?.job?.id).toBe(job === "" ? undefined : job);
  });

  test("may have fields that this one does not know", () => {
    const request = { ...marker.request, tokens: 7 };
    const job = { ...marker.job, branch: "main" };
    expect(decode(signed({ ...stored, form: 3, request, job, later: { a: 1 } }))).toEqual(marker);
  });

  test("may lack fields, which have a default", () => {
    const { conversation, request } = marker;
    expect(decode(signed({ form: 3, conversation, request }))).toEqual({
      ...{ conversation, request, sharedKey: undefined, command: "", isLink: false, firstBody: "" },
      ...{ linkedPr: undefined, job: undefined, earlier: [] },
    });
    const job = { id: "job_1", at: 1 };
    expect(decode(signed({ ...stored, job }))?.job).toEqual({ ...job, prLink: undefined });
  });

  test.each<[string, string]>([
    ["of form 1", signed({ ...firstForm, prLink: "" })],
    ["of an earlier form 2", signed({ ...stored, job: { id: "job_1", prLink: "", at: 1 } })],
  ])("%s has an empty link where the job has no pull request", (_, stored) => {
    expect([decode(stored)?.job?.id, decode(stored)?.job?.prLink]).toEqual([expect.any(String), undefined]);
  });

  test.each(["turn", undefined])(
    "may say that a request was accepted as %s: it is watched as a job",
    (as) => {
      const state = { ...marker.request.state, as };
      const read = decode(signed({ ...stored, request: { ...marker.request, state } }));
      expect(read?.request.state).toEqual({ ...state, as: "job" });
    },
  );

  test.each<[string, unknown]>([
    ["of another kind", { kind: "paused", jobId: "job_1" }],
    ["that is no object", "done"],
    ["that is missing", undefined],
    ["with a result of another kind", { ...marker.request.state, kind: "ended", result: "merged" }],
  ])("may have a state %s: then the request may have been sent", (_, state) => {
    const request = { ...marker.request, state };
    const read = decode(signed({ ...stored, request, earlier: [request] }));
    expect(read?.request.state).toEqual({ kind: "sent", to: undefined });
    expect(read?.earlier[0]?.state).toEqual({ kind: "sent", to: undefined });
  });
});

describe("signed content of the wrong shape is ignored", () => {
  const job = (id: unknown) => ({ ...stored, job: { ...marker.job, id } });
  const request = (more: object) => ({ ...stored, request: { ...marker.request, ...more } });

  test.each<[string, unknown]>([
    ["no JSON", "{"],
    ["no object", "null"],
    ["an empty object", {}],
    ["a job with white space", job("a b")],
    ["a job with a line break", job("job_1\n")],
    ["a job with an invisible character", job("job\u200b_1")],
    ["a job of more than 256 characters", job("j".repeat(257))],
    ["a job that is a number", job(5)],
    ["no request", { ...stored, request: undefined }],
    ["a run that is a number", request({ runId: 1001 })],
    ["an attempt that is not whole", request({ attempt: 1.5 })],
    ["a digest of null", request({ digest: null })],
    ["a time that is text", request({ time: "today" })],
    ["no conversation", { ...stored, conversation: null }],
    ["a command of null", { ...stored, command: null }],
    ["a link comment that is no boolean", { ...stored, isLink: 1 }],
    ["an earlier request that is none", { ...stored, earlier: [{}] }],
    ["form 1 without a state", { ...firstForm, state: undefined }],
    ["form 1 with an unknown state", { ...firstForm, state: "done" }],
  ])("%s", (_, content) => {
    expect(decode(signed(content))).toBeUndefined();
  });

  test("but a job of 256 characters is read", () => {
    expect(decode(signed(job("j".repeat(256))))?.job?.id).toBe("j".repeat(256));
  });
});

const context = getRunContext({
  GITHUB_WORKFLOW: "Docs",
  GITHUB_JOB: "docs",
  GITHUB_ACTION: "__docs-agent",
  GITHUB_RUN_ID: "1001",
  GITHUB_RUN_ATTEMPT: "2",
});

describe("the digest of a request", () => {
  const digest = requestDigest(context, "Do it", "thread");

  test("is the same in every run and attempt", () => {
    expect(requestDigest({ ...context, runId: "9", attempt: 3 }, "Do it", "thread")).toBe(digest);
  });

  test.each([
    ["prompt", {}, "Do it "],
    ["workflow", { workflow: "Other" }, "Do it"],
    ["job", { job: "other" }, "Do it"],
    ["step", { step: "__docs-agent_2" }, "Do it"],
  ])("changes with the %s", (_, more, prompt) => {
    expect(requestDigest({ ...context, ...more }, prompt, "thread")).not.toBe(digest);
  });

  test("changes with the conversation, as the legs of a matrix have one each", () => {
    expect(requestDigest(context, "Do it", "leg-a")).not.toBe(digest);
  });

  test.each(["", "x", "x".repeat(65_536), "\0\ud800"])("has 22 characters for any prompt", (prompt) => {
    expect(requestDigest(context, prompt, "thread")).toMatch(/^[\w-]{22}$/);
  });
});

describe("the shared comment", () => {
  const own = sharedCommentKey(context, "thread");

  test("is the same in every run, attempt and step of a workflow's job", () => {
    expect(own).toMatch(/^[\w-]{22}$/);
    expect(sharedCommentKey({ ...context, runId: "9", attempt: 1, step: "x" }, "thread")).toBe(own);
  });

  test.each<[string, Partial<typeof context>, string]>([
    ["job", { job: "other" }, "thread"],
    ["workflow", { workflow: "Other" }, "thread"],
    ["workflow and job that read the same together", { workflow: "Docsdocs", job: "" }, "thread"],
    ["conversation", {}, "leg-a"],
    ["conversation in another case", {}, "Thread"],
  ])("is another one for another %s", (_, more, conversation) => {
    expect(sharedCommentKey({ ...context, ...more }, conversation)).not.toBe(own);
  });
});
