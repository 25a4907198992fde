import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningGitHub, startGitHub } from "../emulator/github.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import { RepositoryEvents } from "./events.ts";
import type { WorkflowEvent } from "./triggers.ts";
import { type JobResult, WorkflowRunner } from "./workflow-runner.ts";

const root = join(import.meta.dirname, "../..");
/** Three projects for every run of a recipe, which share an organisation and its limits. */
const projects = Array.from({ length: 400 }, (_, index) => ({
  id: `docs-${index}`,
  organisation: `octo-${Math.floor(index / 3)}`,
}));
/** The secrets beside the key of the service. */
export const secrets = {
  DOCS_AGENT_APP_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----",
  SLACK_WEBHOOK_URL: "https://hooks.slack.example/1",
  CHAT_WEBHOOK_URL: "https://chat.example/2",
};

/** How a recipe ended on its events. */
export type RecipeResult = {
  jobs: JobResult[];
  /** A line for each job. */
  summary: string[];
  /** The prompts that the service got, job by job. */
  prompts: string[];
  /** How many jobs it created. */
  made: number;
};

/** The emulated service and GitHub, and what happens there. */
export class RecipeHarness {
  readonly service: RunningService;
  readonly gitHub: RunningGitHub;
  readonly events: RepositoryEvents;
  readonly #asksGitHub: boolean;
  #runs = 0;

  private constructor(
    service: RunningService,
    gitHub: RunningGitHub,
    events: RepositoryEvents,
    asksGitHub: boolean,
  ) {
    this.service = service;
    this.gitHub = gitHub;
    this.events = events;
    this.#asksGitHub = asksGitHub;
  }

  /** `asksGitHub`: `gh` finds the pull requests of the agent; without, its commands are only recorded. */
  static async start({ asksGitHub = false } = {}): Promise<RecipeHarness> {
    const gitHub = await startGitHub();
    const workplace = { gitHub: gitHub.fake, repository: gitHub.code };
    const service = await startService({ projects, workplace });
    return new RecipeHarness(service, gitHub, new RepositoryEvents(gitHub), asksGitHub);
  }

  /** Runs a recipe on events in turn, with projects of its own, so that no earlier run affects it. */
  async run(name: string, ...events: WorkflowEvent[]): Promise<RecipeResult> {
    const recipe = this.begin([name]);
    for (const event of events) await recipe.run(event);
    return recipe.result();
  }

  /** A repository with these recipes, and projects of its own. Other things can happen between its events. */
  begin(recipes: readonly string[]): {
    run(event: WorkflowEvent): Promise<JobResult[]>;
    result(): RecipeResult;
  } {
    const paths = recipes.map((name) => `examples/${name}.yml`);
    const own = projects.slice(3 * this.#runs, 3 * this.#runs + 3).map(({ id }) => id);
    this.#runs++;
    const texts = paths.map((path) => readFileSync(join(root, path), "utf8")).join();
    // One variable for each project that the recipes name.
    const several = [...texts.matchAll(/DOCS_AGENT_PROJECT_ID_\w+/g)].flat();
    const names = several.length > 0 ? several : ["DOCS_AGENT_PROJECT_ID"];
    const variables = Object.fromEntries(names.map((one, index) => [one, own[index] ?? ""]));
    const saved = {
      secrets: { ...secrets, DOCS_AGENT_API_KEY: this.service.key },
      vars: { ...variables, DOCS_AGENT_APP_CLIENT_ID: "Iv1.a" },
    };
    const runner = new WorkflowRunner(this.service, this.gitHub, saved, this.#asksGitHub);
    const jobs: JobResult[] = [];
    return {
      run: async (event) => {
        const done: JobResult[] = [];
        for (const path of paths) done.push(...(await runner.run(path, event)));
        jobs.push(...done);
        return done;
      },
      result: () => {
        const sent = this.service.jobs().filter(({ projectId }) => own.includes(projectId));
        const prompts = sent.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
        return { jobs, summary: jobs.map(summaryOf), prompts, made: sent.length };
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.service.close(), this.gitHub.close()]);
  }
}

/** A job in a line: each step by its result and reason, or else by its outcome. */
function summaryOf({ id, ran, steps }: JobResult): string {
  const shown = steps.map(({ outcome, outputs: { result, reason } }) =>
    result === undefined ? outcome : [result, reason].filter((part) => part !== "").join(" "),
  );
  return `${id}: ${ran ? shown.join(", ") : "not run"}`;
}
