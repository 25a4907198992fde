import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { inputNames } from "../src/inputs.ts";
import { outputNames } from "../src/outputs.ts";
import { grantsOf, lintWorkflow, outputsUsed, ownJobs, parseWorkflow } from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");
const folder = ".github/workflows";
const file = (path: string) => readFileSync(join(root, path), "utf8");
const workflows = readdirSync(join(root, folder)).map((name): [string, string] => [
  name,
  file(`${folder}/${name}`),
]);
const workflow = (name: string) => parseWorkflow(file(`${folder}/${name}`));

describe("every workflow", () => {
  it.each(workflows)("satisfies a workflow linter: %s", async (name, text) => {
    expect(await lintWorkflow(text, `${folder}/${name}`)).toEqual([]);
  });

  it.each(workflows)("pins what it uses by its full hash, with the version beside it: %s", (_, text) => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    expect(used).not.toEqual([]);
    for (const action of used.filter((one) => !one.startsWith("./")))
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("pins one action to one version, wherever it is used", () => {
    const used = workflows.flatMap(([, text]) => [...text.matchAll(/uses: ([^/]+\/[^/@]+)\S*@(.*)/g)]);
    const pins = new Map(used.map(([, action = "", pin = ""]) => [action, pin]));
    for (const [, action = "", pin] of used) expect(pin, action).toBe(pins.get(action));
  });

  it.each(workflows)(
    "gives no permission to all jobs, and a reason for each that it gives: %s",
    (_, text) => {
      expect(parseWorkflow(text).permissions).toEqual({});
      const grants = grantsOf(text);
      expect(grants).not.toEqual([]);
      for (const grant of grants) expect(grant).toMatch(/ # to \S/);
    },
  );

  it.each(workflows)("leaves no token behind for what runs later: %s", (_, text) => {
    const checkouts = ownJobs(parseWorkflow(text)).flatMap((job) =>
      job.steps.filter((step) => step.uses?.startsWith("actions/checkout@")),
    );
    expect(checkouts).not.toEqual([]);
    for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe("false");
  });

  it.each(workflows)("lets no expression into a script: %s", (_, text) => {
    for (const job of ownJobs(parseWorkflow(text)))
      for (const step of job.steps) expect(step.run ?? "").not.toContain("${{");
  });

  it.each(workflows)("hands the action inputs that it has, and takes outputs that it has: %s", (_, text) => {
    for (const job of ownJobs(parseWorkflow(text))) {
      for (const step of job.steps)
        if (step.uses === "./")
          expect(inputNames()).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
      for (const { at, id, output } of outputsUsed(job)) {
        const from = job.steps.findIndex((step) => step.id === id);
        expect(from, id).toBeGreaterThan(-1);
        expect(from, id).toBeLessThan(at);
        expect(outputNames).toContain(output);
      }
    }
  });

  it("runs on the Node that action.yml names", () => {
    const { using } = z
      .object({ runs: z.object({ using: z.string() }) })
      .parse(parse(file("action.yml"))).runs;
    const versions = workflows.flatMap(([, text]) => [...text.matchAll(/node-version: (\S+)/g)]);
    expect(versions).not.toEqual([]);
    for (const [, version] of versions) expect(`node${version}`).toBe(using);
  });
});

describe("CI", () => {
  const { jobs } = workflow("ci.yml");

  it("has a gate that needs every other job", () => {
    const { gate, ...others } = jobs;
    expect(gate?.needs).toEqual(Object.keys(others));
    // A job that is skipped counts as passed where a rule requires it, so the gate must always run.
    expect(gate).toMatchObject({ if: "always()" });
  });

  it.each(["ci.yml", "release.yml"])("tests, rebuilds and sees files that nobody knows: %s", (name) => {
    const scripts = ownJobs(workflow(name)).flatMap((job) => job.steps.map((step) => step.run ?? ""));
    expect(scripts).toContain("npm cit");
    expect(scripts.find((script) => script.includes("npm run build"))).toContain(
      "git status --porcelain --untracked-files=all",
    );
  });
});

describe("a release", () => {
  const { jobs } = workflow("release.yml");
  const steps = ownJobs(workflow("release.yml")).flatMap((job) => job.steps);
  const at = (what: RegExp) => steps.findIndex((step) => what.test(`${step.uses} ${step.run}`));

  it("is rebuilt, attested, published and verified before the major tag moves", () => {
    const order = [
      /npm run build/,
      /attest-build-provenance@/,
      /gh release create/,
      /gh release verify/,
      /refs\/tags/,
    ];
    const places = order.map(at);
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("writes only in a job that runs nothing from packages, after the one that does", () => {
    const { rebuild, publish } = jobs;
    expect(rebuild?.permissions).toEqual({ contents: "read" });
    expect(publish?.needs).toEqual(["rebuild"]);
    expect(JSON.stringify(publish?.steps)).not.toMatch(/\bnp[mx]\b|\bnode\b/);
  });

  it("attests every file that runs", () => {
    const attest = steps.find((step) => step.uses?.includes("attest"));
    expect(attest?.with?.["subject-path"]?.split("\n")).toEqual(
      expect.arrayContaining(["docs-agent-*.tar.gz", "action.yml", "dist/**"]),
    );
  });
});

describe("what else GitHub reads", () => {
  it("lets new versions wait a week before they are proposed", () => {
    const update = z.object({
      "package-ecosystem": z.string(),
      directory: z.string(),
      schedule: z.object({ interval: z.string() }),
      cooldown: z.object({ "default-days": z.number().min(7) }),
    });
    const { updates } = z.object({ updates: z.array(update) }).parse(parse(file(".github/dependabot.yml")));
    expect(updates.map((one) => [one["package-ecosystem"], one.directory])).toEqual([
      ["npm", "/"],
      ["npm", "/tools/mutation"],
      ["github-actions", "/"],
    ]);
  });

  it.each(["bug.yml", "idea.yml"])("asks for an issue in a form that says what it wants: %s", (name) => {
    const field = z.object({
      type: z.enum(["textarea", "input"]),
      id: z.string().regex(/^[a-z]+$/),
      attributes: z.object({ label: z.string().min(3) }),
    });
    const note = z.object({ type: z.literal("markdown"), attributes: z.object({ value: z.string() }) });
    const form = z
      .object({ name: z.string(), description: z.string(), body: z.array(z.union([field, note])) })
      .parse(parse(file(`.github/ISSUE_TEMPLATE/${name}`)));
    const ids = form.body.flatMap((part) => ("id" in part ? [part.id] : []));
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
