import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { call, visitors } from "../emulator/caller.ts";
import { startGitHub } from "../emulator/github.ts";
import type { Switches } from "../emulator/settings.ts";
import { strangersMark } from "../emulator/signals-site.ts";
import { startService } from "../emulator/start.ts";
import { runInProcess } from "../runner/in-process.ts";
import { inWorkspace } from "./harness.ts";

const gitHub = await startGitHub();
const service = await startService();
beforeEach(() => service.reset());
afterAll(() => Promise.all([service.close(), gitHub.close()]));

const Counts = z.strictObject({ human: z.int(), ai: z.int(), total: z.int() });
const Page = Counts.extend({ path: z.string(), previous: Counts, moved: z.nullable(z.string()) });

/** Runs a report on a week that every run reads alike, whenever it runs, with a read-only key. */
function run(inputs: Record<string, string>, workspace: string, env: Record<string, string> = {}) {
  const place = {
    "base-url": service.url,
    "project-id": service.projectId,
    "api-key": service.readOnlyKey,
  };
  const week = { mode: "visitors", "date-from": "2026-03-02", "date-to": "2026-03-09" };
  return runInProcess({ with: { ...place, ...week, ...inputs }, env, workspace });
}

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
      const { body } = await call(
        service,
        visitors,
        "GET /v1/analytics/docs-project/visitors?dateFrom=2026-03-02&dateTo=2026-03-09",
      );
      const written = z
        .looseObject({ pages: z.array(Page), trend: z.array(z.unknown()) })
        .parse(JSON.parse(json));
      expect(written).toMatchObject({
        dateFrom: "2026-03-02",
        dateTo: "2026-03-09",
        complete: true,
      });
      expect(written).toMatchObject({ missing: [], totals: body.totals });
      const visited = written.pages.filter(({ total }) => total > 0);
      expect(String(visited.length)).toBe(outputs["pages"]);
      expect(written.trend).toHaveLength(8);
      expect(visited.map(({ path }) => path)).toContain("/quickstart");
      const moved = written.pages.filter((page) => page.moved !== null).map(({ path }) => path);
      expect(moved).not.toEqual([]);
      expect(moved.join("\n")).not.toMatch(/^\/(?:q|guides\/)/m);

      const [head, ...rows] = z.array(z.array(z.string())).parse(parse(csv));
      expect(head?.join()).toBe("path,human,ai,total,previousHuman,previousAi,previousTotal");
      expect(rows).toEqual(
        visited.map(({ path, human, ai, total, previous }) => {
          return [path, human, ai, total, previous.human, previous.ai, previous.total].map(String);
        }),
      );
      expect(markdown).toMatch(/^## \S+ visitors, 2\u00a0–\u2060\u00a08\u00a0Mar\u00a02026\n/);
    });
  });

  test.each(["first.csv/second.csv", "../second.csv"])(
    "that cannot be written fails the step, and leaves the report in the summary: %s",
    async (path) => {
      await inWorkspace(async (workspace) => {
        const files = { "report-file": `first.csv,${path},last.md` };
        const { exitCode, outputs, summary, stdout } = await run(files, workspace);
        expect(exitCode).toBe(1);
        expect(outputs).toMatchObject({ result: "error", reason: "file", complete: "true" });
        expect(outputs["message"]).toContain(path);
        expect(outputs["reportFile"]).toBe("first.csv");
        expect(readFileSync(join(workspace, "first.csv"), "utf8")).toMatch(/^path,human,ai,total/);
        expect(summary).toContain("### Top pages");
        expect(stdout).toMatch(/^::error title=Docs Agent/m);
        expect(stdout).not.toMatch(/^ {4}at /m);
      });
    },
  );
});

const fileNames = ["out/report.csv", "out/report.json", "out/report.md"];
const exported = /\/analytics\/docs-project\/(?:feedback|assistant|searches)/;

/** A report from all signals into every place that it has, with step debugging. */
async function report(inputs: Record<string, string> = {}) {
  const { url, token, fake } = gitHub;
  const number = fake.nextNumber();
  return await inWorkspace(async (workspace) => {
    const given = {
      ...{ signals: "feedback, questions, searches", trend: "0", "report-file": fileNames.join() },
      ...{ "issue-number": String(number), "github-token": token, ...inputs },
    };
    const env = { GITHUB_API_URL: url, RUNNER_DEBUG: "1", ACTIONS_STEP_DEBUG: "true" };
    const result = await run(given, workspace, env);
    expect([result.exitCode, result.outputs["reason"]]).toEqual([0, ""]);
    const files = fileNames.map((name) => readFileSync(join(workspace, name), "utf8"));
    const [comment = "", ...more] = fake
      .own()
      .flatMap((one) => (one.thread === number ? one.body : []));
    expect([more, comment]).toEqual([[], expect.stringContaining("## Docs visitors")]);
    return { ...result, files, comment };
  });
}
type Written = Awaited<ReturnType<typeof report>>;

const nextSchema = z.array(z.looseObject({ kind: z.string(), path: z.nullable(z.string()) }));
const nextOf = ({ outputs }: Written) => nextSchema.parse(JSON.parse(outputs["next"] || "[]"));

/** The names of outputs, and the lines of everything else, that hold the text. */
function placesOf(
  text: string,
  { stdout, stderr, summary, comment, files, outputs, state }: Written,
) {
  const holds = (place: string) => place.toLowerCase().includes(text);
  const [log, written] = [`${stdout}\n${stderr}`, files.join("\n")];
  const lines = { log, summary, comment, written, state: JSON.stringify(state) };
  return [
    ...Object.entries(outputs).filter(([, value]) => holds(value)),
    ...Object.entries(lines).flatMap(([name, place]) =>
      place
        .split("\n")
        .filter(holds)
        .map((line) => [name, line]),
    ),
  ];
}

const kinds = [...["asked-unanswered", "examples-reported", "rated-down"], "searched-unclicked"];

test("the comment has what the summary says, with commands to copy, and the rows are in outputs and the JSON file", async () => {
  const run = await report({ "trigger-phrase": "@docs" });
  const command =
    /(?:\n\n {2}Paste a command .*)?\n\n {2}```\n {2}@docs --new ([A-Z][^`]*) {2}```$/gm;
  const section = (text: string) =>
    /^### What to document next\n.*?(?=\n\n\|)/ms.exec(text)?.[0] ?? "";
  expect(section(run.comment).replace(command, "")).toBe(section(run.summary));
  expect(run.summary).not.toContain("@docs");
  const [first = ""] = Array.from(section(run.comment).matchAll(command), ([, text = ""]) => text);
  expect(run.outputs["nextPrompt"]).toBe(first.trim().replaceAll("\n  ", " "));
  expect(nextOf(run).map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  expect(z.looseObject({ next: nextSchema }).parse(JSON.parse(run.files[1] ?? "")).next).toEqual(
    nextOf(run),
  );
});

describe("no word of a stranger gets out of a site with a story on each page", () => {
  const worlds: [string, Switches, string[]][] = [
    ["as it is", {}, kinds],
    // What is asked about and what has reports is no page then.
    ["with hostile paths", { hostilePaths: true }, kinds.slice(2)],
  ];
  test.each(worlds)("%s", async (_, settings, found) => {
    service.change(settings);
    const run = await report();
    expect(nextOf(run).map(({ kind }) => kind)).toEqual(expect.arrayContaining(found));
    expect(placesOf(strangersMark, run)).toEqual([]);
  });

  test.each([404, 500])("that answers %i, with these words", async (status) => {
    const body = { error: strangersMark, details: [{ message: `${strangersMark}\n::error::x` }] };
    const headers = { "retry-after": strangersMark };
    service.fault({ path: exported, answer: () => Response.json(body, { status, headers }) });
    const run = await report();
    expect(nextOf(run)).toEqual([]);
    expect(run.stdout).not.toMatch(/^::(?:notice|warning|error) /m);
    expect(/Feedback, questions and searches could not be read/.test(run.summary)).toBe(
      status !== 404,
    );
    expect(placesOf(strangersMark, run)).toEqual([]);
  });
});

test("a search term is only in the summary and the comment, a page only where its path is plain", async () => {
  const usual = await report();
  expect(placesOf("import csv", usual).map(([place]) => place)).toEqual(["summary", "comment"]);
  expect(usual.outputs["nextPrompt"]).toContain("/guides/webhooks");
  const paths = nextOf(usual).map(({ path }) => path);
  expect(paths.filter((path) => path === null)).toHaveLength(1);
  service.change({ hostilePaths: true });
  const hostilePages = await report();
  expect(nextOf(hostilePages).map(({ path }) => path)).toEqual(["/guides/billing-and-plans", null]);
  expect(hostilePages.outputs["nextPrompt"]).toBe("");
});
