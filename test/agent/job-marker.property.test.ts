import fc from "fast-check";
import { expect, it } from "vitest";
import { renderStatusComment } from "../../src/agent/comment-template.ts";
import { commentKey as commentKeyOf, type JobMarker, requestDigest } from "../../src/agent/job-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { getRunContext } from "../../src/run-context.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import { runs } from "../runs.ts";
import { anyText } from "../text/any-text.ts";
import { hostile } from "../text/hostile.ts";
import { render } from "../text/rendered.ts";
import { modelOf } from "./comment-model-fixture.ts";
import { codec, commentKey, marker as example } from "./job-marker-fixture.ts";

// Every id that the service may give a job.
const job = fc
  .oneof(
    hostile,
    fc.constant(""),
    anyText(256),
    fc.constantFrom("\u{10fffd}", "\u{1f680}", '"', "\\").map((sign) => sign.repeat(256)),
  )
  .filter((id) => id === "" || jobSchema.safeParse({ id, status: "active" }).success);
const marker: fc.Arbitrary<JobMarker> = fc.record({
  conversation: fc.oneof(
    fc.constant("thread"),
    hostile.map((text) => text.slice(0, 30)),
  ),
  job,
  state: fc.constantFrom("not-sent", "sent", "accepted", "unknown"),
  comment: fc.stringMatching(/^(?:[\w-]{22})?$/),
  prLink: fc.oneof(
    fc.constantFrom("", "https://github.com/acme/docs/pull/3", `https://x.org/${"a".repeat(2034)}`),
    hostile.map((rest) => plainUrl(`https://x.org/${rest}`) ?? ""),
  ),
  command: fc.constantFrom("", "issue-comment:9007199254740991", "review:1", "pull-request:7"),
  linkedPr: fc.nat(),
  isLink: fc.boolean(),
  runId: fc.stringMatching(/^\d{1,20}$/),
  attempt: fc.integer({ min: 1, max: 1000 }),
  digest: fc.stringMatching(/^[\w-]{22}$/),
  time: fc.nat(Number.MAX_SAFE_INTEGER),
});
const place = fc.record({
  id: fc.integer({ min: 1 }),
  place: fc.constantFrom("issue" as const, "review" as const),
});
const commentAt = (where: { id: number; place: Comment["place"] }, body: string): Comment => ({
  ...where,
  body,
  url: "",
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
      const body = renderStatusComment({ ...modelOf(prompt, given.job), prLink: link }, encoded);
      expect(codec.decode(commentAt(where, body))).toEqual(given);
      expect(codec.decode(commentAt(where, body.replaceAll("\n", "\r\n")))).toEqual(given);
      const [, content = "?"] = /docs-agent:job ([\w-]+)/.exec(encoded) ?? [];
      expect(render(body).replace(/<!--[\s\S]*?-->/g, "")).not.toContain(content);
    }),
    runs(200),
  );
});

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
    const key = commentKeyOf(context, conversation);
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
