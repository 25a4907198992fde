import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inWorkspace } from "../emulator/live-report.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { creates, follows, jobRoutes, routes } from "../service/fake-service.ts";
import { render, textOf } from "../text/rendered.ts";
import { runScenario } from "./harness.ts";
import { sent, Thread, told } from "./thread.ts";

/** Long requests are cut: in one of the last two, whatever is cut is cut inside the key. */
const texts: [string, (key: string) => string][] = [
  ["as it is", (key) => `Say that ${key} is wrong`],
  ["in code", (key) => `Say that \`${key}\` is wrong`],
  ["inside a word", (key) => `Say that Bearer_${key}_ is *wrong*`],
  ["with a character percent-encoded", (key) => `Say that ${key.replace("_", "%5F")} is wrong`],
  ["where the text is cut", (key) => `Not ${`${key} `.repeat(60)}`],
  ["where the text is cut, a bit further on", (key) => `Not these: ${`${key} `.repeat(60)}`],
];

/** A text as it stands, as Markdown and links show it, and what stands in it in base64. */
function readings(text: string): string[] {
  const words = text.match(/[\w+/-]{24,}/g) ?? [];
  const decoded = words.map((word) => Buffer.from(word, "base64url").toString());
  return [text, textOf(render(text)), ...decoded].map((read) =>
    read.replace(/\p{Default_Ignorable_Code_Point}/gu, "").replace(/%5f/gi, "_"),
  );
}

test.each(texts)(
  "a key in a command is sent, and shown nowhere, whatever is made of the text: %s",
  async (_, text) => {
    // Markdown writes the first's `_` as an entity, and breaks up what looks like a commit.
    for (const key of ["mint_scenario_key", "mint_a1b2c3d4e5f6a7b8_deadbeefcafe"]) {
      const thread = new Thread();
      const body = text(key);
      // As it is saved with a line end.
      const scenario = { with: { "api-key": `${key}\n` }, service: { ...follows, ...creates } };
      const runs = [
        await thread.comment(`/docs-agent ${body}`, scenario),
        await thread.comment(`/docs-agent ${body}`, scenario),
      ];
      expect(runs.flatMap(({ requests }) => sent(requests))).toEqual([
        `${routes.create} ${JSON.stringify(body.trim())}`,
        `${routes.message} ${JSON.stringify(body.trim())}`,
      ]);
      const said = runs.flatMap(({ summary, postState, outputs }) => [
        ...[summary, postState],
        ...Object.values(outputs),
      ]);
      for (const read of [...thread.gitHub.written, ...said].flatMap(readings))
        expect(read).not.toContain(key.slice(0, 12));
    }
  },
);

test("a job whose id holds the key is a job without an id, and the key is shown nowhere", async () => {
  const thread = new Thread();
  const key = "mint_scenario_key";
  const run = await thread.comment("/docs-agent Document it", { service: jobRoutes(`job-${key}`) });
  const { summary, postState, outputs, stdout } = run;
  const log = stdout.replace(/^::add-mask::.*$/gm, "");
  for (const read of [...thread.gitHub.written, summary, postState, log, ...Object.values(outputs)].flatMap(
    readings,
  ))
    expect(read).not.toContain(key);
  expect(told(run)).toMatchObject({ exitCode: 1, result: "error", reason: "uncertain" });
});

test("a key in the address of a page stands in no form of the report", async () => {
  await inWorkspace(async (workspace) => {
    const gitHub = new FakeGitHub();
    const key = "mint_scenario_key";
    const totals = { human: 90, ai: 10, total: 100 };
    const json = { totals, visitors: [{ path: `/${key}`, ...totals }], hasMore: false };
    const range = "dateFrom=2026-11-09&dateTo=2026-11-16&limit=250&offset=0";
    const files = ["a.CSV", "a.Json", "a.md"];
    const { outputs, summary, stdout } = await runScenario({
      ...{ gitHub, workspace, service: { [`GET /v1/analytics/acme/visitors?${range}`]: [{ json }] } },
      with: {
        ...{ mode: "visitors", compare: "false", trend: "0", signals: "none", "api-key": key },
        ...{ "issue-number": "7", "github-token": "ghs_scenario", "report-file": files.join() },
      },
    });
    expect([outputs["result"], outputs["pages"], gitHub.own().length]).toEqual(["reported", "1", 1]);
    const log = stdout.replace(/^::add-mask::.*$/gm, "");
    const written = files.map((name) => readFileSync(join(workspace, name), "utf8"));
    expect(written.map((text) => text.slice(0, 5))).toEqual(["path,", '{\n  "', "## Do"]);
    for (const text of [log, summary, ...gitHub.written, ...written, ...Object.values(outputs)])
      for (const read of readings(text)) expect(read).not.toContain(key);
  });
});
