import { describe, expect, test, vi } from "vitest";
import { creates, done, follows, job, routes } from "../service/fake-service.ts";
import { render, textOf } from "../text/rendered.ts";
import { sent, Thread, visible } from "./thread.ts";

const command = "/docs-agent Document the limit";

/** What a browser shows of a comment, without its code, in which GitHub mentions nobody. */
function shownText(body: string | undefined): string {
  return textOf(render(visible(body)).replace(/<code>.*?<\/code>/gs, ""));
}

test.each(["maintainer", "alice_acme", "Bob-2_acme"])(
  "whoever asked is mentioned at the end: %s",
  async (login) => {
    const thread = new Thread();
    thread.gitHub.roles.set(login, { permission: "write", role_name: "write" });
    const { outputs } = await thread.comment(command, { service: creates }, login);
    expect(outputs["result"]).toBe("pull-request");
    expect(shownText(thread.gitHub.own()[0]?.body)).toMatch(new RegExp(`@${login}(?![\\w-])`));
  },
);

test("a reaction that GitHub refuses does not stop the next one", async () => {
  const thread = new Thread();
  thread.gitHub.refuse({ method: "POST", path: /reactions/, times: 1, status: 403 });
  const { outputs } = await thread.comment(command, { service: creates });
  expect(outputs["result"]).toBe("pull-request");
  expect(thread.gitHub.reactions).toEqual(["issues/comments/101 rocket"]);
});

test.each([
  ["https://github.com/acme/docs/pull/41", "41", "acme/docs"],
  ["https://gitlab.example.com/acme/docs/pull/41", "", ""],
  ["https://github.com.example.com/acme/docs/pull/41", "", ""],
  ["https://ghe.example.com/acme/docs/pull/41", "41", "acme/docs"],
])(
  "prNumber and prRepository are those of a pull request of GitHub: %s",
  async (prLink, number, repository) => {
    const { outputs } = await new Thread().push({
      env: { GITHUB_SERVER_URL: "https://ghe.example.com" },
      service: { ...creates, [routes.get]: [{ json: job("completed", { prLink }) }] },
    });
    expect(outputs).toMatchObject({ result: "pull-request", prLink });
    expect([outputs["prNumber"] ?? "", outputs["prRepository"] ?? ""]).toEqual([number, repository]);
  },
);

test("--status where nothing is remembered does not claim that there is no job", async () => {
  const thread = new Thread();
  const inputs = { with: { comment: "never" } };
  await thread.comment(command, { ...inputs, service: creates });
  const { exitCode, outputs, summary } = await thread.comment("/docs-agent --status", inputs);
  expect([exitCode, outputs["result"]]).toEqual([0, "answered"]);
  for (const text of [outputs["message"], summary]) expect(text).not.toMatch(/\bno job\b/i);
  expect(outputs["message"]).toMatch(/never|not known|remember/);
});

describe("a key in the text of a command stands nowhere, whatever is made of the text", () => {
  /** Markdown writes the first's `_` as an entity, and breaks up what looks like a commit. */
  const keys = ["mint_scenario_key", "mint_a1b2c3d4e5f6a7b8_deadbeefcafe"];

  /** Long requests are cut: in one of the two, whatever is cut is cut inside the key. */
  const many = (key: string, before: string) => `${before}${`${key} `.repeat(60)}`;
  const texts: [string, (key: string) => string][] = [
    ["as it is", (key) => `Say that ${key} is wrong`],
    ["in code", (key) => `Say that \`${key}\` is wrong`],
    ["inside a word", (key) => `Say that Bearer_${key}_ is *wrong*`],
    ["with a character percent-encoded", (key) => `Say that ${key.replace("_", "%5F")} is wrong`],
    ["where the text is cut", (key) => many(key, "Not ")],
    ["where the text is cut, a bit further on", (key) => many(key, "Not these: ")],
  ];

  test.each(keys.flatMap((key) => texts.map(([where, text]) => ({ key, where, body: text(key) }))))(
    "$key, $where",
    async ({ key, body }) => {
      const thread = new Thread();
      const scenario = { with: { "api-key": key }, service: { ...follows, ...creates } };
      const first = await thread.comment(`/docs-agent ${body}`, scenario);
      const next = await thread.comment(`/docs-agent ${body}`, scenario);
      // The agent gets what was asked.
      expect(sent([...first.requests, ...next.requests])).toEqual([
        `${routes.create} ${JSON.stringify(body.trim())}`,
        `${routes.message} ${JSON.stringify(body.trim())}`,
      ]);
      const outputs = [first, next].flatMap(({ outputs }) => Object.values(outputs));
      const said = [
        ...thread.gitHub.written,
        first.summary,
        next.summary,
        first.postState,
        next.postState,
        ...outputs,
      ];
      for (const text of said)
        for (const read of readings(text)) expect(read).not.toContain(key.slice(0, 12));
    },
  );

  /** A text as it stands, as Markdown and links show it, and what stands in it in base64. */
  function readings(text: string): string[] {
    const words = text.match(/[\w+/-]{24,}/g) ?? [];
    const decoded = words.map((word) => Buffer.from(word, "base64url").toString());
    return [text, textOf(render(text)), ...decoded].map((read) =>
      read.replace(/\p{Default_Ignorable_Code_Point}/gu, "").replace(/%5f/gi, "_"),
    );
  }
});

describe("an answer of GitHub that has the wrong shape is told as what it is", () => {
  const html = { json: "<html>Sign in</html>", headers: { "content-type": "text/html" } };
  const answers = [
    ["a page of HTML", { status: 200, ...html }],
    ["an object in place of a list", { status: 200, json: { message: "hello" } }],
    ["nothing", { status: 200, json: undefined }],
    ["a redirect", { status: 302, json: undefined, headers: { location: "https://example.com/login" } }],
  ] as const;

  /** The next run gets this answer to such reads. */
  function answerTo(thread: Thread, path: RegExp, wrong: (typeof answers)[number][1]): void {
    const { gitHub } = thread;
    const answer = gitHub.answer.bind(gitHub);
    vi.spyOn(gitHub, "answer").mockImplementation((method, asked, body) =>
      method === "GET" && path.test(asked) ? wrong : answer(method, asked, body),
    );
  }

  test.each(answers)("%s is not a thread without comments: a re-run sends nothing", async (_, wrong) => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    answerTo(thread, /\/comments/, wrong);
    const again = await thread.rerun({ service: { ...creates, [routes.get]: [{ json: done }] } });
    expect(sent(again.requests)).toEqual([]);
    expect([again.exitCode, again.outputs["result"], again.outputs["reason"]]).toEqual([
      1,
      "error",
      "uncertain",
    ]);
    for (const text of [again.stdout, again.summary, ...thread.gitHub.written])
      expect(text).not.toMatch(/did not answer|no answer\b/i);
  });

  test.each(answers)("%s says of nobody whether they may give commands", async (_, wrong) => {
    const thread = new Thread();
    answerTo(thread, /\/permission/, wrong);
    const run = await thread.comment(command, { service: creates });
    expect(sent(run.requests)).toEqual([]);
    // An object that does not say whom it is about is no answer about the commenter.
    const isObject = typeof wrong.json === "object";
    expect([run.exitCode, run.outputs["result"], run.outputs["reason"]]).toEqual(
      isObject ? [0, "denied", "permission-unknown"] : [1, "error", "github"],
    );
    for (const text of [run.outputs["message"], run.stdout, run.summary])
      expect(text).not.toMatch(/did not answer|no answer\b/i);
  });
});
