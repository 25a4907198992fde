import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversationKey, digest, getRunContext } from "../src/run-context.ts";
import { runs } from "./runs.ts";
import { hostile } from "./text/hostile.ts";

const variables = [
  "GITHUB_WORKFLOW",
  "GITHUB_JOB",
  "GITHUB_ACTION",
  "GITHUB_RUN_ID",
  "GITHUB_RUN_ATTEMPT",
  "GITHUB_REPOSITORY",
];
const env = fc.dictionary(fc.constantFrom(...variables), hostile);
// Names between which a careless digest would not tell: parts that run into each other.
const part = fc.oneof(hostile, fc.constantFrom("a", "b", "ab", "", '","', "a\0b", "\\"));

describe("the runner's variables", () => {
  it("make facts, whatever they hold, and an attempt that is a number", () => {
    fc.assert(
      fc.property(env, (given) => {
        const facts = getRunContext(given);
        expect(facts.attempt).not.toBeNaN();
        expect(facts.attempt).not.toBe(0);
        expect(facts.runUrl.startsWith("https://github.com/")).toBe(true);
        expect(conversationKey(facts, false)).toMatch(/^run:[\w-]{22}$/);
        expect(digest(facts, "")).toMatch(/^[\w-]{22}$/);
      }),
      runs(500),
    );
  });

  it("two requests have one digest only when all of them agree", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
        const [one, other] = [parts.slice(0, 4), parts.slice(4)].map((all) => {
          const [GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION, prompt = ""] = all;
          const facts = getRunContext({ GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION });
          return {
            digest: digest(facts, prompt),
            key: conversationKey(facts, false),
            all: JSON.stringify(all),
            run: JSON.stringify(all.slice(0, 2)),
          };
        });
        expect(one?.digest === other?.digest).toBe(one?.all === other?.all);
        expect(one?.key === other?.key).toBe(one?.run === other?.run);
      }),
      runs(1500),
    );
  });
});
