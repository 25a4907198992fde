import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePostState } from "../../src/agent/status-comment.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

describe("what is kept for the post step", () => {
  it("comes back as it was", () => {
    const cutOff = fc.record({
      place: fc.constantFrom("issue" as const, "review" as const),
      id: fc.integer(),
      body: hostile,
    });
    fc.assert(
      fc.property(cutOff, (state) => {
        expect(parsePostState(JSON.stringify(state))).toEqual(state);
      }),
      runs(500),
    );
  });

  it("is nothing where it is anything else, and never an error", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          place: fc.oneof(fc.constant("issue"), hostile),
          id: fc.oneof(fc.integer(), fc.double(), hostile),
          body: fc.oneof(hostile, fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          value.map((given) => JSON.stringify(given)),
        ),
        (text) => {
          const read = parsePostState(text);
          if (read === undefined) return;
          expect(["issue", "review"]).toContain(read.place);
          expect(Number.isSafeInteger(read.id)).toBe(true);
          expect(JSON.parse(text)).toMatchObject(read);
        },
      ),
      runs(1000),
    );
  });
});
