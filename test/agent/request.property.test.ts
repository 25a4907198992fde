import fc from "fast-check";
import { expect, it } from "vitest";
import { findRequest } from "../../src/agent/request.ts";
import { parseEvent } from "../../src/github/event.ts";
import { changed, payloads } from "../github/payloads.ts";
import { load } from "../given-inputs.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { visibleWords } from "../text/rendered.ts";

/** What a comment with this text asks for. */
function requestOf(body: string, phrase = "/docs-agent") {
  const payload = changed(payloads["issue_comment"], ["comment", "body"], body);
  return findRequest(load({ "trigger-phrase": phrase }), parseEvent("issue_comment", payload));
}

const flag = fc.constantFrom("", "", "--new", "--status", "--HELP", "--newer", "—cancel", "--dry-run");
// Nothing in it can hide text, so the prompt is what was written.
const visible = hostile.map((text) => text.replace(/[<>`~\\:]/g, "").toWellFormed());

it("all visible text after the phrase is the prompt", () => {
  fc.assert(
    fc.property(visible, fc.constantFrom(" ", "\n", "\r\n", "\t", "  "), (rest, space) => {
      const request = requestOf(`/docs-agent${space}say ${rest}`);
      if (request.kind !== "prompt") throw new Error("no prompt was found");
      expect(visibleWords(request.prompt)).toBe(visibleWords(`say ${rest}`));
      expect(request.fresh).toBe(false);
      expect(request.prompt).toBe(request.prompt.trim());
    }),
    runs(1000),
  );
});

it("a phrase with anything after it is a prompt without hidden text, a flag, or skipped", () => {
  fc.assert(
    fc.property(hostile, flag, hostile, (below, option, rest) => {
      const request = requestOf(`/docs-agent ${option} ${rest}\n${below}`);
      if (request.kind === "prompt") {
        expect(request.prompt).not.toMatch(
          /<!-- docs-agent:v1 -->|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/iu,
        );
        expect(request.prompt).toMatch(/[\p{L}\p{N}]/u);
        expect(["", "--new", "--dry-run"]).toContain(option);
        if (option === "--new") expect(request.fresh).toBe(true);
        if (option === "--dry-run") expect(request.dryRun).toBe(true);
      } else if (request.kind === "skip") {
        expect(request.outcome.reason).toBe("own-comment");
      } else if (!["", "--new", "--dry-run"].includes(option)) {
        const expected = option === "--newer" ? "help" : option.replace(/^[-—]+/, "").toLowerCase();
        expect(request.kind).toBe(expected);
      }
    }),
    runs(1000),
  );
});
