import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everythingSaid, inWorkspace, reportStep } from "../emulator/live-report.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { runInProcess } from "../runner/in-process.ts";

const { gitHub: github, service } = await useEmulators({ limits: { analytics: 1_000_000 } });

/** Runs a report with this issue as the place for its comment. */
const reportInto = (issue: LiveThread, inputs: Record<string, string>) =>
  runInProcess(issue.reportStep(inputs));

const writes = () =>
  github
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method }) => method);

/** What the reports of a test differ in: the emulated site has another size. */
async function reportOf(issue: LiveThread, pages: number, inputs: Record<string, string> = {}) {
  service.change({ pages });
  const { outputs, exitCode } = await reportInto(issue, { trend: "0", ...inputs });
  expect(exitCode).toBe(0);
  return outputs;
}

test("only the report in a comment has commands to copy, with the phrase of the workflow", async () => {
  const issue = await LiveThread.open(github, service);
  const { summary } = await reportInto(issue, { trend: "0", "trigger-phrase": "@docs" });
  const [comment] = await issue.comments();
  expect(comment?.body).toMatch(/^ {2}```\n {2}@docs --new [A-Z].*\n(?: {2}[A-Z].*\n)* {2}```$/m);
  expect(summary).toContain("### Worth a look");
  expect(summary).not.toContain("@docs");
});

test("what to document next is in summary and comment, which has commands, in outputs and in the JSON file", async () => {
  const issue = await LiveThread.open(github, service);
  await inWorkspace(async (workspace) => {
    const step = issue.reportStep({ trend: "0", "report-file": "out.json" });
    const { outputs, summary } = await runInProcess({ ...step, workspace });
    const sectionOf = (text: string) => /^### What to document next\n.*?(?=\n\n\|)/ms.exec(text)?.[0] ?? "";
    expect(sectionOf(summary)).toMatchInlineSnapshot(`
      "### What to document next

      Based on 90 days of feedback, 28 days of questions, and this week's readers.

      - \`/guides/webhooks\`: the assistant had no answer to **7 of 31** questions asked here, in 5 conversations. 503 people.
      - \`/sdks/python\`: **3 reports** on its code examples, all open. 475 people.
      - \`/guides/billing-and-plans\`: **11 of 14** votes are thumbs down (elsewhere 34 of 100). 87 people. Comments in the dashboard may say why."
    `);
    const [comment] = await issue.comments();
    const command = /\n\n {2}```\n {2}\/docs-agent --new ([^`]*)\n {2}```$/gm;
    const inComment = sectionOf(comment?.body ?? "");
    expect(inComment.replace(command, "")).toBe(sectionOf(summary));
    const commands = Array.from(inComment.matchAll(command), ([, text = ""]) => text.replaceAll("\n  ", " "));
    expect(commands).toEqual([
      expect.stringContaining(" asked on /guides/webhooks. "),
      expect.stringContaining(" on /sdks/python "),
    ]);
    expect(outputs).toMatchObject({ nextCount: "3", nextPrompt: commands[0] });
    const next: unknown = JSON.parse(outputs["next"] ?? "");
    expect(next).toMatchInlineSnapshot(`
      [
        {
          "ai": 111,
          "asked": 31,
          "conversations": 5,
          "human": 503,
          "kind": "asked-unanswered",
          "path": "/guides/webhooks",
          "unanswered": 7,
        },
        {
          "ai": 193,
          "human": 475,
          "kind": "examples-reported",
          "path": "/sdks/python",
          "reports": 3,
        },
        {
          "ai": 11,
          "down": 11,
          "human": 87,
          "kind": "rated-down",
          "path": "/guides/billing-and-plans",
          "rest": {
            "down": 45,
            "votes": 131,
          },
          "votes": 14,
        },
      ]
    `);
    expect(JSON.parse(readFileSync(join(workspace, "out.json"), "utf8"))).toMatchObject({ next });
  });
});

test("the report is written into one comment, and the next run's takes its place", async () => {
  const issue = await LiveThread.open(github, service);
  await issue.write("Looking forward to the numbers.", "outsider");
  service.change({ pages: 30 });
  const first = await reportInto(issue, { trend: "0" });
  expect(first.exitCode).toBe(0);
  const [, comment, ...more] = await issue.comments();
  expect(more).toEqual([]);
  expect(first.outputs["commentUrl"]).toBe(comment?.html_url);
  expect(first.outputs["digest"]?.split("\nFull report: ")[1]).toBe(comment?.html_url);
  // The comment is the summary's report under its marker, with commands to copy.
  const report = comment?.body.slice(comment.body.indexOf("## Docs visitors"));
  expect(
    report?.replace(
      /<br>\n {2}`\/docs-agent .*`$|(?:\n\n {2}Paste a command .*)?\n\n {2}```\n {2}\/docs-agent --new .*\n(?: {2}[A-Z].*\n)* {2}```$/gm,
      "",
    ),
  ).toBe(first.summary);
  expect(comment?.body).toMatch(
    /^<!-- docs-agent:v1 -->\n<!-- docs-agent:report [\w-]+\.[\w-]{43} -->\n\n##/,
  );

  await issue.write("Thanks!", "outsider");
  github.forgetRequests();
  const second = await reportOf(issue, 40);
  expect(second["commentUrl"]).toBe(first.outputs["commentUrl"]);
  expect(writes()).toEqual(["PATCH"]);
  const [, updated, thanks, ...others] = await issue.comments();
  expect(others).toEqual([]);
  expect(updated?.id).toBe(comment?.id);
  expect(updated?.body).toContain(Number(second["total"]).toLocaleString("en-US"));
  expect(updated?.body).not.toBe(comment?.body);
  expect(thanks?.body).toBe("Thanks!");
  expect(everythingSaid(first)).not.toMatch(new RegExp(`${service.readOnlyKey}|${github.tokens.bot}`));
});

test("forged, copied and foreign markers are left as they are", async () => {
  const [issue, elsewhere] = [await LiveThread.open(github, service), await LiveThread.open(github, service)];
  await reportOf(elsewhere, 20);
  const foreign = (await elsewhere.comments())[0]?.body ?? "";
  const forged = `<!-- docs-agent:v1 -->\n<!-- docs-agent:report e30.${"A".repeat(43)} -->\n\nOwned.`;
  const before = [await issue.write(foreign, "outsider"), await issue.write(forged, "outsider")];
  await reportOf(issue, 30);
  const own = (await issue.comments()).at(-1);
  const copy = await issue.write(own?.body ?? "", "outsider");
  github.forgetRequests();
  await reportOf(issue, 40);
  expect(writes()).toEqual(["PATCH"]);
  const comments = await issue.comments();
  expect(comments.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), own?.id, copy.id]);
  expect(comments.map(({ body }) => body)).toEqual([
    foreign,
    forged,
    expect.stringContaining("## Docs visitors"),
    own?.body,
  ]);
  expect(comments[2]?.body).not.toBe(own?.body);
});

test.each([
  ["to list", "GET"],
  ["to write", "POST"],
])("a GitHub that refuses %s comments is a warning", async (_case, method) => {
  const issue = await LiveThread.open(github, service);
  const message = JSON.stringify({ message: "Resource not accessible by integration" });
  const headers = { "content-type": "application/json" };
  const happens = { kind: "answer" as const, status: 403, body: message, headers };
  github.fault({ method, path: /\/comments/, times: "always", happens });
  const { exitCode, outputs, summary, stdout } = await reportInto(issue, { trend: "0" });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ result: "reported", reason: "" });
  expect(outputs).not.toHaveProperty("commentUrl");
  expect(outputs["digest"]).toMatch(/\nFull report: .*\/actions\/runs\/\d+$/);
  expect(stdout).toMatch(/^::warning title=Report comment not written::.*issues: write/m);
  expect(summary).toContain("### Top pages");
});

test("a report of 25,000 pages keeps to the limits of summary, files and comment, and says what it left out", async () => {
  service.change({ pages: 25_000 });
  const issue = await LiveThread.open(github, service);
  // What is left in the summary holds less than the whole report.
  const before = `${"An earlier line of the step.\n".repeat(35_800)}\n`;
  const step = { ...issue.reportStep({ "max-requests": "300", trend: "2" }), summary: before };
  const { exitCode, outputs, summary } = await runInProcess(step);
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ result: "reported", reason: "", complete: "true" });
  expect(Number(outputs["pages"])).toBeGreaterThan(20_000);
  expect(service.requests().length).toBeLessThanOrEqual(300);
  expect(Number(outputs["requests"])).toBeGreaterThanOrEqual(service.requests().length);

  expect(before.length).toBeGreaterThan(1_038_000);
  expect(summary.startsWith(before)).toBe(true);
  const comment = (await issue.comments())[0]?.body ?? "";
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  expect(comment.length).toBeLessThanOrEqual(65_536);
  expect(comment.match(/^\| `.*$/gm)).toHaveLength(110);

  for (const report of [summary.slice(before.length), comment]) {
    const rows = report.match(/^\| `.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    // Whole rows: a page and its four numbers.
    for (const row of rows) expect(row).toMatch(/^\|( [^|]+ \| [\d,]+ \|[^|]*\| [\d,]+ \| [\d,]+ \|)$/);
    const leftOut = /([\d,]+) more pages are not listed/.exec(report)?.[1]?.replaceAll(",", "");
    expect(rows.length + Number(leftOut)).toBe(Number(outputs["pages"]));
    expect(report.trimEnd()).toMatch(/<\/sub>$/);
  }
});

test("a summary that is full already stays as it is", async () => {
  const before = "x".repeat(1024 * 1024 - 100);
  const { exitCode, outputs, summary } = await runInProcess({
    ...reportStep(service, { trend: "0" }),
    summary: before,
  });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ result: "reported", reason: "" });
  expect(summary.length).toBeLessThan(1024 * 1024);
  expect(summary.startsWith(before)).toBe(true);
});
