import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { inWorkspace } from "../emulator/live-report.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import type { Switches } from "../emulator/settings.ts";
import { strangersMark } from "../emulator/signals-site.ts";
import { runInProcess } from "../runner/in-process.ts";

const { gitHub, service } = await useEmulators();

const fileNames = ["out/report.csv", "out/report.json", "out/report.md"];
const exported = /\/analytics\/docs-project\/(?:feedback|assistant|searches)/;

/** A report from all signals into every place that it has, with step debugging. */
async function report(inputs: Record<string, string> = {}) {
  const issue = new LiveThread(gitHub, service);
  return await inWorkspace(async (workspace) => {
    const signals = "feedback, questions, searches";
    const step = issue.reportStep({ signals, trend: "0", "report-file": fileNames.join(), ...inputs });
    const env = { ...step.env, RUNNER_DEBUG: "1", ACTIONS_STEP_DEBUG: "true" };
    const result = await runInProcess({ ...step, env, workspace });
    expect([result.exitCode, result.outputs["reason"]]).toEqual([0, ""]);
    const files = fileNames.map((name) => readFileSync(join(workspace, name), "utf8")).join("\n");
    const comment = issue
      .own()
      .map(({ body }) => body)
      .join("\n");
    expect(comment).toContain("## Docs visitors");
    return { ...result, files, comment };
  });
}
type Written = Awaited<ReturnType<typeof report>>;

const nextSchema = z.array(z.looseObject({ kind: z.string(), path: z.nullable(z.string()) }));
const nextOf = ({ outputs }: Written) => nextSchema.parse(JSON.parse(outputs["next"] || "[]"));

/** The names of outputs, and the lines of everything else, that hold the text. */
function placesOf(text: string, { stdout, stderr, summary, comment, files, outputs, state }: Written) {
  const holds = (place: string) => place.toLowerCase().includes(text);
  const lines = { log: `${stdout}\n${stderr}`, summary, comment, files, state: JSON.stringify(state) };
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

describe("no word of a stranger gets out of a site with a story on each page", () => {
  const worlds: [string, Switches, string[]][] = [
    ["as it is", {}, kinds],
    // The path of the page that is asked about has no slash at its beginning, so its address is on another host.
    ["with hostile paths", { hostilePaths: true }, kinds.slice(1)],
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
    expect(/^The plan or the key does not|· Not read: feedback/m.test(run.summary)).toBe(status !== 404);
    expect(placesOf(strangersMark, run)).toEqual([]);
  });
});

test("a search term is only in the summary and the comment, a page only where its path is plain", async () => {
  const usual = await report();
  expect(placesOf("import csv", usual).map(([place]) => place)).toEqual(["summary", "comment", "comment"]);
  expect(usual.outputs["nextPrompt"]).toContain("/guides/webhooks");
  const paths = nextOf(usual).map(({ path }) => path);
  expect(paths.filter((path) => path === null)).toHaveLength(1);
  service.change({ hostilePaths: true });
  const hostilePages = await report();
  expect(nextOf(hostilePages).map(({ path }) => path)).toEqual([
    ...[null, "/guides/billing-and-plans", null],
  ]);
  expect(hostilePages.outputs["nextPrompt"]).toBe("");
});
