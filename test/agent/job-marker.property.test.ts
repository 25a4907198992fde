import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderStatusComment, type StatusCommentModel } from "../../src/agent/comment-template.ts";
import { type JobMarker, JobMarkerCodec } from "../../src/agent/job-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render } from "../text/rendered.ts";

const place = { repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "acme" };
const codec = new JobMarkerCodec("mint_0123456789abcdef", place);

// Whatever the service may call a job.
const job = fc
  .oneof(
    hostile,
    fc.constant(""),
    fc.string({ unit: "binary", maxLength: 256 }),
    fc.constantFrom("\u{10fffd}", "\u{1f680}", '"', "\\").map((sign) => sign.repeat(256)),
  )
  .filter((id) => id === "" || jobSchema.safeParse({ id, status: "active" }).success);
const marker: fc.Arbitrary<JobMarker> = fc.record({
  conversation: fc.constantFrom("thread", "run:vX_MkGH1P8O--W_0dZdMER"),
  job,
  sent: fc.boolean(),
  runId: fc.stringMatching(/^\d{1,20}$/),
  attempt: fc.integer({ min: 1, max: 1000 }),
  digest: fc.stringMatching(/^[\w-]{22}$/),
  time: fc.nat(Number.MAX_SAFE_INTEGER),
});
const comment = fc.record({
  id: fc.integer({ min: 1 }),
  place: fc.constantFrom("issue" as const, "review" as const),
});
const inComment = (where: { id: number; place: Comment["place"] }, body: string): Comment => ({
  ...where,
  body,
  url: "",
});

describe("a marker", () => {
  it("comes back from its comment, whatever else stands there", () => {
    fc.assert(
      fc.property(marker, comment, hostile, hostile, (remembered, where, before, after) => {
        const encoded = codec.encode(where, remembered);
        expect(codec.decode(inComment(where, before + encoded + after))).toEqual(remembered);
      }),
      runs(200),
    );
  });

  it("comes back from a whole status comment, and is not to be seen in it", () => {
    fc.assert(
      fc.property(marker, comment, hostile, hostile, (remembered, where, prompt, repository) => {
        const encoded = codec.encode(where, remembered);
        const view: StatusCommentModel = {
          outcome: undefined,
          prompt,
          jobId: remembered.job,
          repository,
          elapsedMs: 5,
          notes: [],
          runUrl: "",
          triggerPhrase: prompt,
        };
        const body = renderStatusComment(view, encoded);
        expect(codec.decode(inComment(where, body))).toEqual(remembered);
        expect(codec.decode(inComment(where, body.replaceAll("\n", "\r\n")))).toEqual(remembered);
        const [, content = "?"] = /docs-agent:memory ([\w-]+)/.exec(encoded) ?? [];
        expect(render(body).replace(/<!--[\s\S]*?-->/g, "")).not.toContain(content);
      }),
      runs(200),
    );
  });

  it("is a comment of HTML, from its first sign to its last", () => {
    fc.assert(
      fc.property(marker, comment, (remembered, where) => {
        expect(codec.encode(where, remembered)).toMatch(/^<!-- docs-agent:memory [\w-]+\.[\w-]+ -->$/);
      }),
      runs(200),
    );
  });

  it("is none in any other comment, thread or project, under any other key, or with a sign changed", () => {
    const other = fc.constantFrom(
      new JobMarkerCodec("mint_0123456789abcdeg", place),
      ...[
        { repository: "acme/site2" },
        { thread: 8 },
        { origin: "https://docs.example.org" },
        { project: "acme2" },
      ].map((change) => new JobMarkerCodec("mint_0123456789abcdef", { ...place, ...change })),
    );
    fc.assert(
      fc.property(
        marker,
        comment,
        comment,
        other,
        fc.nat(),
        fc.constantFrom("A", "b", "-", "_", "9", "."),
        (remembered, where, elsewhere, stranger, at, sign) => {
          const encoded = codec.encode(where, remembered);
          expect(stranger.decode(inComment(where, encoded))).toBeUndefined();
          const same = where.id === elsewhere.id && where.place === elsewhere.place;
          if (!same) expect(codec.decode(inComment(elsewhere, encoded))).toBeUndefined();
          const start = "<!-- docs-agent:memory ".length;
          const index = start + (at % (encoded.length - start - " -->".length));
          const changed = encoded.slice(0, index) + sign + encoded.slice(index + 1);
          if (changed !== encoded) expect(codec.decode(inComment(where, changed))).toBeUndefined();
        },
      ),
      runs(200),
    );
  });
});
