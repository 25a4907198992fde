import { describe, expect, test } from "vitest";
import {
  commentKey as commentKeyOf,
  type JobMarker,
  JobMarkerCodec,
  type MarkerScope,
  requestDigest,
} from "../../src/agent/job-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { HmacSigner } from "../../src/github/hmac-signer.ts";
import { getRunContext } from "../../src/run-context.ts";
import { cpuMs } from "../cpu-time.ts";
import { codec, commentKey, key, marker, scope } from "./job-marker-fixture.ts";

const encoded = codec.encode(commentKey, marker);
const comment = (body: string, more: Partial<Comment> = {}): Comment => ({
  ...commentKey,
  url: "",
  body,
  ...more,
});
const decode = (body: string, more: Partial<Comment> = {}) => codec.decode(comment(body, more));

/** A marker with any content, signed as the first version signs: threads keep such markers for years. */
function signed(content: string): string {
  const encodedContent = Buffer.from(content).toString("base64url");
  const parts = ["acme/site", 7, "issue", 41, "https://docs.example.com", "acme", encodedContent];
  return `<!-- docs-agent:job ${encodedContent}.${new HmacSigner(key, "job marker, version 1").sign(parts)} -->`;
}

describe("a marker", () => {
  test("of the first version is read by every later version", () => {
    const stored =
      "<!-- docs-agent:job eyJjb252ZXJzYXRpb24iOiJ0aHJlYWQiLCJjb21tZW50IjoiIiwiam9iIjoiam9iXzdmM2EiLCJzdGF0ZSI6ImFjY2VwdGVkIiwicHJMaW5rIjoiaHR0cHM6Ly9naXRodWIuY29tL2FjbWUvZG9jcy9wdWxsLzMiLCJjb21tYW5kIjoiaXNzdWUtY29tbWVudDo0MSIsImxpbmtlZFByIjowLCJpc0xpbmsiOmZhbHNlLCJydW5JZCI6IjEwMDEiLCJhdHRlbXB0IjoxLCJkaWdlc3QiOiJ2WF9Na0dIMVA4Ty0tV18wZFpkTUVSIiwidGltZSI6MTc5NDgxOTY2MDAwMH0.diXsX1qRoN5HPHX5pZsQ30JhWfzX3rv8XX28y0y7Z7E -->";
    expect(decode(stored)).toEqual(marker);
    expect(encoded).toBe(stored);
    expect(signed(JSON.stringify(marker))).toBe(stored);
  });

  test("is valid for a repository whose name changed only in case", () => {
    const other = new JobMarkerCodec(key, { ...scope, repository: "Acme/Site" });
    expect(other.decode(comment(encoded))).toEqual(marker);
  });

  test("holds its content in plain text and nothing of the key", () => {
    const [, content = ""] = /job ([\w-]+)\./.exec(encoded) ?? [];
    expect(JSON.parse(Buffer.from(content, "base64url").toString())).toEqual(marker);
    expect(encoded).not.toContain(key);
  });

  test("of a comment without an id is valid in its thread for any comment of its kind, and only as pending", () => {
    const pending = codec.encodePending("review", marker);
    for (const id of [41, 42]) {
      expect(codec.decodePending(comment(pending, { place: "review", id }))).toEqual(marker);
      expect(decode(pending, { place: "review", id })).toBeUndefined();
    }
    expect(codec.decodePending(comment(pending))).toBeUndefined();
    expect(codec.decodePending(comment(encoded))).toBeUndefined();
    expect(new JobMarkerCodec(key, { ...scope, thread: 8 }).decodePending(comment(pending))).toBeUndefined();
  });
});

describe("a marker does not verify", () => {
  test("with any one byte changed, removed or added", () => {
    for (let index = 0; index < encoded.length; index++) {
      const [before, after] = [encoded.slice(0, index), encoded.slice(index + 1)];
      const byte = encoded.charCodeAt(index);
      for (const other of [byte ^ 1, byte ^ 2, byte ^ 4, byte ^ 0x20])
        expect(decode(before + String.fromCharCode(other) + after), `${index} as ${other}`).toBeUndefined();
      expect(decode(before + after), `without ${index}`).toBeUndefined();
      // Any text may precede the marker.
      if (index > 0) expect(decode(`${before}A${encoded.slice(index)}`), `before ${index}`).toBeUndefined();
    }
  });

  test("with other content or without its signature", () => {
    const [, content = "", signature = ""] = /job ([\w-]+)\.([\w-]+)/.exec(encoded) ?? [];
    const other = Buffer.from(JSON.stringify({ ...marker, job: "job_evil" })).toString("base64url");
    for (const text of [`${other}.${signature}`, `${content}.${"A".repeat(43)}`, `${content}.`, content])
      expect(decode(`<!-- docs-agent:job ${text} -->`)).toBeUndefined();
  });

  test.each<[string, Partial<Comment>]>([
    ["another comment", { id: 42 }],
    ["a review comment of the same id", { place: "review" }],
  ])("in %s", (_, more) => {
    expect(decode(encoded, more)).toBeUndefined();
  });

  test.each<[string, Partial<MarkerScope>]>([
    ["another thread", { thread: 8 }],
    ["another repository", { repository: "acme/other" }],
    ["a repository with a similar name", { repository: "acme/site2" }],
    ["another project", { project: "acme2" }],
    ["another service", { origin: "https://docs.example.net" }],
    ["the service at another port", { origin: "https://docs.example.com:8443" }],
  ])("for %s", (_, more) => {
    expect(new JobMarkerCodec(key, { ...scope, ...more }).decode(comment(encoded))).toBeUndefined();
  });

  test.each(["mint_0123456789abcdeF", "mint_0123456789abcdef ", "x"])("under another key: %j", (other) => {
    expect(new JobMarkerCodec(other, scope).decode(comment(encoded))).toBeUndefined();
  });

  test("where digits move from one signed field to the next", () => {
    const other = new JobMarkerCodec(key, { ...scope, thread: 71 });
    expect(other.decode(comment(codec.encode({ place: "issue", id: 141 }, marker)))).toBeUndefined();
  });
});

describe("signed content of the wrong shape is ignored, and the next marker counts", () => {
  test.each<[string, string | Partial<Record<keyof JobMarker, unknown>>]>([
    ["no JSON", "{"],
    ["no object", "null"],
    ["an empty object", "{}"],
    ["a job with white space", { job: "a b" }],
    ["a job with a line break", { job: "a\nb" }],
    ["a job that starts with white space", { job: " job_1" }],
    ["a job that ends with a line break", { job: "job_1\n" }],
    ["a job with an invisible character", { job: "job\u200b_1" }],
    ["a job of more than 256 characters", { job: "j".repeat(257) }],
    ["a job that is a number", { job: 5 }],
    ["a run that is a number", { runId: 1001 }],
    ["an attempt that is not whole", { attempt: 1.5 }],
    ["a digest of null", { digest: null }],
    ["a time that is text", { time: "today" }],
    ["no state", { state: undefined }],
    ["an unknown state", { state: "done" }],
    ["no conversation", { conversation: null }],
    ["no command", { command: undefined }],
    ["a link that is no text", { prLink: null }],
    ["a linked pull request that is no number", { linkedPr: "3" }],
    ["a link comment that is no boolean", { isLink: 1 }],
    ["a shared comment of null", { comment: null }],
  ])("%s", (_, content) => {
    const text = typeof content === "string" ? content : JSON.stringify({ ...marker, ...content });
    expect(decode(signed(text))).toBeUndefined();
    expect(decode(signed(text) + encoded)).toEqual(marker);
  });

  test("but a job of 256 characters is read", () => {
    const job = "j".repeat(256);
    expect(decode(signed(JSON.stringify({ ...marker, job })))?.job).toBe(job);
  });
});

describe("a comment with several markers", () => {
  const forged = codec.encode({ place: "issue", id: 42 }, marker);

  test("has the one that verifies, in any place", () => {
    for (const body of [`${forged}\n${encoded}`, `${encoded}\n${forged}`, forged.repeat(2) + encoded])
      expect(decode(body)).toEqual(marker);
  });

  test("is read up to the third", () => {
    expect(decode(forged.repeat(3) + encoded)).toBeUndefined();
    expect(decode(forged.repeat(300))).toBeUndefined();
  });
});

test("a marker of up to 6,000 characters is read", () => {
  // JSON allows white space at its end.
  const content = (length: number) => JSON.stringify(marker).padEnd((length * 3) / 4);
  expect(Buffer.from(content(6000)).toString("base64url")).toHaveLength(6000);
  expect(decode(signed(content(6000)))).toEqual(marker);
  expect(decode(signed(content(6004)))).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["many starts of a marker", "<!-- docs-agent:job ".repeat(3200)],
  ["one marker of 65,000 letters", `<!-- docs-agent:job ${"A".repeat(65_000)}`],
  ["one marker of 65,000 dots", `<!-- docs-agent:job ${".".repeat(65_000)}`],
  ["null bytes", "\0".repeat(65_536)],
])("a comment of 65,536 characters is read in little time: %s", (_, body) => {
  expect(cpuMs(() => expect(decode(body)).toBeUndefined())).toBeLessThan(5000);
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
  const own = commentKeyOf(context, "thread");

  test("is the same in every run, attempt and step of a workflow's job", () => {
    expect(own).toMatch(/^[\w-]{22}$/);
    expect(commentKeyOf({ ...context, runId: "9", attempt: 1, step: "x" }, "thread")).toBe(own);
  });

  test.each<[string, Partial<typeof context>, string]>([
    ["job", { job: "other" }, "thread"],
    ["workflow", { workflow: "Other" }, "thread"],
    ["workflow and job that read the same together", { workflow: "Docsdocs", job: "" }, "thread"],
    ["conversation", {}, "leg-a"],
    ["conversation in another case", {}, "Thread"],
  ])("is another one for another %s", (_, more, conversation) => {
    expect(commentKeyOf({ ...context, ...more }, conversation)).not.toBe(own);
  });
});
