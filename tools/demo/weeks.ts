import { readFileSync } from "node:fs";
import { type RunningGitHub, startGitHub } from "../../test/emulator/github.ts";
import { type RunningService, startService } from "../../test/emulator/start.ts";
import { fillTemplates } from "../../test/recipes/expressions.ts";
import { runStep, type StepResult } from "../../test/runner/runner.ts";
import { ownJobs, parseWorkflow } from "../../test/workflow-file.ts";
import type { Post, Scene } from "./page.ts";
import { check, printScene } from "./print.ts";
import { pullRequests } from "./pull-requests.ts";
import { runPost } from "./run-post.ts";

const day = 86_400_000;
const workflow = parseWorkflow(
  readFileSync(new URL("../../examples/merges.yml", import.meta.url), "utf8"),
);
const noCredits = () => Response.json({ error: "No credits left" }, { status: 402 });

/** The scene of the dashboard, and what its links lead to: the agent's pull requests, and the runs that it does not show. */
export type Weeks = { scene: Scene; pulls: ReturnType<typeof pullRequests>; runs: readonly Post[] };

/** Four weeks of `merges.yml`, one of them red, and one whose pull request is closed. */
export async function playWeeks(): Promise<Weeks> {
  const start = Date.now() - 29 * day;
  const github = await startGitHub(start);
  const agent = { gitHub: github.fake, repository: github.code };
  const service = await startService({ timeScale: 7, workplace: agent, start });
  const team = new Team(github, service);
  try {
    await team.week(["limits", "paging", "retries"], "pull-request");
    team.decide("merge");
    service.fault({ path: /\/job$/, answer: noCredits });
    await team.week(["webhooks", "events"], "error");
    service.clearFaults();
    await team.week(["quotas"], "pull-request");
    team.decide("close");
    await team.week(["search", "filters"], "pull-request");
    return weeksOf(github, team.runs);
  } finally {
    await service.close();
    await github.close();
  }
}

function weeksOf({ fake }: RunningGitHub, runs: readonly Post[]): Weeks {
  const [issue] = fake.issues;
  const ledger = fake.own().find(({ thread }) => thread === issue?.number)?.body ?? "";
  const rows = ledger.split("\n").filter((line) => /^\| .* since /.test(line));
  check(rows.length === 4, `the dashboard has ${rows.length} rows instead of four`);
  for (const [index, part] of [" open", " was closed", "credits needed", ", merged on"].entries())
    check(rows[index]?.includes(part) === true, `row ${index + 1} does not say “${part}”`);
  const pulls = pullRequests(fake, fake.repository);
  const open = Number(pulls.posts.at(-1)?.what?.split("#")[1]);
  const link = fake.own().find(({ thread }) => thread === open);
  check(link !== undefined, "the open pull request does not say where it comes from");
  const posts: Post[] = [
    { by: fake.bot, what: `opened the issue ${issue?.title}`, markdown: issue?.body ?? "" },
    { by: fake.bot, what: "commented there", markdown: ledger },
    { by: fake.bot, what: `commented on #${open}`, markdown: link?.body ?? "" },
    ...runs.slice(1, 2),
  ];
  const title = "The dashboard after four weeks";
  printScene(title, `${rows.length} rows`);
  return {
    scene: {
      title,
      caption:
        "Every Monday, the recipe merges.yml sends what was merged. Its table says what became of each commit. In the second week the plan had no credits: the run was red, and its commits came with the third. People closed that pull request, so all of it came once more, with the fourth week. The four weeks took seconds here: the dates are made up.",
      posts,
    },
    pulls,
    runs: runs.filter((post) => !posts.includes(post)),
  };
}

/** A team that lives with the recipe. */
class Team {
  readonly #github: RunningGitHub;
  readonly #service: RunningService;
  /** When the newest run began, in epoch ms. */
  #monday: number;
  /** The pages of the runs so far. */
  readonly runs: Post[] = [];

  constructor(github: RunningGitHub, service: RunningService) {
    this.#github = github;
    this.#service = service;
    this.#monday = service.now();
    github.code.push("main", { "docs/reference.md": "# Reference\n" });
  }

  /** A week in which features are merged, and its Monday. Throws where that does not end as it should. */
  async week(features: readonly string[], result: string): Promise<void> {
    const { code } = this.#github;
    for (const name of features) {
      this.#service.advance(day);
      code.push(name, { [`src/${name}.ts`]: `export const ${name} = true;\n` }, `Add ${name}`);
      code.merge(name, "squash");
    }
    this.#monday += 7 * day;
    this.#service.advance(this.#monday - this.#service.now());
    const runId = String(5001 + this.runs.length);
    const step = await this.#run(runId);
    check(
      step.outputs["result"] === result,
      `a week ended as ${step.outputs["result"]}, not ${result}`,
    );
    this.runs.push(runPost(step, runId));
  }

  /** People merge or close the newest pull request of the agent, two days later. */
  decide(what: "merge" | "close"): void {
    const { fake, code } = this.#github;
    this.#service.advance(2 * day);
    const pull = [...fake.pulls.values()].findLast(({ ref = "" }) => ref.startsWith("docs-agent/"));
    if (pull?.ref === undefined) throw new Error("there is no pull request of the agent");
    if (what === "merge") code.merge(pull.ref, "squash");
    else pull.state = "closed";
  }

  /** Only seconds pass here between the weeks, so the process is told their time. */
  async #run(runId: string): Promise<StepResult> {
    const { fake, code, url, token } = this.#github;
    const { key, projectId, url: base, now } = this.#service;
    const [job] = ownJobs(workflow);
    const contexts = {
      secrets: { DOCS_AGENT_API_KEY: key },
      vars: { DOCS_AGENT_PROJECT_ID: projectId },
    };
    const ahead = now() - Date.now();
    const clock = `const { now } = Date; Date.now = () => now() + ${ahead};`;
    return await runStep({
      with: {
        ...fillTemplates(job?.steps[0]?.with, contexts),
        "base-url": base,
        "github-token": token,
      },
      eventName: "schedule",
      event: {
        schedule: "17 5 * * 1",
        repository: { full_name: code.name, default_branch: "main" },
      },
      env: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
        ...{ GITHUB_API_URL: url, GITHUB_REPOSITORY: code.name, GITHUB_RUN_ID: runId },
        ...{
          GITHUB_SHA: code.head("main"),
          GITHUB_REF: "refs/heads/main",
          GITHUB_REF_NAME: "main",
        },
        GITHUB_WORKFLOW: workflow.name,
        GITHUB_WORKFLOW_REF: `${fake.repository}/.github/workflows/merges.yml@refs/heads/main`,
      },
    });
  }
}
