import fc from "fast-check";
import { expect, it } from "vitest";
import {
  renderHelp,
  renderLinkComment,
  renderReply,
  renderStatusComment,
} from "../../../src/agent/thread/comment-template.ts";
import type { StatusCommentModel } from "../../../src/agent/thread/status-comment-model.ts";
import { url } from "../../../src/github/pull-request-address.ts";
import { code, richText } from "../../../src/text/rich-text.ts";
import { everyOutcome } from "../../every-outcome.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import { render, tagsOf, textOf } from "../../text/rendered.ts";
import { modelOf, runUrl } from "./comment-model-fixture.ts";
import { codec, commentKey, marker } from "./job-marker-fixture.ts";

const ownMarker = "<!-- docs-agent:v1 -->";
const encoded = codec.encode(commentKey, marker);
const model: StatusCommentModel = { ...modelOf(""), triggerPhrase: undefined, mention: undefined };

const outcome = fc.constantFrom(...everyOutcome);

/** Foreign text at its worst: our own markers, links, images, references that close issues, quotes that end. */
const foreign = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: hostile },
      fc.constantFrom(
        ...[ownMarker, encoded, "<!-- docs-agent:job ", "closes #1", "Fixes acme/site#2", "@acme/everyone"],
        ...["\n\nnot quoted", "\n> ", "![x](https://evil.example/x.png)", "[x]: https://evil.example"],
        ...['<img src="https://evil.example/x.png">', "</sub>", "**", "\n# Heading\n", "\n***\n"],
        ...["\n- [ ] task", "https://evil.example/", "https://github.com/acme/docs/pull/3"],
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

/** What GitHub turns into a mention, a reference, a link or an emoji, and what reorders text. */
const live = [
  /@[\p{L}\p{N}_]/u,
  /#\d/,
  /\bGH-\d/i,
  /[a-z]:\/\//i,
  /www\./i,
  /:[\w+-]+:/,
  /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/,
];
const allowedTags = new Set("p strong code pre details summary blockquote sub a br ul li".split(" "));
const anyWebUrl = /^https?:\/\/[^/]/;
const onlyTheRun = /^https:\/\/github\.com\/acme\/site\/actions\/runs\/1001$/;

/** Fails unless the body starts with our marker, holds no other that is not ours, and nothing in it is live but links. */
function expectInert(body: string, link: RegExp, jobMarkers = 0): void {
  expect(body.startsWith(`${ownMarker}\n\n`)).toBe(true);
  expect(body.match(/<!--/g)).toHaveLength(1 + jobMarkers);
  expect(body.match(/<!-- docs-agent:job /g) ?? []).toHaveLength(jobMarkers);
  expect(body.length).toBeLessThan(65_536);
  const html = render(body).replace(/<!--[\s\S]*?-->/g, "");
  for (const tag of tagsOf(html)) expect(allowedTags).toContain(tag.replace("/", ""));
  for (const [, target = ""] of html.matchAll(/<a href="([^"]*)"/g)) expect(target).toMatch(link);
  // GitHub makes nothing live in code.
  const text = textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"));
  for (const pattern of live) expect(text).not.toMatch(pattern);
}

it("foreign text in a status comment is inert, in every state", () => {
  const texts = fc.record({ prompt: foreign, jobId: foreign, runUrl: foreign, triggerPhrase: foreign });
  const link = fc.oneof(
    foreign,
    foreign.map((rest) => `https://evil.example/${rest}`),
  );
  const flags = fc.record({
    state: fc.constantFrom("not-sent" as const, "sent" as const, "accepted" as const, "ended" as const),
    isFollowUp: fc.boolean(),
    interrupts: fc.boolean(),
    wasKilled: fc.boolean(),
    replaces: fc.option(
      fc.record({ reason: fc.constantFrom("merged" as const, "gone" as const), prLink: link }),
      { nil: undefined },
    ),
    prLink: fc.option(link, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.option(outcome), texts, flags, foreign, link, (given, text, more, said, address) => {
      const body = renderStatusComment(
        {
          ...{ ...model, ...text, ...more },
          outcome:
            given === null
              ? undefined
              : {
                  ...given,
                  message: richText`Said ${said} by ${code(text.jobId)} at ${url(address)}`,
                  advice: richText`Do ${said} or ${code(said)}.`,
                },
        },
        encoded,
      );
      // The links of the service and the runner may lead anywhere on the web.
      expectInert(body, anyWebUrl, 1);
    }),
    runs(150),
  );
});

it("foreign text makes no link", () => {
  fc.assert(
    fc.property(foreign, foreign, (prompt, jobId) => {
      expectInert(renderStatusComment({ ...model, prompt, jobId }, ""), onlyTheRun);
    }),
    runs(150),
  );
});

it("a quoted prompt stays in its quote", () => {
  const around = render(renderStatusComment(model, ""));
  fc.assert(
    fc.property(foreign, (prompt) => {
      const html = render(renderStatusComment({ ...model, prompt }, ""));
      expect(html.replace(/<blockquote>[\s\S]*<\/blockquote>\n?/, "")).toBe(around);
    }),
    runs(150),
  );
});

it("foreign text in a reply is inert, and so is any phrase in the help", () => {
  fc.assert(
    fc.property(foreign, foreign, (text, address) => {
      const said = richText`${text} ${code(text)}`;
      expectInert(renderReply(said, [said], address, text), anyWebUrl);
      const what = { words: text, suggestion: undefined } as const;
      expectInert(renderHelp(text, runUrl, { ...what, kind: "not-understood" }), onlyTheRun);
      expectInert(renderHelp(text, runUrl, { ...what, kind: "small-talk" }), onlyTheRun);
      expectInert(renderLinkComment({ number: 7, url: runUrl }, text, encoded), onlyTheRun, 1);
    }),
    runs(150),
  );
});
