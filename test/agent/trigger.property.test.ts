import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTrigger, type Trigger } from "../../src/agent/trigger.ts";
import { parseEvent } from "../../src/github/events.ts";
import { changed, payloads } from "../github/payloads.ts";
import { load } from "../given-inputs.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { bones } from "../text/rendered.ts";

/** What a comment with this text asks for. */
function asked(body: string, phrase = "/docs-agent"): Trigger {
  const payload = changed(payloads["issue_comment"], ["comment", "body"], body);
  return findTrigger(load({ "trigger-phrase": phrase }), parseEvent("issue_comment", payload));
}

const flag = fc.constantFrom("", "", "--new", "--status", "--HELP", "--newer");
// Nothing that is hidden, so that what is sent is what was written.
const visible = hostile.map((text) => text.replace(/[<>`~\\:]/g, "").toWellFormed());

describe("whatever stands behind a phrase", () => {
  it("is the prompt, as far as people see it", () => {
    fc.assert(
      fc.property(visible, fc.constantFrom(" ", "\n", "\r\n", "\t", "  "), (rest, space) => {
        const request = asked(`/docs-agent${space}say ${rest}`);
        if (request.kind !== "prompt") throw new Error("no prompt was found");
        expect(bones(request.prompt)).toBe(bones(`say ${rest}`));
        expect(request.fresh).toBe(false);
        expect(request.prompt).toBe(request.prompt.trim());
      }),
      runs(1000),
    );
  });

  it("is a prompt without anything hidden, help, status, or nothing at all", () => {
    fc.assert(
      fc.property(hostile, flag, hostile, (before, option, rest) => {
        const request = asked(`/docs-agent ${option} ${rest}\n${before}`);
        if (request.kind === "prompt") {
          expect(request.prompt).not.toMatch(
            /<!--\s*docs-agent:|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/iu,
          );
          expect(request.prompt).not.toBe("");
          if (option === "--new") expect(request.fresh).toBe(true);
        } else if (request.kind === "skip") {
          expect(request.outcome.reason).toMatch(/^(?:own-comment|no-text)$/);
        } else {
          const shown = rest.trim() === "" && before.trim() === "" ? option || "--help" : option;
          expect(["", "--new"].includes(option) ? "--help" : shown.toLowerCase()).toBe(`--${request.kind}`);
        }
      }),
      runs(1000),
    );
  });

  it("any phrase that an input takes finds its own line, and a text without it asks for nothing", () => {
    const phrase = fc.stringMatching(/^[@/!a-z*_#[(&<|=+.-]{2,12}$/).filter((text) => {
      // A phrase that is itself the mark of a quote, a list, code or HTML starts no text of its own.
      return !/^(?:[-+*](?:$| )|<|#{1,6}$|[-=]+$|[*_-]{3,}$|\[|\||_)/.test(text);
    });
    fc.assert(
      fc.property(phrase, visible, (text, rest) => {
        expect(asked(`${text} go`, text)).toMatchObject({ kind: "prompt", prompt: "go" });
        if (rest.toLowerCase().includes(text)) return;
        const request = asked(rest, text);
        expect(request.kind === "skip" && request.outcome.reason).toMatch(
          /^(?:no-command|no-text|own-comment)$/,
        );
      }),
      runs(700),
    );
  });
});
