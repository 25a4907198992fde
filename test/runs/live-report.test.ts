import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { Caller } from "../emulator/caller.ts";
import { inWorkspace, reportStep } from "../emulator/live-report.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { runInProcess } from "../runner/in-process.ts";

const { gitHub, service } = await useEmulators();

const Counts = z.strictObject({ human: z.int(), ai: z.int(), total: z.int() });
const Rows = z.array(Counts.extend({ path: z.string() }));

const run = (inputs: Record<string, string> = {}, workspace?: string) =>
  runInProcess(reportStep(service, inputs, workspace === undefined ? {} : { workspace }));

describe("report-file", () => {
  test("has every form once, with the same numbers, also of pages that the findings leave out", async () => {
    await inWorkspace(async (workspace) => {
      const paths = ["out/week/visitors.csv", "out/visitors.csv.JSON", "report.json.md"];
      const ignored = { "site-url": "https://docs.example.com", "ignore-paths": "q*, /guides/**" };
      const { outputs } = await run(
        { ...ignored, "report-file": [...paths, ...paths].join("\n") },
        workspace,
      );
      expect(outputs["reportFile"]).toBe(paths.join("\n"));
      expect(outputs["digest"]).toMatch(/^docs\.example\.com, /);
      expect(outputs["digest"]).not.toContain("/quickstart");
      const [csv = "", json = "", markdown = ""] = paths.map((path) =>
        readFileSync(join(workspace, path), "utf8"),
      );
      const { body } = await new Caller(service).visitors("?dateFrom=2026-03-02&dateTo=2026-03-09&limit=1");
      const written = z
        .looseObject({
          ...{ visitors: Rows, moved: z.unknown(), worthALook: z.unknown() },
          ...{ previous: z.looseObject({ visitors: Rows }), trend: z.array(z.unknown()) },
        })
        .parse(JSON.parse(json));
      expect(written).toMatchObject({ dateFrom: "2026-03-02", dateTo: "2026-03-09", complete: true });
      expect(written).toMatchObject({ missing: [], totals: body.totals });
      expect(String(written.visitors.length)).toBe(outputs["pages"]);
      expect(written.trend).toHaveLength(8);
      expect(written.visitors.map(({ path }) => path)).toContain("/quickstart");
      for (const findings of [written.moved, written.worthALook])
        expect(JSON.stringify(findings)).not.toMatch(/"\/(?:q|guides\/)/);

      const [head, ...rows] = z.array(z.array(z.string())).parse(parse(csv));
      expect(head?.join()).toBe("path,human,ai,total,previousHuman,previousAi,previousTotal");
      const before = new Map(written.previous.visitors.map((row) => [row.path, row]));
      expect(rows).toEqual(
        written.visitors.map(({ path, human, ai, total }) => {
          const earlier = before.get(path) ?? { human: 0, ai: 0, total: 0 };
          return [path, human, ai, total, earlier.human, earlier.ai, earlier.total].map(String);
        }),
      );
      expect(markdown).toMatch(/^## \S+ visitors, 2 – 8 Mar 2026\n/);
    });
  });

  test.each([
    ["the folder above", { "report-file": "fine.csv,../report.csv" }],
    ["another form", { "report-file": "fine.csv,report.txt" }],
    ["below a file", { "report-file": "fine.csv,taken/report.csv" }],
    ["for days to come", { "report-file": "fine.csv", "date-to": "2999-01-01" }],
  ])("outside what is allowed is refused before any request: %s", async (_case, given) => {
    await inWorkspace(async (workspace) => {
      writeFileSync(join(workspace, "taken"), "a file");
      const { exitCode, outputs } = await run(given, workspace);
      expect([exitCode, outputs["result"], outputs["reason"]]).toEqual([1, "error", "input"]);
      expect(outputs["message"]).toContain(Object.values(given).at(-1)?.split(",").at(-1));
      expect(service.requests()).toEqual([]);
      expect(existsSync(join(workspace, "fine.csv"))).toBe(false);
    });
  });

  test("that cannot be written fails the step, and leaves the report in the summary", async () => {
    await inWorkspace(async (workspace) => {
      // Below a file there is no place, but before the first is written nobody can see that it will be one.
      const files = { "report-file": "first.csv,first.csv/second.csv,last.md" };
      const { exitCode, outputs, summary, stdout } = await run(files, workspace);
      expect(exitCode).toBe(1);
      expect(outputs).toMatchObject({ result: "error", reason: "file", complete: "true" });
      expect(outputs["message"]).toContain("first.csv/second.csv");
      expect(outputs["reportFile"]).toBe("first.csv");
      expect(readFileSync(join(workspace, "first.csv"), "utf8")).toMatch(/^path,human,ai,total/);
      expect(summary).toContain("### Top pages");
      expect(stdout).toMatch(/^::error title=Docs Agent/m);
      expect(stdout).not.toMatch(/^ {4}at /m);
    });
  });
});

describe("a report in a comment", () => {
  test("has what the summary says, with commands to copy, and the rows are in outputs and the JSON file", async () => {
    const issue = new LiveThread(gitHub, service);
    await inWorkspace(async (workspace) => {
      const step = issue.reportStep({ trend: "0", "report-file": "out.json", "trigger-phrase": "@docs" });
      const result = await runInProcess({ ...step, workspace });
      const { outputs, summary } = result;
      const [comment] = issue.comments();
      const body = comment?.body ?? "";
      const command = /(?:\n\n {2}Paste a command .*)?\n\n {2}```\n {2}@docs --new ([A-Z][^`]*) {2}```$/gm;
      const section = (text: string) => /^### What to document next\n.*?(?=\n\n\|)/ms.exec(text)?.[0] ?? "";
      expect(section(summary)).toMatchInlineSnapshot(`
        "### What to document next

        Based on 90 days of feedback, 28 days of questions, and this week's readers.

        - \`/guides/webhooks\`: the assistant had no answer to **7 of 31** questions asked here, in 5 conversations. 624 people read it this week.
        - \`/sdks/python\`: **3 reports** on its code examples, all open. 573 people read it this week.
        - \`/guides/billing-and-plans\`: **11 of 14** votes are thumbs down (34% elsewhere). 111 people read it this week. Comments in the dashboard may say why."
      `);
      expect(section(body).replace(command, "")).toBe(section(summary));
      expect(summary).not.toContain("@docs");
      const [first = ""] = Array.from(section(body).matchAll(command), ([, text = ""]) => text);
      expect(outputs).toMatchObject({ nextCount: "3", nextPrompt: first.trim().replaceAll("\n  ", " ") });
      const kinds = z.array(z.looseObject({ kind: z.string() })).parse(JSON.parse(outputs["next"] ?? ""));
      expect(kinds.map(({ kind }) => kind)).toEqual(["asked-unanswered", "examples-reported", "rated-down"]);
      const file: unknown = JSON.parse(readFileSync(join(workspace, "out.json"), "utf8"));
      expect(file).toMatchObject({ next: kinds });
      const log = result.stdout.replace(/^::add-mask::.*$/gm, "");
      const said = [log, result.stderr, JSON.stringify([outputs, result.state]), summary].join("\n");
      expect(said).not.toMatch(new RegExp(`${service.readOnlyKey}|${gitHub.token}`));
    });
  });
});
