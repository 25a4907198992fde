import fc from "fast-check";
import { expect, it } from "vitest";
import { renderStatusComment } from "../../../src/agent/thread/comment-template.ts";
import {
  type JobMarker,
  maxEarlier,
  requestDigest,
  sharedCommentKey,
} from "../../../src/agent/thread/job-marker.ts";
import {
  endResults,
  type RequestRecord,
  type RequestState,
} from "../../../src/agent/thread/request-state.ts";
import type { Comment } from "../../../src/github/client.ts";
import { getRunContext } from "../../../src/runner/run-context.ts";
import { jobSchema } from "../../../src/service/schemas.ts";
import { plainUrl } from "../../../src/text/markdown.ts";
import { runs } from "../../runs.ts";
import { anyText } from "../../text/any-text.ts";
import { hostile } from "../../text/hostile.ts";
import { render } from "../../text/rendered.ts";
import { modelOf } from "./comment-model-fixture.ts";
import { codec, commentKey, marker as example } from "./job-marker-fixture.ts";

// Every id that the service may give a job.
const jobId = fc
  .oneof(
    hostile,
    anyText(256),
    fc.constantFrom("\u{10fffd}", "\u{1f680}", '"', "\\").map((sign) => sign.repeat(256)),
  )
  .filter((id) => jobSchema.safeParse({ id, status: "active" }).success);
const time = fc.nat(Number.MAX_SAFE_INTEGER);
const accepted = { jobId, as: fc.constantFrom("job", "follow-up"), at: time } as const;
const state: fc.Arbitrary<RequestState> = fc.oneof(
  fc.constant({ kind: "not-sent" } as const),
  fc.record({ kind: fc.constant("sent"), to: fc.option(jobId, { nil: undefined }) }),
  fc.record({ kind: fc.constant("accepted"), ...accepted }),
  fc.record({ kind: fc.constant("ended"), ...accepted, result: fc.constantFrom(...endResults) }),
);
const request: fc.Arbitrary<RequestRecord> = fc.record({
  runId: fc.stringMatching(/^\d{1,20}$/),
  attempt: fc.integer({ min: 1, max: 1000 }),
  digest: fc.stringMatching(/^[\w-]{22}$/),
  ...{ state, time },
});
const prLink = fc.oneof(
  fc.constantFrom(undefined, "https://github.com/acme/docs/pull/3", `https://x.org/${"a".repeat(1986)}`),
  hostile.map((rest) => plainUrl(`https://x.org/${rest}`)).filter((link) => (link?.length ?? 0) <= 2000),
);
const marker: fc.Arbitrary<JobMarker> = fc.record({
  conversation: fc.oneof(
    fc.constant("thread"),
    hostile.map((text) => text.slice(0, 30)),
  ),
  sharedKey: fc.option(fc.stringMatching(/^[\w-]{22}$/), { nil: undefined }),
  command: fc.constantFrom("", "issue-comment:9007199254740991", "review:1", "pull-request:7"),
  isLink: fc.boolean(),
  firstBody: fc.stringMatching(/^(?:[\w-]{43})?$/),
  job: fc.option(fc.record({ id: jobId, prLink, at: time }), { nil: undefined }),
  linkedPr: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  request,
  earlier: fc.array(request, { maxLength: maxEarlier }),
});
const place = fc.record({
  id: fc.integer({ min: 1 }),
  place: fc.constantFrom("issue" as const, "review" as const),
});
const commentAt = (where: { id: number; place: Comment["place"] }, body: string): Comment => ({
  ...where,
  body,
  url: "",
  login: undefined,
});

it("a marker is one HTML comment and is read from its comment, whatever it stores and whatever surrounds it", () => {
  fc.assert(
    fc.property(marker, place, hostile, hostile, (given, where, before, after) => {
      const encoded = codec.encode(where, given);
      expect(encoded).toMatch(/^<!-- docs-agent:job [\w-]+\.[\w-]+ -->$/);
      expect(codec.decode(commentAt(where, before + encoded + after))).toEqual(given);
    }),
    runs(200),
  );
});

it("a marker is read from a whole status comment, and is not visible in it", () => {
  fc.assert(
    fc.property(marker, place, hostile, hostile, (given, where, prompt, link) => {
      const encoded = codec.encode(where, given);
      const body = renderStatusComment({ ...modelOf(prompt, given.job?.id), prLink: link }, encoded);
      expect(codec.decode(commentAt(where, body))).toEqual(given);
      expect(codec.decode(commentAt(where, body.replaceAll("\n", "\r\n")))).toEqual(given);
      const [, content = "?"] = /docs-agent:job ([\w-]+)/.exec(encoded) ?? [];
      expect(render(body).replace(/<!--[\s\S]*?-->/g, "")).not.toContain(content);
    }),
    runs(200),
  );
});

it.each(["\u{10fffd}", '"', "j"])(
  "a marker with the longest ids of nine requests is read, ids of %j",
  (sign) => {
    // The service's ids have at most 256 characters; two escapes and four bytes are the most that one can take.
    const id = sign.repeat(sign.length === 2 ? 128 : 256);
    const ended = { kind: "ended", jobId: id, as: "follow-up", at: Number.MAX_SAFE_INTEGER } as const;
    const longest = {
      ...{ runId: "9".repeat(20), attempt: 1000, digest: "d".repeat(22), time: Number.MAX_SAFE_INTEGER },
      state: { ...ended, result: "pull-request" } as const,
    };
    const given: JobMarker = {
      ...{ ...example, conversation: "c".repeat(50), sharedKey: "c".repeat(22), request: longest },
      job: { id, prLink: `https://x.org/${"a".repeat(1986)}`, at: Number.MAX_SAFE_INTEGER },
      earlier: Array.from({ length: maxEarlier }, () => longest),
    };
    const encoded = codec.encode(commentKey, given);
    expect(codec.decode(commentAt(commentKey, encoded))).toEqual(given);
    // Beside it a comment has room for the longest request, texts and addresses.
    expect(encoded.length).toBeLessThan(32_000);
  },
);

it("a text made of parts of a marker is read without an error, and holds none", () => {
  const encoded = codec.encode(commentKey, example);
  const parts = fc.constantFrom("<!-- docs-agent:job ", ".", " -->", "e30", "A".repeat(43), "\0", encoded);
  const body = fc
    .array(fc.oneof(hostile, parts), { maxLength: 8 })
    .map((pieces) => pieces.join(""))
    .filter((text) => !text.includes(encoded));
  fc.assert(
    fc.property(body, (text) => {
      expect(codec.decode(commentAt(commentKey, text))).toBeUndefined();
    }),
    runs(1000),
  );
});

it("two requests have the same digest or shared comment only when all their parts are the same", () => {
  // Parts that could run into each other in a careless digest.
  const part = fc.oneof(hostile, fc.constantFrom("a", "b", "ab", "", '","', "a\0b", "\\"));
  const request = fc.tuple(part, part, part, part, part).map((all) => {
    const [GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION, prompt, conversation] = all;
    const context = getRunContext({ GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION });
    const digest = requestDigest(context, prompt, conversation);
    const key = sharedCommentKey(context, conversation);
    return {
      digest,
      key,
      all: JSON.stringify(all),
      shared: JSON.stringify([...all.slice(0, 2), conversation]),
    };
  });
  fc.assert(
    fc.property(request, request, (one, other) => {
      expect(one.digest === other.digest).toBe(one.all === other.all);
      expect(one.key === other.key).toBe(one.shared === other.shared);
    }),
    runs(1500),
  );
});
