import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type StatusView, statusComment } from "../../src/agent/comment-template.ts";
import { type Memory, MemoryKeeper } from "../../src/agent/job-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render } from "../text/rendered.ts";

const place = { repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "acme" };
const keeper = new MemoryKeeper("mint_0123456789abcdef", place);

// Whatever the service may call a job.
const job = fc
  .oneof(
    hostile,
    fc.constant(""),
    fc.string({ unit: "binary", maxLength: 256 }),
    fc.constantFrom("\u{10fffd}", "\u{1f680}", '"', "\\").map((sign) => sign.repeat(256)),
  )
  .filter((id) => id === "" || jobSchema.safeParse({ id, status: "active" }).success);
const memory: fc.Arbitrary<Memory> = fc.record({
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

describe("a memory", () => {
  it("comes back from its comment, whatever else stands there", () => {
    fc.assert(
      fc.property(memory, comment, hostile, hostile, (remembered, where, before, after) => {
        const marker = keeper.marker(where, remembered);
        expect(keeper.read(inComment(where, before + marker + after))).toEqual(remembered);
      }),
      runs(200),
    );
  });

  it("comes back from a whole status comment, and is not to be seen in it", () => {
    fc.assert(
      fc.property(memory, comment, hostile, hostile, (remembered, where, prompt, repository) => {
        const marker = keeper.marker(where, remembered);
        const view: StatusView = {
          outcome: undefined,
          prompt,
          jobId: remembered.job,
          repository,
          elapsedMs: 5,
          notes: [],
          runUrl: "",
          triggerPhrase: prompt,
        };
        const body = statusComment(view, marker);
        expect(keeper.read(inComment(where, body))).toEqual(remembered);
        expect(keeper.read(inComment(where, body.replaceAll("\n", "\r\n")))).toEqual(remembered);
        const [, content = "?"] = /docs-agent:memory ([\w-]+)/.exec(marker) ?? [];
        expect(render(body).replace(/<!--[\s\S]*?-->/g, "")).not.toContain(content);
      }),
      runs(200),
    );
  });

  it("is a comment of HTML, from its first sign to its last", () => {
    fc.assert(
      fc.property(memory, comment, (remembered, where) => {
        expect(keeper.marker(where, remembered)).toMatch(/^<!-- docs-agent:memory [\w-]+\.[\w-]+ -->$/);
      }),
      runs(200),
    );
  });

  it("is none in any other comment, thread or project, under any other key, or with a sign changed", () => {
    const other = fc.constantFrom(
      new MemoryKeeper("mint_0123456789abcdeg", place),
      ...[
        { repository: "acme/site2" },
        { thread: 8 },
        { origin: "https://docs.example.org" },
        { project: "acme2" },
      ].map((change) => new MemoryKeeper("mint_0123456789abcdef", { ...place, ...change })),
    );
    fc.assert(
      fc.property(
        memory,
        comment,
        comment,
        other,
        fc.nat(),
        fc.constantFrom("A", "b", "-", "_", "9", "."),
        (remembered, where, elsewhere, stranger, at, sign) => {
          const marker = keeper.marker(where, remembered);
          expect(stranger.read(inComment(where, marker))).toBeUndefined();
          const same = where.id === elsewhere.id && where.place === elsewhere.place;
          if (!same) expect(keeper.read(inComment(elsewhere, marker))).toBeUndefined();
          const start = "<!-- docs-agent:memory ".length;
          const index = start + (at % (marker.length - start - " -->".length));
          const changed = marker.slice(0, index) + sign + marker.slice(index + 1);
          if (changed !== marker) expect(keeper.read(inComment(where, changed))).toBeUndefined();
        },
      ),
      runs(200),
    );
  });
});
