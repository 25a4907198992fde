import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePostState } from "../../src/agent/status-comment.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

test("a post state is parsed as it was saved", () => {
  const place = fc.constantFrom("issue" as const, "review" as const);
  fc.assert(
    fc.property(fc.record({ place, id: fc.integer(), body: hostile }), (state) => {
      expect(parsePostState(JSON.stringify(state))).toEqual(state);
    }),
    runs(500),
  );
});

test("any other text is no post state, and no error", () => {
  const almost = fc.record(
    {
      place: fc.oneof(fc.constant("issue"), hostile),
      id: fc.oneof(fc.integer(), fc.double(), hostile),
      body: fc.oneof(hostile, fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const json = fc.oneof(fc.jsonValue(), almost).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.oneof(hostile, json), (text) => {
      const state = parsePostState(text);
      if (state === undefined) return;
      expect(["issue", "review"]).toContain(state.place);
      expect(Number.isSafeInteger(state.id)).toBe(true);
      expect(JSON.parse(text)).toMatchObject(state);
    }),
    runs(1000),
  );
});
