import { describe, expect, test } from "vitest";
import type { HelpReason } from "../../src/agent/parse.ts";
import {
  renderHelp,
  renderNotSetUp,
  renderReply,
  renderStatusError,
  renderWorkingStatus,
  whyHelp,
} from "../../src/agent/replies.ts";
import { url } from "../../src/github/pull-request-address.ts";
import type { Problem } from "../../src/inputs/load.ts";
import { code, type RichText, richText, toPlainText } from "../../src/text/rich-text.ts";
import { outcomeOf } from "../every-outcome.ts";
import { loadAny } from "../given-inputs.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { prLink, runUrl } from "./fixture.ts";

const print = `<sub>[Workflow run](<${runUrl}>)</sub>`;
/** The parts of a reply, without the mark of our comments. */
const partsOf = (body: string) => {
  const [own, ...parts] = body.split("\n\n");
  expect([own, body.match(/<!--/g)?.length]).toEqual(["<!-- docs-agent:v1 -->", 1]);
  return parts;
};

describe("the help", () => {
  test("reads like this, with the workflow's phrase", () => {
    expect(renderHelp("@docs-bot", runUrl)).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      **What Docs Agent can do here.**

      Start a line with \`@docs-bot\` and say what the documentation should say, as in \`@docs-bot document the new limit parameter\`. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.

      - \`@docs-bot …\` continues the job of this thread, or starts one
      - \`@docs-bot --new …\` starts a new job with its own pull request
      - \`@docs-bot --dry-run …\` says whether a job or a follow-up would be sent, and sends nothing
      - \`@docs-bot --status\` shows how the job of this thread is doing
      - \`@docs-bot --help\` shows this help

      Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.

      <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>"
    `);
    expect(tagsOf(render(renderHelp("@docs-bot", runUrl))).filter((tag) => tag === "li")).toHaveLength(5);
  });

  test("begins with what became of the key, and speaks of reviews where it was asked for in one", () => {
    const keyTest = richText`✅ Accepted.`;
    const [first, ...rest] = partsOf(renderHelp("/docs-agent", runUrl, { keyTest, isReview: true }));
    expect(first).toBe("✅ Accepted.");
    expect(rest.filter((part) => part.startsWith("In a review, the command takes"))).toHaveLength(1);
  });

  const notUnderstood = { kind: "not-understood", words: "--stauts", suggestion: undefined } as const;
  const talk = { kind: "small-talk", words: "thanks", suggestion: undefined } as const;
  const meant = "If so, reply `/docs-agent";
  test.each<[string, HelpReason, string, string]>([
    [
      ...(["an unknown flag", notUnderstood] as const),
      "**Docs Agent did not understand `--stauts`**, so nothing was sent.",
      "Docs Agent did not understand --stauts, so nothing was sent.",
    ],
    [
      ...(["a flag that is nearly --status", { ...notUnderstood, suggestion: "--status" }] as const),
      `**Did you mean \`--status\`?** \`--stauts\` is no flag, so nothing was sent. ${meant} --status\`.`,
      "Did you mean --status? --stauts is no flag, so nothing was sent.",
    ],
    [
      ...(["one that is nearly --new", { ...notUnderstood, suggestion: "--new" }] as const),
      `**Did you mean \`--new\`?** \`--stauts\` is no flag, so nothing was sent. ${meant} --new\` and your request.`,
      "Did you mean --new? --stauts is no flag, so nothing was sent.",
    ],
    [
      ...(["small talk", talk] as const),
      "**Nothing was sent:** `thanks` names no change. If you want one, reply `/docs-agent` with the page and the change.",
      "Nothing was sent: thanks names no change.",
    ],
  ])("answers %s, and is folded below", (_, why, markdown, plain) => {
    const [sorry, ...folded] = partsOf(renderHelp("/docs-agent", runUrl, { why }));
    const help = partsOf(renderHelp("/docs-agent", runUrl)).slice(1, -1).join("\n\n");
    expect(sorry).toBe(markdown);
    expect(folded.join("\n\n")).toBe(
      `<details>\n<summary>What Docs Agent can do here</summary>\n\n${help}\n\n</details>\n\n${print}`,
    );
    expect(toPlainText(whyHelp(why, ""))).toBe(plain);
  });

  test("shows words of any length in a comment that GitHub takes", () => {
    const body = renderHelp("/docs-agent", runUrl, {
      why: { ...notUnderstood, words: "`a".repeat(32_000) },
    });
    expect(body.length).toBeLessThan(4000);
  });
});

test("a reply is a title, the sentences that are not empty, and the request", () => {
  const text = [richText`Job ${code("job_1")} is ${"<b>active</b>"}.`, [], richText`Wait.`];
  expect(partsOf(renderReply(richText`Status.`, text, { runUrl, prompt: "Do\nit" }))).toEqual([
    "**Status.** Job `job_1` is &lt;b&gt;active&lt;/b&gt;. Wait.",
    "> Do it",
    print,
  ]);
  expect(partsOf(renderReply(richText`Dry run.`, [], { runUrl }))).toEqual(["**Dry run.**", print]);
});

describe("the status", () => {
  const job = { id: "job_1", at: 1_000_000 };
  const working = (more: { request?: string }, pull: RichText = []) =>
    partsOf(renderWorkingStatus({ ...job, ...more }, { pull, contents: undefined, now: 1_720_000, runUrl }));

  test("says how long the job has been at work, and on what", () => {
    expect(working({ request: "Document `--watch` for @octo." })).toEqual([
      "⏳ **Working for 12 min** on “Document `--watch` for @&#8203;octo.”",
      "No pull request yet. Repeat the command for news: this reply does not change.",
      `<sub>Job \`job_1\` · [workflow run](<${runUrl}>)</sub>`,
    ]);
    expect(working({})[0]).toBe("⏳ **Working for 12 min.**");
  });

  test("links the pull request that is there", () => {
    expect(working({}, [url(prLink)])[1]).toMatch(
      /^Pull request: \[acme\/docs&#35;&#8203;3\]\(<https:\/\/github\.com\/acme\/docs\/pull\/3>\)/,
    );
  });

  test("says what to do where the job cannot be read", () => {
    const error = outcomeOf("error", "rate-limit");
    if (error.result !== "error") throw new Error("no error");
    expect(partsOf(renderStatusError(error, "/docs-agent", runUrl))).toEqual([
      "❌ **The job's status could not be read.** It is so. Wait an hour, then repeat the command in a new comment.",
      print,
    ]);
  });
});

describe("the reply in a workflow that is not set up", () => {
  const context = { sourceUrl: "https://github.com/acme/docs-agent/blob/v1", runUrl };
  const problems = (given: Parameters<typeof loadAny>[0]): readonly Problem[] => {
    const { connection } = loadAny(given);
    return "problems" in connection ? connection.problems : [];
  };

  const who = "someone who can edit this repository's settings can mend that";
  const quickstart = "([quickstart](<https://github.com/acme/docs-agent/blob/v1/README.md#quickstart>)).";
  const save = `${who}: save the key under **Secrets** as \`DOCS_AGENT_API_KEY\` and the project ID under **Variables** as \`DOCS_AGENT_PROJECT_ID\` ${quickstart}`;
  const exposed = "Was the key under Variables? It is exposed: create a new one.";
  const version = "Leave the version at the end of `base-url` out: the action adds it.";
  const again = "After that, repeat the command in a new comment.";

  // biome-ignore format: a table is read by its rows
  test.each<[string, Parameters<typeof loadAny>[0], string, string[]]>([
    ["a key", { "api-key": "" }, "`api-key` is empty.", [save, exposed, again]],
    ["a project", { "project-id": "" }, "`project-id` is empty.", [save, again]],
    ["both", { "api-key": "", "project-id": "" }, "`api-key` is empty; `project-id` is empty.", [save, exposed, again]],
    ["an address", { "base-url": "https://docs.example.com/v1" }, "`base-url` is not an https: address without version, user, password, query and fragment (http: only for loopback).", [`${who} ${quickstart}`, version, again]],
  ])("names %s, who saves it where, and that the command is to be repeated", (_, given, what, how) => {
    expect(partsOf(renderNotSetUp(problems(given), "alice", context))).toEqual([
      `❌ **Not set up yet: ${what}**`,
      `@alice, ${how.join(" ")}`,
      print,
    ]);
  });

  test("mentions nobody, and links nothing, where that is not known", () => {
    const body = renderNotSetUp(problems({ "api-key": "" }), undefined, { ...context, sourceUrl: undefined });
    expect(partsOf(body)[1]).toMatch(/^Someone who can edit .* `DOCS_AGENT_PROJECT_ID` \(quickstart\)\. Was/);
    expect(body).not.toContain("@");
  });

  test("shows no value of an input, because anyone may read it", () => {
    const body = renderNotSetUp(
      problems({ "base-url": "http://secret.example/?token=abc" }),
      "alice",
      context,
    );
    expect(body).not.toMatch(/secret\.example|abc/);
  });
});
