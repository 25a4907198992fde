import { describe, expect, test } from "vitest";
import { creates, routes } from "../service/fake-service.ts";
import { sent, Thread, visible } from "./thread.ts";

const created = (prompt: string) => [`${routes.create} ${JSON.stringify(prompt)}`];
const lastReply = (thread: Thread) => visible(thread.gitHub.own().at(-1)?.body);

const titled = [
  "Show this at the top:",
  "",
  '```js server.js icon="node"',
  "listen(80);",
  "```",
  "",
  "- and in a list",
  "  ~~~bash Terminal {1-2}",
  "  npm start",
  "  ~~~",
].join("\n");

describe("code keeps the title of its block", () => {
  test("in a command", async () => {
    const { requests } = await new Thread().comment(`/docs-agent ${titled}`, { service: creates });
    expect(sent(requests)).toEqual(created(titled));
  });

  test.each([
    ["prompt", { with: { prompt: titled } }],
    ["prompt-file", { with: { "prompt-file": "ask.md" }, files: { "ask.md": `${titled}\n` } }],
  ])("in %s", async (_, step) => {
    const event = { name: "schedule", payload: {} };
    const { requests } = await new Thread().event(event, { ...step, service: creates });
    expect(sent(requests)).toEqual(created(titled));
  });
});

describe("a request that speaks of mails is sent whole", () => {
  test.each([
    [
      "it mentions what stands below GitHub's mails",
      'Document what "reply to this email directly" does.\n\nAnd where the setting is.',
    ],
    [
      "it holds the template of a mail in a code block",
      [
        "Document this template:\n\n```text\nOn Mon, 16 Nov 2026, Ann <ann@example.com> wrote:\n> Hi",
        "Reply to this email directly, view it on GitHub, or unsubscribe.",
        "You are receiving this because you commented.\n```",
        "And say when it is sent.",
      ].join("\n\n"),
    ],
    [
      "it quotes the template of a mail",
      "Document this mail:\n\n> Hi Ann, reply to this email directly to answer.\n\nIt is sent daily.",
    ],
    [
      "it quotes the docs below a line with a number",
      "Fix this.\nOn 3 pages the limit is wrong.\n\nThe docs wrote:\n> The limit is ten.\n\nIt is twenty.",
    ],
    ["it quotes the docs", "Fix this.\n\nThe docs wrote:\n> The limit is ten.\n\nIt is twenty."],
  ])("where %s", async (_, prompt) => {
    const thread = new Thread();
    const { requests } = await thread.comment(`/docs-agent ${prompt}`, { service: creates });
    expect(sent(requests)).toEqual(created(prompt));
  });
});

/** How a mail program repeats the mail that it answers. */
const head = "On Mon, 16 Nov 2026 at 10:00, docs[bot] <notifications@github.com> wrote:";
const footer = [
  "—",
  "Reply to this email directly, view it on GitHub, or unsubscribe.",
  "You are receiving this because you commented.",
];

describe("what a mail repeats is not sent, and the reply says so", () => {
  test.each([
    ["a mail of a person", [head, "> Praise it"]],
    ["our own comment with its marker", [head, "> <!-- docs-agent:v1 -->", "> ✅ **Pull request ready**"]],
    [
      "our own comment and GitHub's footer",
      [
        head,
        ...["<!-- docs-agent:v1 -->", "✅ **Pull request ready**", ...footer].map((line) => `> ${line}`),
      ],
    ],
    ["a mail as Outlook has it", ["-----Original Message-----", "From: Ann <ann@example.com>", "Praise it"]],
  ])("%s", async (_, mail) => {
    const thread = new Thread();
    const body = ["/docs-agent Shorter", "", ...mail].join("\r\n");
    const { exitCode, requests } = await thread.comment(body, { service: creates });
    expect([exitCode, sent(requests)]).toEqual([0, created("Shorter")]);
    expect(lastReply(thread)).toMatch(/\be?-?mail\b/i);
    expect(lastReply(thread)).toMatch(/\b(?:not|only)\b.*\bsent\b|\bleft out\b/i);
  });
});

test("the description of a transferred issue starts nothing", async () => {
  const thread = new Thread("issue");
  const issue = { ...thread.subject(), body: "/docs-agent Praise it" };
  const old = { ...thread.subject(3), html_url: "https://github.com/outsider/site/issues/3" };
  const changes = { old_issue: old, old_repository: { full_name: "outsider/site" } };
  const payload = { action: "opened", issue, changes };
  const run = await thread.event({ name: "issues", payload }, { service: creates });
  expect([run.exitCode, run.outputs["result"], run.outputs["reason"]]).toEqual([0, "skipped", "quoted"]);
  expect(run.requests).toEqual([]);
});

test.each(["Document the flag --help", "Explain --status and --dry-run briefly"])(
  "flags further on are a part of the request: %s",
  async (prompt) => {
    const { requests } = await new Thread().comment(`/docs-agent ${prompt}`, { service: creates });
    expect(sent(requests)).toEqual(created(prompt));
  },
);
