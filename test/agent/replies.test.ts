import { describe, expect, test } from "vitest";
import type { HelpReason } from "../../src/agent/parse.ts";
import { helpOn, notSetUp, renderReply, statusText, whyHelp } from "../../src/agent/replies.ts";
import type { CommentText } from "../../src/agent/sentences.ts";
import { url } from "../../src/github/pull-request-address.ts";
import { richText } from "../../src/text/rich-text.ts";
import { loadAny } from "../given-inputs.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { contentsOf, failedCheck, prLink, progress, runUrl } from "./fixture.ts";

const print = `<sub>[Workflow run](<${runUrl}>)</sub>`;
/** The parts of a reply, without the mark of our comments. */
const partsOf = (body: string) => {
  const [own, ...parts] = body.split("\n\n");
  expect([own, body.match(/<!--/g)?.length]).toEqual(["<!-- docs-agent:v1 -->", 1]);
  return parts;
};

describe("the help", () => {
  const accepted = { icon: "✅", title: richText`Accepted.` };
  const helpFor = (phrase: string, isReview = false) =>
    renderReply(accepted, { runUrl }, helpOn(phrase, { isReview, isFolded: false }));

  test("reads like this, with the workflow's phrase, below what became of the key", () => {
    expect(helpFor("@docs-bot")).toMatchInlineSnapshot(`
      "<!-- docs-agent:v1 -->

      ✅ **Accepted.**

      **What Docs Agent can do here.**

      Start a line with \`@docs-bot\` and name the page and the change, as in \`@docs-bot document the new limit parameter\`. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress. New jobs and follow-ups cost credits; the other commands are free.

      - \`@docs-bot …\` continues the job of this thread, or starts one
      - \`@docs-bot --new …\` starts a new job with its own pull request
      - \`@docs-bot --dry-run …\` says what the request would start, and starts nothing
      - \`@docs-bot --status\` shows how the job of this thread is doing
      - \`@docs-bot --help\` tests the API key and shows this help

      Commands in quotes and code do not count, and neither do edits of a comment.

      <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>"
    `);
    expect(tagsOf(render(helpFor("@docs-bot"))).filter((tag) => tag === "li")).toHaveLength(5);
  });

  const noFlag = { kind: "not-understood", words: "--stauts", suggestion: undefined } as const;
  const talk = { kind: "small-talk", words: "thanks", suggestion: undefined } as const;
  const name = "If you want a change, reply `/docs-agent` with the page and the change.";
  // biome-ignore format: a table is read by its rows
  test.each<[string, HelpReason, string, string]>([
    ["an unknown flag", noFlag, "**Nothing was sent:** `--stauts` is no flag.", "Repeat the command without it."],
    ["small talk", talk, "**Nothing was sent:** `thanks` names no change.", name],
    ["small talk about the status", { ...talk, suggestion: "--status" }, "**Did you mean `--status`?** `thanks` names no change, so nothing was sent.", "If so, reply `/docs-agent --status`."],
    ["a flag that is nearly --status", { ...noFlag, suggestion: "--status" }, "**Did you mean `--status`?** `--stauts` is no flag, so nothing was sent.", "If so, reply `/docs-agent --status`."],
    ["one that is nearly --new", { ...noFlag, suggestion: "--new" }, "**Did you mean `--new`?** `--stauts` is no flag, so nothing was sent.", "If so, reply `/docs-agent --new` and your request."],
  ])("answers %s, and is folded below", (_, why, what, next) => {
    const folded = helpOn("/docs-agent", { isReview: false, isFolded: true });
    const [first, second, ...rest] = partsOf(renderReply(whyHelp(why, "/docs-agent"), { runUrl }, folded));
    const help = partsOf(helpFor("/docs-agent")).slice(2, -1).join("\n\n");
    expect([first, second]).toEqual([what, next]);
    expect(rest.join("\n\n")).toBe(
      `<details>\n<summary>What Docs Agent can do here</summary>\n\n${help}\n\n</details>\n\n${print}`,
    );
  });

  test("shows words of any length in a comment that GitHub takes", () => {
    const text = whyHelp({ ...noFlag, words: "`a".repeat(32_000) }, "/docs-agent");
    expect(renderReply(text, { runUrl }).length).toBeLessThan(2000);
  });
});

test("a reply is a title, the sentences that are not empty, and the request", () => {
  const title = richText`Nothing was sent.`;
  const text: CommentText = { title, detail: richText`Job ${"<b>x</b>"}.`, next: richText`wait.` };
  expect(partsOf(renderReply(text, { runUrl, prompt: "Do\nit", jobId: "job_1" }))).toEqual([
    "**Nothing was sent.** Job &lt;b&gt;x&lt;/b&gt;.",
    "Wait.",
    "> Do it",
    print.replace("[Workflow", "Job `job_1` · [workflow"),
  ]);
  expect(partsOf(renderReply({ title }, { runUrl }))).toEqual(["**Nothing was sent.**", print]);
});

describe("the status", () => {
  const at = 1_000_000;
  const told = (status: string, more: Partial<typeof progress> = {}, now = 1_720_000) =>
    partsOf(renderReply(statusText(status, at, now, { ...progress, ...more }), { runUrl })).slice(0, -1);
  const pull = url(prLink);
  const link = "[acme/docs&#35;&#8203;3](<https://github.com/acme/docs/pull/3>)";

  test("of a job at work is how long that has been, with the pull request that is there", () => {
    const news = "For news, reply `/docs-agent --status` again: this reply does not change.";
    expect(told("active")).toEqual(["⏳ **Working for 12 min.** No pull request yet.", news]);
    expect(told("active", { pull })).toEqual([
      `⏳ **Working for 12 min.** Its pull request so far: ${link}`,
      news,
    ]);
  });

  test("of a job that is over is that of its end, with the same next step", () => {
    expect(told("completed", { pull })).toEqual([
      `✅ **Pull request ready: ${link}**`,
      "To change something, reply for example `/docs-agent make the example shorter`.",
    ]);
    const [first, next] = told("completed", {
      pull,
      contents: contentsOf({ checks: [failedCheck("vale")] }),
    });
    expect(first).toBe(`⚠️ **Pull request ready, 1 check failed: ${link}**`);
    expect(next).toBe("To have it fixed, reply `/docs-agent fix the failing check vale`.");
    expect(told("completed")[0]).toContain("➖ **No pull request.**");
    expect(told("failed")[1]).toBe(
      "To try again, reply `/docs-agent --new` and your request: it starts another paid job.",
    );
    expect(told("archived")[0]).toContain("❌ **The job was archived.**");
  });

  test("says in the first minute that it may be old", () => {
    const early = /^Your last request is less than a minute old/;
    expect(told("completed", { pull }, at + 59_999)[1]).toMatch(early);
    expect(told("completed", { pull }, at + 60_000)[1]).not.toMatch(early);
  });
});

describe("the reply in a workflow that is not set up", () => {
  const source = "https://github.com/acme/docs-agent/blob/v1";
  const notSet = (given: Parameters<typeof loadAny>[0], mention?: string, sourceUrl?: string) => {
    const { connection } = loadAny(given);
    const problems = "problems" in connection ? connection.problems : [];
    return partsOf(renderReply(notSetUp(problems, sourceUrl), { runUrl, mention }));
  };
  const who = "ask someone who can edit this repository's settings and workflows to fix this";
  const quickstart = "([quickstart](<https://github.com/acme/docs-agent/blob/v1/README.md#quickstart>))";
  const again = "Then repeat the command in a new comment.";
  const key =
    "Save the key under the tab Secrets as `DOCS_AGENT_API_KEY`. Saved under Variables? Then create a new key: everyone with access to the repository could have seen it.";
  const project =
    "Save the project ID under the tab Variables as `DOCS_AGENT_PROJECT_ID`. Saved under Secrets? There, it is not found.";

  // biome-ignore format: a table is read by its rows
  test.each<[string, Parameters<typeof loadAny>[0], string, string[]]>([
    ["a key", { "api-key": "" }, "`api-key` is empty.", [key]],
    ["a project", { "project-id": "" }, "`project-id` is empty.", [project]],
    ["both", { "api-key": "", "project-id": "" }, "`api-key` is empty; `project-id` is empty.", [key, project]],
    ["an address", { "base-url": "https://docs.example.com/v1" }, "`base-url` cannot be used (expected an https: address without version, user, password, query and fragment (http: only for loopback)).", ["Leave the version at the end of `base-url` out: the action adds it."]],
  ])("names %s, who saves it where, and that the command is to be repeated", (_, given, what, how) => {
    expect(notSet(given, "alice", source)).toEqual([
      `❌ **Not set up yet: ${what}**`,
      `@alice, ${[`${who} ${quickstart}.`, ...how, again].join(" ")}`,
      print,
    ]);
  });

  test("mentions nobody, and links nothing, where that is not known", () => {
    const [, next] = notSet({ "api-key": "" });
    expect(next).toBe(`A${who.slice(1)}. ${key} ${again}`);
  });

  test("shows no value of an input, because anyone may read it", () => {
    expect(notSet({ "base-url": "http://secret.example/?token=abc" }).join()).not.toMatch(
      /secret\.example|abc/,
    );
  });
});
