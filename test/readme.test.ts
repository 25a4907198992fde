import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { inputNames } from "../src/inputs.ts";
import { outputNames } from "../src/outputs.ts";
import {
  grantsOf,
  lintWorkflow,
  outputsUsed,
  ownJobs,
  parseWorkflow,
  type WorkflowJob,
} from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const readme = file("README.md");
const ours = "OWNER/docs-agent@v1";

/** The workflows of the README by the heading that they stand under. */
const workflows = readme
  .split(/^(?=#{2,3} )/m)
  .flatMap((part) =>
    [...part.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""]): [string, string] => [
      /^#+ (.*)/.exec(part)?.[1] ?? "",
      text,
    ]),
  )
  .filter(([, text]) => /^jobs:/m.test(text));

function stepsOfOurs(job: WorkflowJob) {
  return job.steps.filter((step) => step.uses === ours);
}

/** What a job on these events may be granted at most, and only if it does the thing that needs it. */
function needed(events: readonly string[], job: WorkflowJob): Record<string, string> {
  const does = (what: RegExp) => what.test(JSON.stringify(job.steps));
  const onIssues = events.some((event) => ["issue_comment", "issues"].includes(event));
  const onPulls = events.some((event) => event === "issue_comment" || event.startsWith("pull_request"));
  return {
    ...(onIssues || does(/issue-number|gh issue create/) ? { issues: "write" } : {}),
    ...(onPulls ? { "pull-requests": "write" } : {}),
    ...(does(/actions\/checkout@/) ? { contents: "read" } : {}),
  };
}

describe("README.md", () => {
  it("has its parts in the order in which somebody reads who is new here", () => {
    const parts = [...readme.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(parts).toEqual([
      "Requirements",
      "Quickstart",
      "Recipes",
      "Inputs",
      "Outputs",
      "How it works",
      "Troubleshooting",
      "Reliability",
      "Security",
      "Limits",
      "Dependencies",
      "Versions, and how to verify a release",
      "Contributing",
      "License",
    ]);
  });

  it("shows pictures that are small, each with a text for those who cannot see it", () => {
    const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)];
    expect(pictures.map(([, , path]) => path)).toEqual(["docs/status-comment.png", "docs/report.png"]);
    for (const [, text = "", path = ""] of pictures) {
      expect(text.length).toBeGreaterThan(40);
      const picture = readFileSync(join(root, path));
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      expect(picture.length).toBeLessThan(60 * 1024);
    }
  });

  it("links only to files that are there", () => {
    const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target = ""]) => target);
    expect(targets).toContain(".github/SECURITY.md");
    for (const target of targets) expect(existsSync(join(root, target)), target).toBe(true);
  });

  it("names the command for the demo and the one for the tests", () => {
    expect(readme).toContain("`npm ci && npm run demo`");
    expect(readme).toContain("`npm cit`");
  });

  it("names only scripts that package.json has", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(file("package.json")));
    const seen = readme.replace(/<!--.*?-->/gs, "");
    const named = [...seen.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name);
    expect(named).not.toEqual([]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });

  it("says of every dependency why it is there, and of no other", () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(file("package.json")));
    const part = /^## Dependencies$.*?(?=^## )/ms.exec(readme)?.[0] ?? "";
    const rows = [...part.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies));
    for (const [, , why] of rows) expect(why).toMatch(/^[A-Z].*\.$/);
  });

  it("leaves a place for the counts of the fault matrix", () => {
    expect(readme).toMatch(/^<!-- faults: made by .* -->$.*^<!-- end of faults -->$/ms);
  });
});

describe("the workflows of README.md", () => {
  it("are the ones that people come for", () => {
    expect(workflows.map(([title]) => title)).toEqual([
      "Quickstart",
      "Document every release",
      "Commands in comments",
      "A follow-up at every push to a pull request",
      "A weekly report with an alert",
      "Several documentation projects",
      "GitHub Enterprise Server behind a proxy",
    ]);
  });

  it.each(workflows)("satisfy a workflow linter: %s", async (_, text) => {
    expect(await lintWorkflow(text, "README.md")).toEqual([]);
  });

  it.each(workflows)("use only inputs that exist, with the two that are required: %s", (_, text) => {
    const steps = ownJobs(parseWorkflow(text)).flatMap(stepsOfOurs);
    expect(steps).not.toEqual([]);
    for (const step of steps) {
      const given = Object.keys(step.with ?? {});
      expect(inputNames()).toEqual(expect.arrayContaining(given));
      expect(given).toEqual(expect.arrayContaining(["api-key", "project-id"]));
    }
  });

  it.each(workflows)("name only outputs that exist, of steps that came before: %s", (_, text) => {
    for (const job of ownJobs(parseWorkflow(text))) {
      for (const { at, id, output } of outputsUsed(job)) {
        const from = job.steps.findIndex((step) => step.id === id);
        expect(from, `steps.${id}`).toBeGreaterThan(-1);
        expect(from, `steps.${id}`).toBeLessThan(at);
        expect(job.steps[from]?.uses).toBe(ours);
        expect(outputNames, `steps.${id}.outputs.${output}`).toContain(output);
      }
    }
  });

  it.each(workflows)("are granted exactly what they need, with a reason: %s", (_, text) => {
    const workflow = parseWorkflow(text);
    for (const job of ownJobs(workflow))
      expect(job.permissions ?? {}).toEqual(needed(Object.keys(workflow.on), job));
    const grants = grantsOf(text);
    for (const grant of grants) expect(grant).toMatch(/ # \S/);
    // Who grants nothing says why nothing is needed.
    const lines = text.split("\n");
    if (grants.length === 0) expect(lines[lines.indexOf("permissions: {}") - 1]).toMatch(/^# None: \S/);
  });

  it.each(workflows)("wait no longer than their job may take: %s", (_, text) => {
    for (const job of ownJobs(parseWorkflow(text)))
      for (const step of stepsOfOurs(job))
        expect(Number(step.with?.["timeout-minutes"] ?? 30)).toBeLessThan(job["timeout-minutes"]);
  });

  it.each(workflows)(
    "hand foreign text over as an input or a variable, never inside a script: %s",
    (_, text) => {
      for (const job of ownJobs(parseWorkflow(text)))
        for (const step of job.steps) expect(step.run ?? "").not.toContain("${{");
    },
  );

  it.each(workflows.filter(([, text]) => text.includes("_comment:")))(
    "that answer comments let ordinary ones pass, one request of a thread at a time: %s",
    (_, text) => {
      for (const job of ownJobs(parseWorkflow(text))) {
        expect(job.if).toContain("'/docs-agent'");
        expect(job.concurrency?.group).toContain("github.event.issue.number");
        expect(job.concurrency?.["cancel-in-progress"]).toBe(false);
      }
    },
  );

  it("use the secret and the variable that the quickstart tells people to make", () => {
    const named = workflows.flatMap(([, text]) => [...text.matchAll(/(?:secrets|vars)\.(\w+)/g)]);
    expect(new Set(named.map(([whole]) => whole))).toEqual(
      new Set(["secrets.DOCS_AGENT_API_KEY", "vars.DOCS_AGENT_PROJECT_ID"]),
    );
    for (const [, name] of named) expect(readme).toContain(`\`${name}\``);
  });
});
