import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { Caller } from "../emulator/caller.ts";
import { inWorkspace, reportStep } from "../emulator/live-report.ts";
import { useService } from "../emulator/service-fixture.ts";
import { runInProcess } from "../runner/in-process.ts";
import { render, tagsOf } from "../text/rendered.ts";

const { service } = await useService({ limits: { analytics: 1_000_000 } });

const Counts = z.strictObject({ human: z.int(), ai: z.int(), total: z.int() });
const Rows = z.array(Counts.extend({ path: z.string() }));
const Written = z.looseObject({
  dateFrom: z.string(),
  dateTo: z.string(),
  complete: z.boolean(),
  missing: z.array(z.unknown()),
  totals: Counts,
  visitors: Rows,
  previous: z.looseObject({ totals: Counts, visitors: Rows }),
  trend: z.array(z.looseObject({ totals: Counts })),
});

/** The service's own totals, by default of the week, asked for without the action. */
async function totals(dateFrom = "2026-03-02", dateTo = "2026-03-09") {
  const { body } = await new Caller(service).visitors(`?dateFrom=${dateFrom}&dateTo=${dateTo}&limit=1`);
  return body.totals;
}

describe("a report", () => {
  test("names the site, links it and leaves out ignored pages, but counts them in totals and files", async () => {
    await inWorkspace(async (workspace) => {
      const inputs = { "site-url": "https://docs.example.com", "ignore-paths": "q*, /guides/**" };
      const step = reportStep(service, { ...inputs, trend: "0", "report-file": "out.json" }, { workspace });
      const { outputs, summary } = await runInProcess(step);
      expect(outputs["digest"]).toMatch(/^docs\.example\.com: visitors, /);
      expect(outputs["digest"]).not.toContain("/quickstart");
      expect(outputs["total"]).toBe(String((await totals()).total));
      expect(summary).toContain("https://docs.example.com/");
      const { visitors, moved, worthALook } = z
        .looseObject({ visitors: Rows, moved: z.unknown(), worthALook: z.unknown() })
        .parse(JSON.parse(readFileSync(join(workspace, "out.json"), "utf8")));
      expect(visitors.map(({ path }) => path)).toContain("/quickstart");
      for (const findings of [moved, worthALook])
        expect(JSON.stringify(findings)).not.toMatch(/"\/(?:q|guides\/)/);
    });
  });

  test("covers the last seven full days when nothing else is asked for", async () => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const before = day(0);
    const { exitCode, outputs } = await runInProcess(
      reportStep(service, { "date-from": "", "date-to": "", trend: "0", compare: "false" }),
    );
    expect(exitCode).toBe(0);
    expect([before, day(0)]).toContain(outputs["dateTo"]);
    const length = Date.parse(outputs["dateTo"] ?? "") - Date.parse(outputs["dateFrom"] ?? "");
    expect(length).toBe(7 * 86_400_000);
    // Beside the visitors: feedback twice, and the questions.
    expect(service.requests().map(({ path }) => path.replace(/\?.*/, "").split("/docs-project/")[1])).toEqual(
      ["visitors", ...["feedback/by-page", "feedback", "assistant", "assistant", "assistant"]],
    );
    expect(outputs["requests"]).toBe("6");
  });

  test.each([
    ["does not exist", "2026-02-30"],
    ["is in the future", "2999-01-01"],
  ])("is refused before any request when date-to %s", async (_, to) => {
    const { exitCode, outputs } = await runInProcess(reportStep(service, { "date-to": to }));
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "error", reason: "input" });
    expect(outputs["message"]).toContain(to);
    expect(service.requests()).toEqual([]);
  });

  test("of a service that has nothing but visitors loses nothing", async () => {
    service.change({
      exports: { feedbackByPage: "404", feedback: "404", assistant: "404", searches: "404" },
    });
    const { exitCode, outputs, stdout, summary } = await runInProcess(reportStep(service));
    expect([exitCode, outputs["reason"], outputs["requests"]]).toEqual([0, "", "10"]);
    expect(stdout).toContain("\nThe service has no feedback for this project; the report is made without.\n");
    expect(stdout).not.toMatch(/^::(?:notice|warning|error) /m);
    expect(summary).not.toMatch(/What to document next|What is missing/);
    expect(outputs).toMatchObject({ next: "", nextCount: "", nextPrompt: "" });
  });

  test("of an empty site says so, and has no share", async () => {
    service.change({ pages: 0 });
    const { exitCode, outputs, summary } = await runInProcess(reportStep(service, { signals: "none" }));
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ result: "reported", reason: "", total: "0", aiShare: "", pages: "0" });
    expect(outputs).toMatchObject({ complete: "true", requests: "8" });
    expect(summary).toContain("No visitors");
    expect(summary).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("of one page is a whole report", async () => {
    service.change({ pages: 1 });
    const { outputs, summary } = await runInProcess(reportStep(service));
    expect(outputs).toMatchObject({ result: "reported", reason: "", pages: "1", complete: "true" });
    expect(summary.match(/^\| `\/`/gm)).toHaveLength(1);
  });

  test("shows hostile paths as nothing but rows", async () => {
    const tags = async () => {
      const { outputs, summary, stdout } = await runInProcess(
        reportStep(service, { top: "1000", trend: "0" }),
      );
      expect(outputs).toMatchObject({ result: "reported", reason: "" });
      expect(`${stdout}${outputs["message"]}`).not.toContain("owned");
      const all = tagsOf(render(summary.slice(summary.indexOf("### Top pages")))).join();
      const row = /tr,td,code,\/code,\/td(?:,td,\/td){4},\/tr,/g;
      return { pages: outputs["pages"], rows: all.match(row)?.length ?? 0, others: all.replace(row, "") };
    };
    const usual = await tags();
    service.change({ hostilePaths: true });
    // An empty path and one of white space are no pages.
    expect(await tags()).toEqual({ ...usual, rows: usual.rows - 2 });
  });
});

describe("report-file", () => {
  test("writes every form, in folders that are made for it, with the same numbers", async () => {
    await inWorkspace(async (workspace) => {
      const paths = ["out/week/visitors.csv", "out/visitors.csv.JSON", "report.json.md"];
      const { exitCode, outputs, summary } = await runInProcess(
        reportStep(service, { "report-file": paths.join("\n") }, { workspace }),
      );
      expect(exitCode).toBe(0);
      expect(outputs["reportFile"]).toBe(paths.join("\n"));
      const [csv = "", json = "", markdown = ""] = paths.map((path) =>
        readFileSync(join(workspace, path), "utf8"),
      );

      const written = Written.parse(JSON.parse(json));
      expect(written).toMatchObject({ dateFrom: "2026-03-02", dateTo: "2026-03-09", complete: true });
      expect(written.missing).toEqual([]);
      expect(written.totals).toEqual(await totals());
      expect(String(written.visitors.length)).toBe(outputs["pages"]);
      expect(written.trend).toHaveLength(8);

      const [head, ...rows] = z.array(z.array(z.string())).parse(parse(csv));
      expect(head?.join()).toBe("path,human,ai,total,previousHuman,previousAi,previousTotal");
      const before = new Map(written.previous.visitors.map((row) => [row.path, row]));
      expect(rows).toEqual(
        written.visitors.map(({ path, human, ai, total }) => {
          const earlier = before.get(path) ?? { human: 0, ai: 0, total: 0 };
          return [path, human, ai, total, earlier.human, earlier.ai, earlier.total].map(String);
        }),
      );

      expect(markdown).toMatch(/^## Docs visitors, 2 – 8 Mar 2026\n/);
      expect(markdown).toContain("`/quickstart`");
      expect(summary).toContain("`out/week/visitors.csv`");
    });
  });

  test.each([
    ["the folder above", "../report.csv"],
    ["another form", "report.txt"],
    ["below a file", "taken/report.csv"],
  ])("outside what is allowed is refused before any request: %s", async (_case, path) => {
    await inWorkspace(async (workspace) => {
      writeFileSync(join(workspace, "taken"), "a file");
      const { exitCode, outputs, summary } = await runInProcess(
        reportStep(service, { "report-file": `fine.csv,${path}` }, { workspace }),
      );
      expect(exitCode).toBe(1);
      expect(outputs).toMatchObject({ result: "error", reason: "input" });
      expect(outputs["message"]).toContain(path);
      expect(summary).toContain("`input`");
      expect(service.requests()).toEqual([]);
      expect(existsSync(join(workspace, "fine.csv"))).toBe(false);
    });
  });

  test("that cannot be written fails the step, and leaves the report in the summary", async () => {
    await inWorkspace(async (workspace) => {
      // Below a file there is no place, but before the first is written nobody can see that it will be one.
      const { exitCode, outputs, summary, stdout } = await runInProcess(
        reportStep(service, { "report-file": "first.csv,first.csv/second.csv,last.md" }, { workspace }),
      );
      expect(exitCode).toBe(1);
      expect(outputs).toMatchObject({ result: "error", reason: "file", complete: "true" });
      expect(outputs["message"]).toContain("first.csv/second.csv");
      expect(outputs["reportFile"]).toBe("first.csv");
      expect(readFileSync(join(workspace, "first.csv"), "utf8")).toMatch(/^path,human,ai,total/);
      expect(summary).toMatch(/^## Docs visitors/);
      expect(summary).toContain("### Top pages");
      expect(stdout).toMatch(/^::error title=Docs Agent/m);
      expect(stdout).not.toMatch(/^ {4}at /m);
    });
  });
});
