import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  renderHelp,
  renderReply,
  renderStatusComment,
  type StatusCommentModel,
} from "../../src/agent/comment-template.ts";
import { JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { headline, type Outcome, reasons, results } from "../../src/result.ts";
import { code, message, toMarkdown, url } from "../../src/text/message.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";
import { ended, ownMarker, runUrl, working } from "./comment-fixture.ts";

const memory = new JobMarkerCodec("mint_0123456789abcdef", {
  repository: "acme/site",
  thread: 7,
  origin: "https://docs.example.com",
  project: "acme",
}).encode(
  { place: "issue", id: 41 },
  { conversation: "thread", job: "job_1", sent: true, runId: "1", attempt: 1, digest: "d", time: 1 },
);

/** Every outcome that a comment can ever show. */
const outcomes = results.flatMap((result): Outcome[] => {
  const own: readonly Outcome["reason"][] =
    result === "skipped" || result === "denied" || result === "error" || result === "reported"
      ? reasons[result]
      : [""];
  return own.map((reason) => ({
    result,
    reason,
    message: message`What happened.`,
    advice: message`What to do.`,
  }));
});

/** Foreign text at its worst: what others write, our own markers, closed issues, quotes that end. */
const foreign = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: hostile },
      fc.constantFrom(
        ownMarker,
        memory,
        "<!-- docs-agent:memory ",
        "closes #1",
        "Fixes acme/site#2",
        "@acme/everyone",
        "\n\nnot quoted",
        "\n> ",
        "![x](https://evil.example/x.png)",
        '<img src="https://evil.example/x.png">',
        "[x]: https://evil.example",
        "</sub>",
        "**",
        "\n# Heading\n",
        "\n***\n",
        "\n- [ ] task",
        "https://evil.example/",
        "https://github.com/acme/docs/pull/3",
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

/** What GitHub's filters would turn into something live in the text of a page. */
const live: readonly RegExp[] = [
  /@[\p{L}\p{N}_]/u,
  /#\d/,
  /\bGH-\d/i,
  /[a-z]:\/\//i,
  /www\./i,
  /:[\w+-]+:/,
  /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/,
];

/** Fails unless the body is ours alone: our marker first and once, one memory at most, nothing live but our links. */
function expectInert(body: string, links: readonly RegExp[], maxMemories = 0): void {
  expect(body.startsWith(`${ownMarker}\n\n`)).toBe(true);
  expect(body.split("<!--").length - 1).toBe(1 + (body.match(/<!-- docs-agent:memory /g)?.length ?? 0));
  expect(body.match(/<!-- docs-agent:v1 -->/g)).toHaveLength(1);
  expect(body.match(/<!-- docs-agent:memory /g)?.length ?? 0).toBeLessThanOrEqual(maxMemories);
  expect(body.length).toBeLessThan(65_536);
  const html = render(body).replace(/<!--[\s\S]*?-->/g, "");
  const allowed = new Set([
    "p",
    "strong",
    "code",
    "blockquote",
    "sub",
    "a",
    "br",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ]);
  for (const tag of tagsOf(html)) expect(allowed).toContain(tag.replace("/", ""));
  for (const [, target = ""] of html.matchAll(/<a href="([^"]*)"/g))
    expect(
      links.some((link) => link.test(target)),
      target,
    ).toBe(true);
  // In code GitHub links, mentions and references nothing; what our own links are labelled with is theirs.
  const shown = textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"));
  for (const pattern of live) expect(shown).not.toMatch(pattern);
}

describe("a status comment", () => {
  test("while the agent works", () => {
    expect(renderStatusComment({ ...working, jobId: "job_7f3a" }, memory)).toBe(
      [
        ownMarker,
        "**Working on it.** This comment will say how it ended.",
        "> Document the limit",
        `<sub>job \`job_7f3a\` · [see the run](<${runUrl}>)</sub>`,
        memory,
      ].join("\n\n"),
    );
  });

  test("with a pull request", () => {
    expect(renderStatusComment(ended, "")).toBe(
      [
        ownMarker,
        "**The agent's pull request is ready: [acme/docs&#35;&#8203;3](<https://github.com/acme/docs/pull/3>)**",
        "> Document the limit",
        "To have something changed, write `/docs-agent` and what should be different; `/docs-agent --new` starts afresh.",
        `<sub>took 3 min 4 s · job \`job_7f3a\` · in \`acme/docs\` · [see the run](<${runUrl}>)</sub>`,
      ].join("\n\n"),
    );
  });

  test.each(outcomes.map((outcome): [string, Outcome] => [`${outcome.result} ${outcome.reason}`, outcome]))(
    "says how it ended: %s",
    (_, outcome) => {
      const text = textOf(render(renderStatusComment({ ...ended, outcome }, memory)));
      if (outcome.result !== "pull-request") expect(text).toContain(`${headline(outcome)}. What happened.`);
      if (outcome.result !== "pull-request") expect(text).toContain("What to do.");
      expect(text).toContain("What happened.");
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    },
  );

  test("says how to go on where a command began it and there is something to go on with", () => {
    const says = (more: Partial<StatusCommentModel>) =>
      renderStatusComment({ ...ended, ...more }, "").includes("`/docs-agent");
    expect(says({})).toBe(true);
    expect(says({ triggerPhrase: undefined })).toBe(false);
    expect(says({ outcome: undefined })).toBe(false);
    const goesOn = outcomes.filter((outcome) => says({ outcome })).map(({ result }) => result);
    expect(goesOn).toEqual(["pull-request", "no-changes", "failed", "archived", "started"]);
  });

  test("quotes no prompt where a job is only watched", () => {
    expect(renderStatusComment({ ...ended, prompt: "" }, "")).not.toContain("\n>");
  });

  test("tells its notes", () => {
    const notes = [message`The earlier job is gone.`, message`And ${code("more")}.`];
    const body = renderStatusComment({ ...ended, notes }, "");
    expect(body).toContain("\n\nThe earlier job is gone.\n\nAnd `more`.\n\n");
  });

  test("shortens a long prompt", () => {
    const body = renderStatusComment({ ...ended, prompt: "word ".repeat(13_000) }, memory);
    expect(body.length).toBeLessThan(3000);
    expect(body).toContain("…");
  });
});

describe("the answers", () => {
  test("to --help shows a table of every command with the phrase in force", () => {
    const html = render(renderHelp("@docs-bot", runUrl));
    for (const command of ["document the new limit parameter", "--new", "--status", "--help"])
      expect(html).toContain(`<td align="left"><code>@docs-bot ${command}`);
    expect(tagsOf(html).filter((tag) => tag === "tr")).toHaveLength(5);
  });

  test("to --status are a few sentences", () => {
    expect(
      renderReply("Status", [message`Job ${code("job_1")} is ${code("active")}.`, message`Wait.`], runUrl),
    ).toBe(
      [ownMarker, "**Status.** Job `job_1` is `active`. Wait.", `<sub>[see the run](<${runUrl}>)</sub>`].join(
        "\n\n",
      ),
    );
  });
});

describe("whatever others write", () => {
  const run = runs(150);

  test("comes out inert, for every outcome", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(undefined, ...outcomes),
        fc.record({
          prompt: foreign,
          jobId: foreign,
          repository: foreign,
          message: foreign,
          link: foreign,
          runUrl: foreign,
        }),
        (outcome, texts) => {
          const { prompt, jobId, repository, link } = texts;
          const view: StatusCommentModel = {
            outcome: outcome && {
              ...outcome,
              message: message`Said ${texts.message} by ${code(jobId)} at ${url(link)}`,
              advice: message`Do ${texts.message} or ${code(texts.message)}.`,
            },
            prompt,
            jobId,
            repository,
            elapsedMs: 1000,
            notes: [message`Note ${texts.message}`],
            runUrl: texts.runUrl,
            triggerPhrase: texts.message,
          };
          // A link of the service's or the runner's may be one to anywhere on the web, and nothing but that.
          expectInert(renderStatusComment(view, memory), [/^https?:\/\/[^/]/], 1);
        },
      ),
      run,
    );
  });

  test("without addresses of our own there is no link at all", () => {
    fc.assert(
      fc.property(foreign, foreign, (prompt, jobId) => {
        const view = { ...ended, outcome: undefined, prompt, jobId, repository: prompt };
        expectInert(renderStatusComment(view, ""), [
          /^https:\/\/github\.com\/acme\/site\/actions\/runs\/1001$/,
        ]);
      }),
      run,
    );
  });

  test("a quoted prompt stays in its quote", () => {
    fc.assert(
      fc.property(foreign, (prompt) => {
        const html = render(renderStatusComment({ ...working, prompt }, ""));
        const around = html.replace(/<blockquote>[\s\S]*<\/blockquote>\n?/, "");
        expect(around).toBe(render(renderStatusComment({ ...working, prompt: "" }, "")));
      }),
      run,
    );
  });

  test("an answer is as inert, and so is the help with any phrase", () => {
    fc.assert(
      fc.property(foreign, foreign, (text, address) => {
        expectInert(renderReply("Status", [message`${text} ${code(text)}`], address), [/^https?:\/\/[^/]/]);
        expectInert(renderHelp(text, runUrl), [/^https:\/\/github\.com\/acme\/site\/actions\/runs\/1001$/]);
      }),
      run,
    );
  });

  test("a sentence is the same in a comment as anywhere", () => {
    expect(renderReply("Status", [message`See ${"@octo #1"}`], runUrl)).toContain(
      toMarkdown(message`See ${"@octo #1"}`),
    );
  });
});
