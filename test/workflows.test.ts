import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { inputNames } from "../src/inputs/table.ts";
import { listPages, repositoryName } from "../tools/docs.ts";
import { eventSchemas, hasField } from "./github/event-schemas.ts";
import { ownJobs, parseWorkflow, validateAction, validateWorkflow } from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");

/** A workflow, with what the tests look at. */
function load(path: string) {
  const text = file(path);
  const workflow = parseWorkflow(text);
  const jobs = ownJobs(workflow);
  const steps = jobs.flatMap((job) => job.steps);
  const scripts = steps.flatMap(({ run }) => run ?? []);
  const asks = steps.filter(({ uses }) => uses === "./" || uses === `${repositoryName}@v1`);
  const inputs = asks.map((step) => step.with ?? {});
  return { ...workflow, path, text, jobs, calls: workflow.jobs, steps, scripts, inputs };
}

const loadAll = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => load(`${folder}/${name}`));
const ours = loadAll(".github/workflows");
const recipes = loadAll("examples");
const all = [...ours, ...recipes];
/** The recipes on events that have a payload of their own. */
const onEvents = recipes.filter(({ text }) => text.includes("github.event."));
const recipe = (name: string) => load(`examples/${name}.yml`);

/** The values of the first group, wherever the pattern matches. */
const found = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, value = ""]) => value);
const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const record = z.record(z.string(), z.unknown());
const withInputs = z.object({ inputs: record });

describe("GitHub's workflow parser", () => {
  it.each(all)("accepts $path", async ({ path, text }) => {
    expect(await validateWorkflow(text, path)).toEqual([]);
  });

  it("accepts action.yml", () => {
    expect(validateAction(file("action.yml"))).toEqual([]);
  });

  it("rejects a condition that is no expression", async () => {
    const step = "{ if: a = b, run: echo }";
    const yaml = `on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [${step}] } }\n`;
    expect(await validateWorkflow(yaml, "a.yml")).not.toEqual([]);
  });
});

describe("every workflow", () => {
  it.each(all)("has a reason for each permission, or for having none: $path", ({ text }) => {
    const grants = text.match(/^ +[a-z-]+: (?:read|write)\b.*/gm) ?? [];
    for (const grant of grants) expect(grant).toMatch(/ # (to|for) \S/);
    if (grants.length === 0) expect(text).toMatch(/^# No permissions: \S.*\npermissions: \{\}/m);
  });

  it.each(all)("has no expression inside a script: $path", ({ scripts }) => {
    expect(scripts.join("\n")).not.toContain("${{");
  });

  it("prints no answer of GitHub to the log: it can hold a stranger's workflow command", () => {
    const scripts = all.flatMap((one) => one.scripts);
    const calls = scripts.flatMap((script) => script.replaceAll("\\\n", "").match(/gh api .*/g));
    expect(calls).not.toEqual([]);
    for (const call of calls.filter((one) => one !== null))
      expect(call).toMatch(/^gh api .*--(silent|jq) /);
  });

  it("fails where curl is refused, also on the pages", () => {
    const texts = [...all.map(({ text }) => text), ...listPages().map(file)];
    const calls = texts.flatMap((text) => text.match(/\bcurl .*/g) ?? []);
    expect(calls).not.toEqual([]);
    for (const call of calls) expect(call).toContain(" --fail ");
  });

  it.each(all)("sets only inputs that the action has: $path", ({ inputs }) => {
    expect(inputNames).toEqual(expect.arrayContaining(inputs.flatMap(Object.keys)));
  });

  it("reads only outputs that the action has, also on the pages", () => {
    const { outputs } = z.object({ outputs: record }).parse(parse(file("action.yml")));
    const texts = [...all.map(({ text }) => text), ...listPages().map(file)].join("\n");
    // The others are of scripts and of other actions.
    const read = found(texts, /\bsteps\.(?!last\.|app\.)[\w-]+\.outputs\.(\w+)/g);
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(read));
    expect(read.length).toBeGreaterThan(10);
  });

  it("gives a script only variables that it reads", () => {
    const { scripts } = z.object({ scripts: record }).parse(JSON.parse(file("package.json")));
    const given = all.flatMap(({ steps }) =>
      steps.flatMap(({ run = "", env = {} }) => {
        const [, name = ""] = /npm run ([\w:]+)/.exec(run) ?? [];
        const called = `${run} ${scripts[name]}`.match(/tools\/[\w-]+\.(?:ts|sh)/g) ?? [];
        const text = [run, ...called.map(file)].join("\n");
        return Object.keys(env).map((variable) => ({
          variable,
          isRead: new RegExp(`\\b${variable}\\b`).test(text),
        }));
      }),
    );
    // `gh` reads it.
    const others = given.filter(({ variable }) => variable !== "GH_TOKEN");
    expect(others.filter(({ isRead }) => !isRead)).toEqual([]);
    expect(others.length).toBeGreaterThan(10);
  });

  it.each(onEvents)("reads only fields that GitHub's events have: $path", ({ on, text }) => {
    const withTypes = z.object({ types: z.array(z.string()) });
    const events = Object.entries(on).flatMap(([event, filter]) =>
      withTypes.parse(filter).types.map((type) => `${event}$${type}`),
    );
    for (const field of found(text, /github\.event\.([\w.*]+)/g)) {
      const names = field.split(".");
      const having = events.filter((event) => hasField(eventSchemas[event] ?? {}, names));
      expect(having, field).not.toEqual([]);
    }
  });
});

describe("the examples", () => {
  const withSteps = recipes.filter(({ steps }) => steps.length > 0);

  it.each(withSteps)("are in the table of recipes with their permissions: $path", (one) => {
    const name = one.path.replace("examples/", "");
    const rows = file("docs/recipes.md").match(/^\|.*/gm) ?? [];
    const row = rows.find((line) => line.includes(`[\`${name}\`](`));
    const granted = one.jobs.flatMap(({ permissions = {} }) => Object.entries(permissions));
    const grants = granted.map(([permission, access]) => `\`${permission}: ${access}\``);
    expect(row?.split("|").at(-2)?.trim()).toBe(grants.join(", ") || "none");
  });

  it.each(withSteps)("wait less in all steps than their job may take: $path", (one) => {
    const waits = one.inputs.map((given) => Number(given["timeout-minutes"] ?? 30));
    const together = waits.reduce((sum, wait) => sum + wait, 0);
    for (const job of one.jobs) expect(together).toBeLessThan(job["timeout-minutes"]);
  });

  const withApp = recipes.filter(({ text }) => text.includes("create-github-app-token"));

  it.each(withApp)("end before the hour of an App's token is over: $path", ({ jobs }) => {
    for (const job of jobs) expect(job["timeout-minutes"]).toBeLessThan(60);
  });

  it.each(recipes)("say first what they cost and why they start no further run: $path", (one) => {
    const head = /^# Cost: .+(\n# {3}.+)?\n# Loop: .+\.\nname: /;
    expect(one.text).toMatch(head);
  });

  const onPush = recipes.filter(({ text }) => /^ {2}#?push:/m.test(text));

  it.each(onPush)("on pushes leave out the agent's own merges: $path", ({ text }) => {
    const isNotStarted = /^ {4}paths-ignore: \["docs\/\*\*"\]$/m.test(text);
    const isSentNothing = /^ +!docs\/\*\*$/m.test(text);
    expect(isNotStarted || isSentNothing).toBe(true);
  });

  it.each(onEvents)(
    "start on one action of each event, as each start may be paid: $path",
    ({ on }) => {
      const types = z.object({ types: z.array(z.string()) });
      for (const filter of Object.values(on)) expect(types.parse(filter).types).toHaveLength(1);
    },
  );

  const scheduled = recipes.filter(({ on }) => "schedule" in on);

  it.each(scheduled)(
    "that a schedule starts come on Mondays, and by hand, and on nothing else: $path",
    ({ on }) => {
      expect(on["schedule"]).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* 1$/) }]);
      expect(Object.keys(on)).toEqual(["schedule", "workflow_dispatch"]);
    },
  );

  it.each(recipes)(
    "may write nothing but comments, issues and pull requests, also by an App: $path",
    (one) => {
      const writes = found(one.text, /^ +#?(?:permission-)?([a-z-]+): write\b/gm);
      expect(["issues", "pull-requests"]).toEqual(expect.arrayContaining(writes));
    },
  );

  it.each(withSteps)("are red where a job failed, or was not seen to end: $path", ({ inputs }) => {
    for (const { "fail-on": given = "failed, timeout" } of inputs)
      for (const result of ["failed", "timeout"]) expect(given).toContain(result);
  });

  it("keep the jobs of others where one leg of a matrix fails, and use all that a leg has", () => {
    const matrix = z.object({ include: z.array(z.record(z.string(), z.string())) });
    const withLegs = recipes.filter(({ jobs }) => jobs.some(({ strategy }) => strategy));
    expect(withLegs.map(({ path }) => path)).toEqual(["examples/monorepo.yml"]);
    for (const { text, jobs } of withLegs)
      for (const { strategy } of jobs) {
        expect(strategy?.["fail-fast"]).toBe(false);
        const names = matrix.parse(strategy?.matrix).include.flatMap(Object.keys);
        expect(found(text, /\bmatrix\.([\w-]+)/g)).toEqual(expect.arrayContaining(names));
      }
  });

  it.each(recipes)("lose no run that waits for its turn: $path", ({ concurrency, jobs }) => {
    // In front of the job's `if:`, ordinary comments would take the place of commands.
    expect(concurrency).toBeUndefined();
    const groups = jobs.flatMap((job) => job.concurrency ?? []);
    for (const group of groups) expect(group).toMatchObject({ queue: "max" });
  });

  const [ofIssue, ofPull] = ["github.event.issue.number", "github.event.pull_request.number"];

  it.each([
    ["commands", ofIssue],
    ["github-app", ofIssue],
    ["reviews", `${ofIssue} || ${ofPull}`],
    ["label", `${ofIssue} || ${ofPull}`],
  ])("for one thread run in turn, because they share a job: %s.yml", (name, number) => {
    const [job] = recipe(name).jobs;
    expect(job?.concurrency).toMatchObject({ group: `docs-agent-\${{ ${number} }}` });
  });

  const onDashboard = recipes.filter(({ text }) => /^ +issue-number: dashboard$/m.test(text));
  const aboutMerges = ["merges", "monorepo", "release", "reusable"];

  it("about merges remember them on the dashboard", () => {
    const remembering = recipes.filter(({ text }) => /^ +diff-range: since-last$/m.test(text));
    const paths = aboutMerges.map((name) => `examples/${name}.yml`);
    expect(remembering.map(({ path }) => path)).toEqual(paths);
    expect(onDashboard).toEqual(expect.arrayContaining(remembering));
  });

  it.each(onDashboard)("that write to the dashboard run in turn: $path", ({ jobs }) => {
    for (const { concurrency } of jobs)
      expect(concurrency).toMatchObject({ group: "docs-agent-dashboard" });
  });

  it("that share an issue with other jobs have a conversation of their own", () => {
    const sharing = recipes
      .flatMap(({ inputs }) => inputs)
      .filter((given) => given["issue-number"] !== undefined && given["mode"] !== "visitors");
    const names = sharing.map((given) => given["conversation"]);
    expect(names.length).toBeGreaterThanOrEqual(aboutMerges.length);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });

  it("that call a reusable workflow set only what it has, and it passes all inputs on", () => {
    const reusable = recipe("reusable");
    const has = withInputs.extend({ secrets: record }).parse(reusable.on["workflow_call"]);
    const caller = z.object({ with: record, secrets: record });
    const call = caller.parse(recipe("reusable-caller").calls["document"]);
    expect(Object.keys(has.inputs)).toEqual(expect.arrayContaining(Object.keys(call.with)));
    expect(Object.keys(call.secrets)).toEqual(Object.keys(has.secrets));
    for (const name of Object.keys(has.inputs)) expect(reusable.text).toContain(`inputs.${name} `);
  });

  it("start no job without a request: what a prompt takes from an input has to be given", () => {
    const given = z.object({ required: z.boolean(), default: z.string() }).partial();
    const dispatched = z.object({ inputs: z.record(z.string(), given) });
    const taken = recipes.flatMap(({ on, inputs }) => {
      const of = dispatched.safeParse(on["workflow_dispatch"] ?? on["workflow_call"]).data?.inputs;
      const names = inputs.flatMap(({ prompt = "" }) => found(prompt, /\binputs\.([\w-]+)/g));
      return names.map((name) => of?.[name]);
    });
    expect(taken.length).toBeGreaterThan(1);
    for (const input of taken) expect(input?.required === true || input?.default).toBeTruthy();
  });

  it("that a page starts with gh get the inputs that they have", () => {
    const page = file("docs/recipes.md");
    const starts = [...page.matchAll(/gh workflow run ([\w-]+)\.yml([^`]*)`/g)];
    expect(starts).not.toEqual([]);
    for (const [, name = "", options = ""] of starts) {
      const { inputs } = withInputs.parse(recipe(name).on["workflow_dispatch"]);
      expect(found(options, /-f ([\w-]+)=/g)).toEqual(Object.keys(inputs));
    }
  });

  it("that change the documentation pull request make sure of its repository first", () => {
    const reads = /gh (pr list|api --method GET)/g;
    const changing = recipes
      .flatMap(({ steps }) => steps)
      .filter(({ run = "" }) => /gh (api|pr)\b/.test(run.replaceAll(reads, "")));
    expect(changing.length).toBeGreaterThan(1);
    for (const step of changing)
      expect(step.if).toMatch(/outputs\.prRepository == (github\.repository|env\.DOCS_REPOSITORY)/);
    // Only the workflow's author chooses the repository, never the service.
    const chosen = recipes.flatMap(({ text }) => found(text, /\bDOCS_REPOSITORY: (.*)/g));
    expect(new Set(chosen)).toEqual(new Set([["${{", "github.repository", "}}"].join(" ")]));
  });

  it("use no trigger that linters call dangerous but comments, with a reason in the recipes", () => {
    const dangerous = ["issue_comment", "pull_request_target", "workflow_run"];
    const used = new Set(recipes.flatMap(({ on }) => Object.keys(on)));
    expect(dangerous.filter((event) => used.has(event))).toEqual(["issue_comment"]);
    expect(file("docs/recipes.md")).toContain("| `dangerous-triggers`: `issue_comment` ");
  });

  it.each(recipes)("post nowhere and link nothing until it is set up: $path", (one) => {
    for (const given of one.inputs) {
      expect(given["ignore-paths"]).toBeUndefined();
      expect(["dashboard", undefined]).toContain(given["issue-number"]);
      expect(given["site-url"] ?? "").toMatch(/^(\$\{\{ vars\.DOCS_AGENT_SITE_URL \}\})?$/);
    }
    // People, issues and sites of somebody else.
    expect(one.text).not.toMatch(/octocat|example\.com|#\d/);
  });

  it("that ask by themselves allow that nothing changes, in the same words", () => {
    const asking = recipes.filter(({ text }) => /^ +(prompt|default): >-$/m.test(text));
    expect(asking).toHaveLength(5);
    const nothing = "If readers would notice nothing, change nothing.";
    const otherwise =
      "Otherwise update the pages that exist, and state only what the patches and the code show.";
    for (const { path, text } of asking)
      expect(inOneLine(text), path).toContain(` ${nothing} ${otherwise}`);
  });

  it("ask for evidence wherever they ask the agent", () => {
    const prompts = recipes.flatMap(({ inputs }) => inputs.flatMap(({ prompt }) => prompt ?? []));
    expect(prompts).toHaveLength(7);
    const evidence =
      "In the pull request's description, name the file that shows each new statement, and list what you could not verify.";
    for (const prompt of prompts) expect(inOneLine(prompt).endsWith(` ${evidence}`)).toBe(true);
  });

  it.each(recipes)("use secrets and variables that a page says to save: $path", ({ text }) => {
    const texts = ["README.md", "docs/recipes.md"].map(file).join("\n");
    const saved = found(texts.replace(/^```.*?^```$/gms, ""), /`([A-Z_]+)`/g);
    const named = found(text, /(?:secrets|vars)\.(\w+)/g);
    expect(saved).toEqual(expect.arrayContaining(named));
    // Nor does a label start anything that no page names.
    for (const label of found(text, /label\.name == '([^']+)'/g))
      expect(texts).toContain(`the label \`${label}\``);
  });
});

describe("this repository's workflows", () => {
  const used = ours.flatMap(({ text }) => found(text, /uses: (.*)/g));
  const foreign = used.filter((action) => !action.startsWith("./"));

  it("pin every action by its full hash, with the version beside it", () => {
    expect(foreign).not.toEqual([]);
    for (const action of foreign)
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("pin each repository of actions to one version", () => {
    const pins = new Set(foreign.map((action) => action.replace(/^([^/]+\/[^/@]+)[^@]*/, "$1")));
    const repositories = new Set([...pins].map((pin) => pin.split("@")[0]));
    expect(pins.size).toBe(repositories.size);
  });

  it.each(ours)("leave no token in the checkout: $path", ({ steps }) => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).not.toEqual([]);
    for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe("false");
  });

  it.each(ours)("end no run of a push because the next one comes: $path", (one) => {
    const groups = [one.concurrency, ...one.jobs.map((job) => job.concurrency)];
    for (const group of groups) {
      if (group === undefined || !("cancel-in-progress" in group) || !("push" in one.on)) continue;
      const ofPullRequests = ["${{", "github.event_name == 'pull_request'", "}}"].join(" ");
      expect(group["cancel-in-progress"]).toBe(ofPullRequests);
    }
    expect(groups.length).toBeGreaterThan(0);
  });

  it("run on the Node.js that action.yml names", () => {
    const node = `node${file(".node-version").trim()}`;
    expect(found(file("action.yml"), /using: (.+)/g)).toEqual([node]);
    const steps = ours.flatMap((one) => one.steps);
    const setUps = steps.filter(({ uses }) => uses?.includes("/setup-node@"));
    expect(setUps).not.toEqual([]);
    for (const step of setUps) expect(step.with?.["node-version-file"]).toBe(".node-version");
  });

  it("run only scripts that package.json has", () => {
    const { scripts } = z.object({ scripts: record }).parse(JSON.parse(file("package.json")));
    const named = ours.flatMap(({ text }) => found(text, /npm run ([\w:-]+)/g));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });

  const ci = load(".github/workflows/ci.yml");
  const release = load(".github/workflows/release.yml");

  it("check every shell script, and require every other job of CI in its gate", () => {
    const { gate, ...others } = ci.calls;
    expect(gate?.needs).toEqual(Object.keys(others));
    // A branch rule counts a skipped job as passed, so the gate must always run.
    expect(gate).toMatchObject({ if: "always()" });
    expect(ci.scripts).toContain("npm run shellcheck");
    expect(file(".github/CONTRIBUTING.md")).toContain(`require the check \`${gate?.name}\``);
  });

  it("run CI for every change, and the bundle on three systems", () => {
    expect(ci.on).toEqual({ push: { branches: ["main"] }, pull_request: null });
    const [job] = load(".github/workflows/e2e.yml").jobs;
    const os = ["ubuntu-latest", "macos-latest", "windows-latest"];
    expect(job).toMatchObject({
      "runs-on": expect.stringContaining("{ matrix.os }"),
      strategy: { matrix: { os } },
    });
  });

  it.each([ci, release])("test, rebuild dist/ and find what is not committed: $path", (one) => {
    expect(one.scripts).toContain("npm cit");
    const rebuild = one.scripts.find((script) => script.includes("npm run build"));
    expect(rebuild).toContain("git status --porcelain --untracked-files=all");
  });

  // A minute and an hour, on a day of the month or of the week.
  it.each([
    ["long-tests", "npm run test:long", /^\d+ \d+ \* \* [0-6]$/],
    ["canary", "npm run canary", /^\d+ \d+ \d+ \* \*$/],
  ])("run regularly what takes longer: %s.yml", (name, script, when) => {
    const { on, scripts } = load(`.github/workflows/${name}.yml`);
    expect(on["schedule"]).toEqual([{ cron: expect.stringMatching(when) }]);
    expect(scripts).toContain(script);
  });

  it("compare the real service wherever there is a key", () => {
    const { jobs, steps } = load(".github/workflows/canary.yml");
    const isSaved = ["${{", "secrets.DOCS_AGENT_CANARY_KEY != ''", "}}"].join(" ");
    expect(jobs[0]?.env).toEqual({ HAS_KEY: isSaved });
    expect(steps.map((step) => step.if).filter(Boolean)).toEqual(["env.HAS_KEY == 'true'"]);
  });
});

describe("a release", () => {
  const { on, calls, steps, scripts } = load(".github/workflows/release.yml");

  it("is made by a tag of a version, with all that has to be known of other tags and of main", () => {
    const push = z.object({ tags: z.array(z.string()) }).parse(on["push"]);
    expect(push.tags).toEqual(["v[0-9]+.[0-9]+.[0-9]+", "v[0-9]+.[0-9]+.[0-9]+-*"]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const step of checkouts) expect(step.with?.["fetch-depth"]).toBe("0");
    expect(checkouts).toHaveLength(2);
  });

  it("is rebuilt, attested, published and verified before the major tag moves", () => {
    const order = [
      /npm run build/,
      /attest-build-provenance@/,
      /gh release create/,
      /gh release verify/,
      /tools\/major-tag\.sh/,
    ];
    const texts = steps.map(({ uses, run }) => uses ?? run ?? "");
    const places = order.map((what) => texts.findIndex((text) => what.test(text)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("skips no step, and goes on where none has failed", () => {
    for (const step of steps)
      expect([step.if, step["continue-on-error"]]).toEqual([undefined, undefined]);
    // The only success that ends a script early is a verified release.
    const early = scripts.flatMap((script) =>
      found(script, /^ *(.*(?:exit 0|\|\| ?(?:true|:)).*)$/gm),
    );
    expect(early).toEqual(['gh release verify "$GITHUB_REF_NAME" && exit 0']);
    const verify = steps.find(({ name }) => name === "Verify what was published");
    expect(verify?.run).toMatch(
      /^gh attestation verify .* --repo "\$GITHUB_REPOSITORY"\n(?!exit)[\s\S]*\nexit 1\n?$/,
    );
  });

  it("writes only in a job that runs nothing from packages, after the one that does", () => {
    const { publish, ...checks } = calls;
    for (const check of Object.values(checks))
      expect(check.permissions).toEqual({ contents: "read" });
    expect(publish?.needs).toEqual(Object.keys(checks));
    // Its rules can demand the approval of a person.
    expect(publish).toMatchObject({ environment: "release" });
    const text = JSON.stringify(publish?.steps);
    const called = text.match(/tools\/[\w.-]+/g) ?? [];
    expect(called).toHaveLength(2);
    for (const script of [text, ...called.map(file)])
      expect(script).not.toMatch(/\bnp[mx]\b|\bnode\b/);
  });

  it("is published only after the bundle ran from end to end, as in CI", () => {
    const { "end-to-end": inCi } = load(".github/workflows/ci.yml").calls;
    expect(calls["end-to-end"]).toEqual(inCi);
    expect(inCi).toMatchObject({ uses: "./.github/workflows/e2e.yml" });
  });

  it("attests every file that runs", () => {
    const attest = steps.find(({ uses }) => uses?.includes("attest"));
    const subjects = attest?.with?.["subject-path"]?.trim().split("\n");
    expect(subjects).toEqual(["docs-agent-*.tar.gz", "action.yml", "dist/**"]);
    // The page says how to verify it.
    expect(file("docs/versions.md")).toContain(" verify docs-agent-v1.0.0.tar.gz ");
  });
});

it("Dependabot lets a new version wait a week before it is proposed", () => {
  const text = file(".github/dependabot.yml");
  expect(found(text, /package-ecosystem: (.+)/g)).toEqual(["npm", "github-actions"]);
  expect(found(text, /directory: (.+)/g)).toEqual(["/", "/"]);
  expect(found(text, /default-days: (.+)/g)).toEqual(["7", "7"]);
});
