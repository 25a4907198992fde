import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { inputNames } from "../src/inputs/table.ts";
import { repositoryName } from "../tools/docs.ts";
import { eventSchemas, hasField } from "./github/event-schemas.ts";
import { ownJobs, parseWorkflow, validateAction, validateWorkflow } from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const repositoryWorkflows = filesIn(".github/workflows");
const examples = filesIn("examples");
const allWorkflows = [...repositoryWorkflows, ...examples];
const read = (path: string) => parseWorkflow(file(path));
const jobsOf = (path: string) => ownJobs(read(path));
/** Those with steps of their own: the other one only calls a workflow. */
const withSteps = (path: string) => path !== "examples/reusable-caller.yml";
const stepsOf = (path: string) => jobsOf(path).flatMap((job) => job.steps);
const isThisAction = (uses = "") => uses === "./" || uses === `${repositoryName}@v1`;
const withTypes = z.object({ types: z.array(z.string()) });
const record = z.record(z.string(), z.unknown());
const withInputs = z.object({ inputs: record });

describe("GitHub's workflow parser", () => {
  it.each(allWorkflows)("accepts %s", async (path) => {
    expect(await validateWorkflow(file(path), path)).toEqual([]);
  });

  it("accepts action.yml", () => {
    expect(validateAction(file("action.yml"))).toEqual([]);
  });

  it("rejects a condition that is no expression", async () => {
    const yaml =
      "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n        if: a = b\n";
    expect(await validateWorkflow(yaml, "a.yml")).not.toEqual([]);
  });
});

describe("every workflow", () => {
  it.each(allWorkflows)(
    "gives no permission to all jobs, and a reason for each that it grants: %s",
    (path) => {
      const lines = file(path).split("\n");
      const grants = lines.filter((line) => /^\s+[a-z-]+: (read|write)\b/.test(line));
      for (const grant of grants) expect(grant).toMatch(/ # (to|for) \S/);
      // A workflow without any permission says why it needs none.
      if (grants.length === 0)
        expect(lines[lines.indexOf("permissions: {}") - 1]).toMatch(/^# No permissions: \S/);
    },
  );

  it.each(allWorkflows)(
    "passes expressions as inputs or variables, never inside a script: %s",
    (path) => {
      expect(stepsOf(path).filter(({ run }) => run?.includes("${{"))).toEqual([]);
    },
  );

  it("prints no answer of GitHub to the log: it can hold a stranger's workflow command", () => {
    const scripts = allWorkflows.flatMap(stepsOf).map(({ run = "" }) => run.replaceAll("\\\n", ""));
    const calls = scripts.flatMap((script) => script.match(/gh api .*/g) ?? []);
    expect(calls).not.toEqual([]);
    for (const call of calls) expect(call).toMatch(/^gh api .*--(silent|jq) /);
  });

  it.each(allWorkflows)("sets only inputs that the action has: %s", (path) => {
    const given = stepsOf(path).flatMap((step) =>
      isThisAction(step.uses) ? Object.keys(step.with ?? {}) : [],
    );
    expect(inputNames).toEqual(expect.arrayContaining(given));
  });

  it.each(examples.filter((path) => file(path).includes("github.event.")))(
    "reads only fields that GitHub's events have: %s",
    (path) => {
      const payloads = Object.entries(read(path).on).flatMap(([event, filter]) =>
        withTypes.parse(filter).types.map((type) => eventSchemas[`${event}$${type}`]),
      );
      for (const [field, names = ""] of file(path).matchAll(/github\.event\.([\w.*]+)/g))
        expect(
          payloads.some((payload) => hasField(payload ?? {}, names.split("."))),
          field,
        ).toBe(true);
    },
  );
});

describe("the examples", () => {
  it.each(examples.filter(withSteps))(
    "are in the table of recipes with their permissions: %s",
    (path) => {
      const name = path.replace("examples/", "");
      const row = file("docs/recipes.md")
        .split("\n")
        .find((line) => line.startsWith("|") && line.includes(`[\`${name}\`](`));
      const grants = jobsOf(path)
        .flatMap((job) => Object.entries(job.permissions ?? {}))
        .map(([permission, access]) => `\`${permission}: ${access}\``);
      expect(row?.split("|").at(-2)?.trim()).toBe(grants.join(", ") || "none");
    },
  );

  it.each(examples.filter(withSteps))("wait less than their job may take: %s", (path) => {
    for (const job of jobsOf(path))
      for (const step of job.steps.filter(({ uses }) => isThisAction(uses)))
        expect(Number(step.with?.["timeout-minutes"] ?? 30)).toBeLessThan(job["timeout-minutes"]);
  });

  const withApp = examples.filter((path) => file(path).includes("create-github-app-token"));

  it.each(withApp)("end before the hour of an App's token is over: %s", (path) => {
    for (const job of jobsOf(path)) expect(job["timeout-minutes"]).toBeLessThan(60);
  });

  it.each(examples)(
    "begin with what they cost and why they do not start themselves: %s",
    (path) => {
      const head = /^# Cost: [a-z`](.+\n# {3})?.+\.\n# Loop: [a-z`].+\.\nname: /;
      expect(file(path)).toMatch(head);
    },
  );

  const onPush = examples.filter((path) => /^ {2}#?push:/m.test(file(path)));

  it("on pushes are those that this file knows", () => {
    const names = onPush.map((path) => path.replace("examples/", ""));
    expect(names).toEqual(["merges.yml", "monorepo.yml", "reusable-caller.yml"]);
  });

  it.each(onPush)(
    "on pushes are about the default branch, and leave out the documentation, which the agent's own merges change: %s",
    (path) => {
      expect(file(path)).toMatch(/^ {2}#?push:\n( {4}#.+\n)?(?: {2}#)? +branches: \[main\]$/m);
      const { on } = read(path);
      const isSentNothing = stepsOf(path).some((step) =>
        /^!docs\/\*\*$/m.test(step.with?.["diff-paths"] ?? ""),
      );
      const isNotStarted = z.object({
        push: z.object({ "paths-ignore": z.tuple([z.literal("docs/**")]) }),
      });
      expect(isSentNothing || isNotStarted.safeParse(on).success).toBe(true);
    },
  );

  it.each(examples)("keep every run that waits in a group of theirs: %s", (path) => {
    expect(read(path).concurrency).toBeUndefined();
    for (const { concurrency } of jobsOf(path))
      if (concurrency !== undefined) expect(concurrency).toMatchObject({ queue: "max" });
  });

  const [ofIssue, ofPull] = ["github.event.issue.number", "github.event.pull_request.number"];

  it.each([
    ["commands", ofIssue],
    ["github-app", ofIssue],
    ["reviews", `${ofIssue} || ${ofPull}`],
    ["label", `${ofIssue} || ${ofPull}`],
  ])("for one thread run in turn, because they share a job: %s.yml", (name, number) => {
    const [job] = jobsOf(`examples/${name}.yml`);
    expect(job?.concurrency).toMatchObject({ group: `docs-agent-\${{ ${number} }}` });
  });

  const onDashboard = examples.filter((path) => /^ +issue-number: dashboard$/m.test(file(path)));
  const aboutMerges = ["merges", "monorepo", "release", "reusable"].map(
    (name) => `examples/${name}.yml`,
  );

  it("about merges remember them on the dashboard", () => {
    const remembering = examples.filter((path) => /^ +diff-range: since-last$/m.test(file(path)));
    expect(remembering).toEqual(aboutMerges);
    expect(onDashboard).toEqual(expect.arrayContaining(aboutMerges));
  });

  it.each(onDashboard)("that write to the dashboard run in turn, in one group: %s", (path) => {
    for (const { concurrency } of jobsOf(path))
      expect(concurrency).toMatchObject({ group: "docs-agent-dashboard" });
  });

  it("that share an issue with other jobs have a conversation of their own", () => {
    const names = examples.flatMap((path) =>
      stepsOf(path).flatMap(({ with: given = {} }) =>
        given["issue-number"] === undefined || given["mode"] === "visitors"
          ? []
          : [given["conversation"]],
      ),
    );
    expect(names.length).toBeGreaterThanOrEqual(aboutMerges.length);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(["merges", "monorepo", "reusable", "reusable-caller"])(
    "for merges need no more than the key and the project of the quickstart: %s.yml",
    (name) => {
      const named = [...file(`examples/${name}.yml`).matchAll(/(?:secrets|vars)\.(\w+)/g)];
      const known = ["DOCS_AGENT_API_KEY", "DOCS_AGENT_PROJECT_ID"];
      expect(known).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
    },
  );

  it("that call a reusable workflow set only inputs and secrets that it has, and it passes all inputs on", () => {
    const called = withInputs
      .extend({ secrets: record })
      .parse(read("examples/reusable.yml").on["workflow_call"]);
    const { document: call } = z
      .object({ document: z.object({ with: record, secrets: record }) })
      .parse(read("examples/reusable-caller.yml").jobs);
    expect(Object.keys(called.inputs)).toEqual(expect.arrayContaining(Object.keys(call.with)));
    expect(Object.keys(call.secrets)).toEqual(Object.keys(called.secrets));
    const passedOn = JSON.stringify(jobsOf("examples/reusable.yml"));
    for (const name of Object.keys(called.inputs)) expect(passedOn).toContain(`inputs.${name} `);
  });

  it("that a page starts with gh get the inputs that they have", () => {
    const starts = [...file("docs/recipes.md").matchAll(/gh workflow run ([\w-]+\.yml)([^`]*)`/g)];
    expect(starts).not.toEqual([]);
    for (const [, name, options = ""] of starts) {
      const { inputs } = withInputs.parse(read(`examples/${name}`).on["workflow_dispatch"]);
      const given = [...options.matchAll(/-f ([\w-]+)=/g)].map(([, input]) => input);
      expect(given).toEqual(Object.keys(inputs));
    }
  });

  it("that change the documentation pull request make sure of its repository first", () => {
    const changing = examples
      .filter(withSteps)
      .flatMap(stepsOf)
      .filter(({ run = "" }) =>
        /gh (api|pr)\b/.test(run.replaceAll(/gh (pr list|api --method GET)/g, "")),
      );
    expect(changing.length).toBeGreaterThan(1);
    for (const step of changing)
      expect(step.if).toMatch(/outputs\.prRepository == (github\.repository|env\.DOCS_REPOSITORY)/);
    // Only the workflow's author chooses the repository, never the service.
    const chosen = examples.flatMap((path) => [...file(path).matchAll(/\bDOCS_REPOSITORY: (.*)/g)]);
    for (const [, value] of chosen)
      expect(value).toBe(["${{", "github.repository", "}}"].join(" "));
  });

  it("use no trigger that linters call dangerous but comments, with a reason in the recipes", () => {
    const dangerous = ["issue_comment", "pull_request_target", "workflow_run"];
    const used = examples.flatMap((path) =>
      Object.keys(read(path).on).filter((on) => dangerous.includes(on)),
    );
    expect(new Set(used)).toEqual(new Set(["issue_comment"]));
    expect(file("docs/recipes.md")).toContain("| `dangerous-triggers`: `issue_comment` ");
  });

  it.each(examples)("post nowhere and link nothing until it is set up: %s", (path) => {
    for (const { with: given = {} } of stepsOf(path)) {
      const { "issue-number": issue, "site-url": site, "ignore-paths": ignored } = given;
      expect(ignored).toBeUndefined();
      if (issue !== undefined) expect(issue).toBe("dashboard");
      if (site !== undefined) expect(site).toMatch(/^\$\{\{ vars\.DOCS_AGENT_SITE_URL \}\}$/);
    }
    // People, issues and sites of somebody else.
    expect(file(path)).not.toMatch(/octocat|example\.com|#\d/);
  });

  it("that ask by themselves allow that nothing changes, in the same words", () => {
    const asking = examples.filter((path) => /^ +(prompt|default): >-$/m.test(file(path)));
    expect(asking).toHaveLength(5);
    const rest =
      " If readers would notice nothing, change nothing. Otherwise update the pages that exist, and state only what the patches and the code show.";
    for (const path of asking) expect(file(path).replace(/\s+/g, " "), path).toContain(rest);
  });

  it("ask for evidence wherever they ask the agent", () => {
    const prompts = examples.flatMap((path) =>
      stepsOf(path).flatMap((step) => {
        const prompt = step.with?.["prompt"];
        return prompt === undefined ? [] : [[path, prompt.replace(/\s+/g, " ").trim()]];
      }),
    );
    expect(prompts.map(([path]) => path)).toHaveLength(7);
    const evidence =
      "In the pull request's description, name the file that shows each new statement, and list what you could not verify.";
    for (const [path, prompt = ""] of prompts)
      expect(prompt.endsWith(` ${evidence}`), path).toBe(true);
  });

  it.each(examples)("use secrets and variables that a page tells people to save: %s", (path) => {
    const page = ["README.md", "docs/recipes.md"]
      .map(file)
      .join("\n")
      .replace(/^```.*?^```$/gms, "");
    const saved = new Set([...page.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
    const named = [...file(path).matchAll(/(?:secrets|vars)\.(\w+)/g)].map(([, name]) => name);
    expect([...saved]).toEqual(expect.arrayContaining(named));
  });
});

describe("this repository's workflows", () => {
  const pinned = repositoryWorkflows.filter((path) => /uses: [^.]/.test(file(path)));

  it.each(pinned)("pin every action by its full hash, with the version beside it: %s", (path) => {
    const used = [...file(path).matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    for (const action of used.filter((one) => !one.startsWith("./")))
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("pin each action to one version", () => {
    const used = pinned.flatMap((path) => [
      ...file(path).matchAll(/uses: ([^/]+\/[^/@]+)\S*@(.*)/g),
    ]);
    const pins = new Map(used.map(([, action = "", pin = ""]) => [action, pin]));
    for (const [, action = "", pin] of used) expect(pin, action).toBe(pins.get(action));
  });

  it.each(repositoryWorkflows)("leave no token in the checkout: %s", (path) => {
    const checkouts = stepsOf(path).filter((step) => step.uses?.startsWith("actions/checkout@"));
    expect(checkouts).not.toEqual([]);
    for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe("false");
  });

  it("run on the Node.js that action.yml names", () => {
    const { runs } = z
      .object({ runs: z.object({ using: z.string() }) })
      .parse(parse(file("action.yml")));
    expect(`node${file(".node-version").trim()}`).toBe(runs.using);
    const setUps = repositoryWorkflows
      .flatMap(stepsOf)
      .filter(({ uses }) => uses?.includes("/setup-node@"));
    expect(setUps).not.toEqual([]);
    for (const step of setUps) expect(step.with?.["node-version-file"]).toBe(".node-version");
  });

  it("run only scripts that package.json has", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(file("package.json")));
    const named = repositoryWorkflows.flatMap((path) => [
      ...file(path).matchAll(/npm run ([\w:-]+)/g),
    ]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
  });

  it("require every other job of CI in its gate", () => {
    const { gate, ...others } = read(".github/workflows/ci.yml").jobs;
    expect(gate?.needs).toEqual(Object.keys(others));
    // A branch rule counts a skipped job as passed, so the gate must always run.
    expect(gate).toMatchObject({ if: "always()" });
  });

  it.each(["ci.yml", "release.yml"])(
    "test, rebuild dist/ and find files that nobody committed: %s",
    (name) => {
      const scripts = stepsOf(`.github/workflows/${name}`).map((step) => step.run ?? "");
      expect(scripts).toContain("npm cit");
      expect(scripts.find((script) => script.includes("npm run build"))).toContain(
        "git status --porcelain --untracked-files=all",
      );
    },
  );

  it("check every shell script", () => {
    const scripts = stepsOf(".github/workflows/ci.yml").map((step) => step.run);
    expect(scripts).toContain("npm run shellcheck");
  });

  it("run the long tests every week", () => {
    const { on } = read(".github/workflows/long-tests.yml");
    // A minute and an hour of one day of the week, in every month.
    expect(on["schedule"]).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
    expect(stepsOf(".github/workflows/long-tests.yml").map((step) => step.run)).toContain(
      "npm run test:long",
    );
  });
});

describe("a release", () => {
  const path = ".github/workflows/release.yml";
  const { jobs } = read(path);
  const steps = stepsOf(path);

  it("is rebuilt, attested, published and verified before the major tag moves", () => {
    const order = [
      /npm run build/,
      /attest-build-provenance@/,
      /gh release create/,
      /gh release verify/,
      /tools\/major-tag\.sh/,
    ];
    const places = order.map((what) =>
      steps.findIndex((step) => what.test(`${step.uses} ${step.run}`)),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    // Nothing skips a step, or goes on where one has failed. The only success that ends a script early is a verified release.
    for (const step of steps)
      expect([step.if, step["continue-on-error"]]).toEqual([undefined, undefined]);
    const early = steps.flatMap(
      ({ run = "" }) => run.match(/^.*(?:exit 0|\|\| ?(?:true|:)).*$/gm) ?? [],
    );
    expect(early.map((line) => line.trim())).toEqual([
      'gh release verify "$GITHUB_REF_NAME" && exit 0',
    ]);
    expect(steps.find(({ name }) => name === "Verify what was published")?.run).toMatch(
      /^gh attestation verify .*\n(?!exit)[\s\S]*\nexit 1\n?$/,
    );
  });

  it("writes only in a job that runs nothing from packages, after the one that does", () => {
    const { publish, ...checks } = jobs;
    for (const check of Object.values(checks))
      expect(check.permissions).toEqual({ contents: "read" });
    expect(publish?.needs).toEqual(Object.keys(checks));
    const steps = JSON.stringify(publish?.steps);
    const scripts = [...steps.matchAll(/tools\/[\w.-]+/g)].map(([path]) => file(path));
    expect(scripts).toHaveLength(2);
    for (const script of [steps, ...scripts]) expect(script).not.toMatch(/\bnp[mx]\b|\bnode\b/);
  });

  it("is published only after the bundle ran from end to end, as in CI", () => {
    const { "end-to-end": inCi } = read(".github/workflows/ci.yml").jobs;
    expect(jobs["end-to-end"]).toEqual(inCi);
    expect(inCi).toMatchObject({ uses: "./.github/workflows/e2e.yml" });
  });

  it("attests every file that runs", () => {
    const attest = steps.find((step) => step.uses?.includes("attest"));
    expect(attest?.with?.["subject-path"]?.split("\n")).toEqual(
      expect.arrayContaining(["docs-agent-*.tar.gz", "action.yml", "dist/**"]),
    );
  });
});

describe("Dependabot", () => {
  it("lets a new version wait a week before it is proposed", () => {
    const update = z.object({
      "package-ecosystem": z.string(),
      directory: z.string(),
      schedule: z.object({ interval: z.string() }),
      cooldown: z.object({ "default-days": z.number().min(7) }),
    });
    const { updates } = z
      .object({ updates: z.array(update) })
      .parse(parse(file(".github/dependabot.yml")));
    expect(updates.map((one) => [one["package-ecosystem"], one.directory])).toEqual([
      ["npm", "/"],
      ["github-actions", "/"],
    ]);
  });
});
