import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeGitHub } from "../github/fake-github.ts";
import { says } from "../says.ts";
import { job, jobRoutes, routes } from "../service/fake-service.ts";
import { render, textOf } from "../text/rendered.ts";
import { inWorkspace } from "./harness.ts";
import { report, row } from "./report.ts";
import { sent, Thread, type ThreadResult, told } from "./thread.ts";

const [key, token] = ["mint_a1b2c3d4e5f6a7b8_deadbeefcafe", "ghs_zyxwvutsrqponmlk9876543210"];
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
/** Both secrets, each as it is and percent-encoded. */
const leak = [key, token].flatMap((secret) => [secret, percent(secret)]).join(" and ");
const secrets = { "api-key": key, "github-token": token };
const maskedFirst = new RegExp(`^::add-mask::${key}\n::add-mask::${token}\n(?!::add-mask)`);

/** Long requests are cut: in one of the last two, whatever is cut is cut inside the key. */
const texts = [
  `Say that ${key}, \`${key}\`, Bearer_${key}_ and ${key.replace("_", "%5F")} are *wrong*`,
  `Not ${`${key} `.repeat(60)}`,
  `Not these: ${`${key} `.repeat(60)}`,
];

/** A text as it stands, as Markdown and links show it, and what stands in it in base64. */
function readings(text: string): string[] {
  const words = text.match(/[\w+/-]{24,}/g) ?? [];
  const decoded = words.map((word) => Buffer.from(word, "base64url").toString());
  return [text, textOf(render(text)), ...decoded].map((read) =>
    read.replace(/\p{Default_Ignorable_Code_Point}/gu, "").replace(/%5f/gi, "_"),
  );
}

/** Neither secret is in anything that people or later steps see. The runner itself reads the lines that mask. */
function expectMasked(thread: Thread, ...runs: ThreadResult[]): void {
  const said = runs.flatMap(({ stdout, stderr, summary, state, outputs }) => [
    ...[stdout.replace(/^::add-mask::.*$/gm, ""), stderr, summary],
    ...Object.values({ ...outputs, ...state }),
  ]);
  for (const read of [...thread.gitHub.written, ...said].flatMap(readings))
    for (const part of [key.slice(0, 12), key.slice(-12), token.slice(4), percent(key.slice(5))])
      expect(read).not.toContain(part);
}

test.each(texts)(
  "a key in a command is sent, and shown nowhere, whatever is made of the text: %#",
  async (body) => {
    const thread = new Thread();
    // As it is saved with a line end.
    const scenario = { with: { "api-key": `${key}\n` } };
    const runs = [
      await thread.comment(`/docs-agent ${body}`, scenario),
      await thread.comment(`/docs-agent ${body}`, scenario),
      await thread.comment(`/docs-agent --dry-run ${body}`, scenario),
    ];
    expect(runs.flatMap(({ requests }) => sent(requests))).toEqual([
      `${routes.create} ${JSON.stringify(body.trim())}`,
      `${routes.message} ${JSON.stringify(body.trim())}`,
    ]);
    expectMasked(thread, ...runs);
  },
);

test("a job whose every text holds them shows neither, in the log because they are masked first", async () => {
  const thread = new Thread();
  const source = { repository: leak, ref: leak };
  const all = job("completed", { model: leak, createdAt: leak, source });
  const odd = { ...all, status: `odd ${key}` };
  const prLink = `https://github.com/acme/docs/pull/3?${percent(key)}`;
  const service = { [routes.get]: [{ json: odd }, { json: { ...all, prLink } }] };
  const run = await thread.comment(`/docs-agent Explain ${leak}`, { with: secrets, service });
  expect(told(run)[0]).toBe("pull-request");
  expect(run.stdout).toMatch(maskedFirst);
  expectMasked(thread, run);
  // What stands in Markdown was masked before it was escaped.
  for (const text of [run.stdout, run.summary, run.outputs["prompt"], thread.shown()])
    expect(text).toMatch(/\*\*\*|&#42;&#42;&#42;/);
});

test("the post step shows neither, whatever was saved", async () => {
  const thread = new Thread();
  const { id } = thread.gitHub.write("docs[bot]", says.working);
  // As if the main step had forgotten to mask it.
  const state = JSON.stringify({ number: 7, id, body: `${says.interrupted} ${leak}` });
  const post = await thread.post(state, { with: secrets });
  expect(post.stdout).toMatch(maskedFirst);
  expect(thread.shown()).toContain(says.interrupted);
  thread.gitHub.refuse({ method: "PATCH", path: /comments/, status: 422, message: leak });
  const refused = await thread.post(state, { with: secrets });
  expect(refused.stdout).toMatch(/^::warning title=Status comment not updated::.*\*\*\*/m);
  expectMasked(thread, post, refused);
});

test("a job whose id holds the key is a job without an id", async () => {
  const thread = new Thread();
  const scene = { with: secrets, service: jobRoutes(`job-${key}`) };
  const run = await thread.comment("/docs-agent Document it", scene);
  expectMasked(thread, run);
  expect(told(run)[0]).toBe("error uncertain");
});

test("a key in the address of a page stands in no form of the report", async () => {
  await inWorkspace(async (workspace) => {
    const gitHub = new FakeGitHub();
    const files = ["a.CSV", "a.Json", "a.md"];
    const { outputs, summary, stdout } = await report({
      ...{ gitHub, workspace },
      answer: { visitors: [{ ...row, path: `/${key}` }] },
      with: { ...secrets, "issue-number": "7", "report-file": files.join() },
    });
    expect(outputs).toMatchObject({ result: "reported", pages: "1" });
    expect(gitHub.own()).toHaveLength(1);
    const log = stdout.replace(/^::add-mask::.*$/gm, "");
    const written = files.map((name) => readFileSync(join(workspace, name), "utf8"));
    expect(written.map((text) => text.slice(0, 5))).toEqual(["path,", '{\n  "', "## Do"]);
    for (const text of [log, summary, ...gitHub.written, ...written, ...Object.values(outputs)])
      for (const read of readings(text)) expect(read).not.toContain(key);
  });
});
