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

it("no mistyped command makes a job: 200 of them", () => {
  const word = fc.constantFrom("status", "help", "new", "dry-run", "cancel", "stop");
  const dash = fc.constantFrom("-", "--", "---", "–", "—", "−", "‐", "‑", "——", "-—", "- ", "-- ", "— ");
  const space = fc.constantFrom(" ", "  ", "\t", "\u00a0", "\u200b", " \u2060", ": ", ", ");
  // Letters swapped, dropped, doubled or in another case, dashes of any kind, and flags that do not exist.
  const swapped = fc
    .tuple(word, fc.nat(5))
    .map(([text, at]) => {
      const index = Math.min(at, text.length - 2);
      const [a = "", b = ""] = text.slice(index);
      return `${text.slice(0, index)}${b}${a}${text.slice(index + 2)}`;
    })
    .filter((text) => !text.startsWith("-"));
  const mistyped = fc.oneof(
    swapped,
    fc.tuple(word, fc.nat(5)).map(([text, at]) => text.slice(0, at) + text.slice(at + 1)),
    fc.tuple(word, fc.nat(5)).map(([text, at]) => text.slice(0, at + 1) + text.slice(at)),
    word.map((text) => text.toUpperCase()),
    fc.stringMatching(/^[a-z]{2,10}$/),
  );
  // What must still work: these start a job because they say so.
  const starts = /^(?:new|dry[-_]?run)$/i;
  const withDashes = fc
    .tuple(
      fc.constantFrom("-", "--", "---", "–", "—", "−", "‐", "‑", "——"),
      mistyped,
      fc.constantFrom("", " all", " fix it"),
    )
    .filter(([, text]) => !starts.test(text) && !text.startsWith("-"))
    .map(([dashes, text, rest]) => dashes + text + rest);
  const anyDash = fc
    .tuple(dash, fc.constantFrom("status", "help", "cancel", "stop"), fc.constantFrom("", ".", "!", "?"))
    .map((parts) => parts.join(""));
  const withoutDashes = fc
    .tuple(fc.constantFrom("status", "help", "cancel", "stop"), fc.constantFrom("", ".", "!", "?"))
    .map((parts) => parts.join(""));
  const nothing = fc.constantFrom("", "-", "--", "?", "…", "👍", "--new", "--dry-run", "--new --dry-run");
  const command = fc.oneof({ weight: 3, arbitrary: withDashes }, anyDash, withoutDashes, nothing);
  fc.assert(
    fc.property(space, command, (gap, text) => {
      // White space that people cannot see needs some that ends the phrase.
      const request = requestOf(`/docs-agent${/^[\s:,]/.test(gap) ? gap : ` ${gap}`}${text}`);
      expect(request.kind, text).toMatch(/^(?:help|status|cancel)$/);
    }),
    runs(200, 200),
  );
});

it("a plausible request makes a job, or the answer asks for the page and the change: 200 of them", () => {
  const first = "Document fix Update cancel stop Abort help status thank-you Run new".split(" ");
  const second = "limits it page button words status help job update everything flags".split(" ");
  const flags = ["--new", "--dry-run", "—status", "--help.", "--dry run", "--stats", "-new", "--stop"];
  const text = fc
    .tuple(fc.constantFrom(...first), fc.constantFrom(...second), fc.option(fc.constantFrom(...flags)))
    .map((words) => words.flatMap((word) => word ?? []));
  fc.assert(
    fc.property(text, fc.constantFrom("", "\n\n- with the example"), (words, below) => {
      const said = words.join(" ");
      const request = requestOf(`/docs-agent ${said}${below}`);
      if (request.kind === "prompt") {
        const isFlag = /^-+(?:new|dry-run)$/.test(words[2] ?? "");
        expect(request.prompt).toBe((isFlag ? words.slice(0, 2).join(" ") : said) + below);
        expect(request.fresh || request.dryRun).toBe(isFlag);
      } else {
        const isTalk = request.kind === "help" && request.why?.kind === "small-talk";
        expect(isTalk || (request.kind === "cancel" && request.isTalk), said).toBe(true);
        expect(requestOf(`/docs-agent ${said} on the page about limits`).kind).toBe("prompt");
      }
    }),
    runs(200, 200),
  );
});

it("any valid phrase starts a command, and a text without it is skipped", () => {
  const phrase = fc.stringMatching(/^[@/!a-z*_#[(&<|=+.-]{2,12}$/).filter((text) => {
    // A phrase that is Markdown for a quote, a list, code or HTML starts no text of its own.
    return !/^(?:[-+*](?:$| )|<|#{1,6}$|[-=]+$|[*_-]{3,}$|\[|\||_)|<[!/]/.test(text);
  });
  fc.assert(
    fc.property(phrase, visible, (text, rest) => {
      expect(requestOf(`${text} go`, text)).toMatchObject({ kind: "prompt", prompt: "go" });
      if (rest.toLowerCase().includes(text)) return;
      const request = requestOf(rest, text);
      expect(request.kind === "skip" && request.outcome.reason).toMatch(
        /^(?:no-command|no-text|own-comment)$/,
      );
    }),
    runs(700),
  );
});
