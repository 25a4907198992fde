import { type FakeComment, FakeGitHub, type ThreadEvent } from "../github/fake-github.ts";
import { usual } from "../service/fake-service.ts";
import { runScenario, type Scenario, type ScenarioResult, scenarioStart } from "./harness.ts";

/** A first command. */
export const command = "/docs-agent Document the limit";
/** The event of a workflow that runs by the clock. */
export const schedule: ThreadEvent = { name: "schedule", payload: {} };

/** A step whose key is another one than before. */
export const withOtherKey: Scenario = { with: { "api-key": "mint_another_key" } };

type LastRun = { event: ThreadEvent; scenario: Scenario; attempt: number; runId: number };
/** `startsAfterMs` is how long after the end of the run before it begins; a minute when nothing else is given. */
type ThreadScenario = Scenario & { startsAfterMs?: number };
/** What a run leaves, beside what the thread's GitHub keeps. */
export type ThreadResult = ScenarioResult & {
  /** The edit that was saved for the post step; empty when it has nothing to do. */
  postState: string;
};

/** A comment as people see it. */
export function visible(body: string | undefined): string {
  return (body ?? "").replace(/<!--.*?-->\n*/gs, "").trim();
}

/** What people and programs learn from a run, in short: its result and reason, and then what it sent. */
export function told({ outputs: { result, reason }, requests }: ScenarioResult): string[] {
  return [`${result} ${reason}`.trim(), ...sent(requests)];
}

/** All that people and later steps see of a run and its thread. */
export function everywhere(
  { stdout, summary, outputs }: ScenarioResult,
  { gitHub }: Thread,
): string {
  return [stdout, summary, ...Object.values(outputs), ...gitHub.written].join("\n");
}

/** Our comments on pull request 8, which is the documentation's. */
export function onDocs({ gitHub }: Thread): string[] {
  return gitHub.own().flatMap(({ thread, body }) => (thread === 8 ? body : []));
}

/** The requests to the service that cost something. */
export function sent(requests: readonly string[]): string[] {
  return requests.filter((request) => request.startsWith("POST"));
}

/** The requests that change something, on either side. */
export function writes(requests: readonly string[]): string[] {
  return requests.filter((request) => /^(?:GitHub )?(?:POST|PATCH|DELETE)/.test(request));
}

/** An issue or pull request over several runs: comments, reactions and time carry over from one to the next. */
export class Thread {
  readonly gitHub = new FakeGitHub();
  /** The service takes one new job, or messages to it, and finishes them, but for what a scenario says. */
  service = usual;
  readonly #pull: boolean;
  #now = scenarioStart;
  #runId = 1000;
  #last: LastRun | undefined;

  constructor(kind: "pull request" | "issue" = "pull request") {
    this.#pull = kind === "pull request";
  }

  /** One whose first command has brought a job with its pull request. */
  static async begun(): Promise<Thread> {
    const thread = new Thread();
    await thread.comment(command);
    return thread;
  }

  /** A person writes a comment, on number 7 unless `number` says otherwise, and the workflow runs. */
  comment(
    body: string,
    scenario: ThreadScenario = {},
    login = "maintainer",
    number?: number,
  ): Promise<ThreadResult> {
    return this.runOn(this.gitHub.write(login, body, number), scenario);
  }

  /** The workflow runs on a comment that is there. */
  runOn(comment: FakeComment, scenario: ThreadScenario = {}): Promise<ThreadResult> {
    return this.event(this.gitHub.commentEvent(comment, this.#pull), scenario);
  }

  /** Our newest comment, as people see it. */
  shown(): string {
    return visible(this.gitHub.own().at(-1)?.body);
  }

  /** A person writes about a line, and the workflow runs. */
  inline(body: string, scenario: Scenario = {}): Promise<ThreadResult> {
    return this.runOn(this.gitHub.writeInline("maintainer", body), scenario);
  }

  /** A person reviews, and the workflow runs. */
  review(body: string, scenario: Scenario = {}, login?: string): Promise<ThreadResult> {
    return this.event(this.gitHub.reviewEvent(body, login), scenario);
  }

  /** A person pushes to the pull request, and the workflow documents it. */
  push(scenario: Scenario = {}, number?: number): Promise<ThreadResult> {
    const inputs = { prompt: "Document this change", ...scenario.with };
    return this.event(this.gitHub.pushEvent(number), { ...scenario, with: inputs });
  }

  /** Any event in a run of its own. */
  event(event: ThreadEvent, scenario: ThreadScenario = {}): Promise<ThreadResult> {
    this.#runId++;
    this.#last = { event, scenario, attempt: 1, runId: this.#runId };
    return this.#run(this.#last, scenario);
  }

  /** The newest run, to be run again later. */
  last(): LastRun | undefined {
    return this.#last;
  }

  /** The newest run once more, or another one, by the same person unless `env` names another. */
  rerun(scenario: ThreadScenario = {}, last = this.#last): Promise<ThreadResult> {
    if (last === undefined) throw new Error("there is no run to run again");
    last.attempt++;
    const env = { ...last.scenario.env, ...scenario.env };
    const merged = { ...scenario, env, with: { ...last.scenario.with, ...scenario.with } };
    return this.#run(last, merged);
  }

  /** The post step with what a run had saved. */
  post(postState: string, scenario: ThreadScenario = {}): Promise<ThreadResult> {
    return this.#runScenario({ ...scenario, phase: "post", state: { comment: postState } });
  }

  #run({ event, attempt, runId }: LastRun, scenario: ThreadScenario): Promise<ThreadResult> {
    const env = {
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_RUN_ID: String(runId),
      ...scenario.env,
    };
    return this.#runScenario({ ...scenario, eventName: event.name, event: event.payload, env });
  }

  async #runScenario({
    startsAfterMs = 60_000,
    ...scenario
  }: ThreadScenario): Promise<ThreadResult> {
    this.#now += startsAfterMs;
    const inputs = { "github-token": "ghs_scenario_token", ...scenario.with };
    const shared = { gitHub: this.gitHub, startTime: this.#now, with: inputs };
    const service = { ...this.service, ...scenario.service };
    const result = await runScenario({ ...scenario, ...shared, service });
    this.#now = result.clock.now() - (scenario.skewMs ?? 0);
    return { ...result, postState: result.state["comment"] ?? "" };
  }
}
