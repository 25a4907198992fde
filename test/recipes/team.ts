import type { Switches } from "../emulator/settings.ts";
import { featureFile, featuresIn, type MergeMethod, type Push } from "../github/fake-repository.ts";
import { firstStep, type JobResult, RecipeHarness, withInput } from "./harness.ts";
import type { StepResult } from "./steps.ts";
import type { WorkflowEvent } from "./triggers.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** A Thursday; the first weekly run is that of the Monday after next. */
export const start = Date.parse("2026-08-20T12:00:00Z");

const badGateway = () => new Response("", { status: 502 });
const posts = /\/(job|message)$/;
/** How GitHub or the service make a week a red one. */
const troubles = {
  "no comparison": { at: "gitHub", path: /\/compare\//, answer: badGateway },
  "pull not readable": { at: "gitHub", path: /\/pulls\/\d+$/, answer: badGateway },
  refused: {
    at: "service",
    path: posts,
    answer: () => Response.json({ error: "No credits" }, { status: 402 }),
  },
  "answer lost": {
    at: "service",
    path: posts,
    answer: async (work: () => Promise<Response>) => {
      await work();
      return badGateway();
    },
  },
} as const;
export type Trouble = keyof typeof troubles;

type Files = Readonly<Record<string, string>>;
/** A run of the workflow, as it can be run again. */
type Run = { id: number; event: WorkflowEvent };

/**
 * A team that lives with a recipe about merges and with commands, in virtual time. Its features are numbered in the order in
 * which they are merged.
 */
export class Team {
  readonly harness: RecipeHarness;
  recipe = "merges";
  /** How long a run waits. A minute tells what half an hour would, by fewer looks at the job. */
  minutes = 1;
  /** What the workflow looks like. */
  edit = (text: string): string => text;
  /** The folder of a feature. */
  folderOf = (_feature: number): string => "src";
  /** How many features were merged. */
  features = 0;
  /** The runs of the workflow, oldest first. */
  readonly runs: Run[] = [];

  constructor(harness: RecipeHarness) {
    this.harness = harness;
    harness.service.advance(5 * day);
  }

  static async start(): Promise<Team> {
    return new Team(await RecipeHarness.start(start));
  }

  /** The next features are merged, an hour apart. */
  merge(count = 1, method: MergeMethod = "squash", more: Files = {}): void {
    for (let left = count; left > 0; left--) {
      const number = ++this.features;
      const files = featureFile(number, this.folderOf(number));
      this.commit(`feature${number}`, { ...files, ...more }, method);
    }
  }

  /** Files are merged, so many ms after what was before. */
  protected commit(name: string, files: Files, method: MergeMethod, afterMs = hour): void {
    const { gitHub, service } = this.harness;
    service.advance(afterMs);
    gitHub.code.push(name, files, `Add ${name}`);
    this.pushed(gitHub.code.merge(name, method));
  }

  /** Something was merged into the default branch, on which this recipe does not run. */
  protected pushed(_push: Push): void {}

  /** It is Monday. */
  protected toMonday(): void {
    const { service } = this.harness;
    const sinceMonday = (service.now() - Date.parse("2026-08-24T05:17:00Z")) % (7 * day);
    service.advance(7 * day - sinceMonday);
  }

  /** It is Monday, and the workflow runs. */
  async monday(trouble?: Trouble): Promise<StepResult> {
    this.toMonday();
    return await this.document({ name: "schedule" }, trouble);
  }

  /** A week with so many merged features, and its Monday. */
  async week(count = 1, trouble?: Trouble): Promise<StepResult> {
    this.merge(count);
    return await this.monday(trouble);
  }

  /** The workflow is started by hand, on the default branch or on another one. */
  async byHand(branch?: string): Promise<StepResult> {
    const { code } = this.harness.gitHub;
    if (branch === undefined) return await this.document({ name: "workflow_dispatch" });
    return await this.document({
      ...{ name: "workflow_dispatch", ref: `refs/heads/${branch}`, sha: code.head(branch) },
    });
  }

  /** A run of the workflow, the newest unless another one is meant, is run again with the commit that it had. */
  async rerun(run = this.runs.at(-1)): Promise<StepResult> {
    if (run === undefined) throw new Error("there is no run");
    const { harness } = this;
    const { runId } = harness;
    harness.attempt++;
    harness.runId = run.id;
    const step = firstStep(await this.run({ ...run.event, at: harness.service.now() }));
    harness.attempt = 1;
    harness.runId = runId;
    return step;
  }

  /** The workflow runs on the head of the default branch, unless the event names another commit. */
  async document(
    given: Partial<WorkflowEvent> & Pick<WorkflowEvent, "name">,
    trouble?: Trouble,
  ): Promise<StepResult> {
    const { harness } = this;
    const { gitHub, service } = harness;
    const event: WorkflowEvent = {
      payload: harness.events.dispatch({}).payload,
      sha: gitHub.code.head(gitHub.code.defaultBranch),
      at: service.now(),
      ...given,
    };
    if (trouble !== undefined) harness[troubles[trouble].at].fault(troubles[trouble]);
    const step = firstStep(await this.run(event));
    if (trouble !== undefined) for (const server of [gitHub, service]) server.clearFaults();
    this.runs.push({ id: harness.runId, event });
    return step;
  }

  /** Runs the workflow. */
  protected run(event: WorkflowEvent): Promise<JobResult[]> {
    const stopsSoon = withInput(`timeout-minutes: ${this.minutes}`);
    return this.harness.run(this.recipe, event, (text) => stopsSoon(this.edit(text)));
  }

  /** A release is published an hour later, and its run ends. */
  async release(tag: string, commit: string): Promise<void> {
    this.harness.service.advance(hour);
    this.harness.gitHub.code.release(tag, commit);
    await this.publish(tag);
  }

  /** The event of a release that is there. What `release.yml` does behind its first step has tests of its own. */
  async publish(tag: string, change: Partial<WorkflowEvent> = {}): Promise<void> {
    const { harness } = this;
    const firstAlone = (text: string) => text.replace(/\n {6}- name: Label.*/s, "\n");
    const event = { ...harness.events.release("released", tag), ...change };
    await harness.run("release", event, firstAlone);
  }

  /** How the agent's jobs go from now on: well and soon, but for what is said. */
  jobs(change: Switches = {}): void {
    this.harness.service.change({ jobEnds: "pull-request", jobSeconds: 4, ...change });
  }

  /** Something happens while the next run follows its job. */
  whileAtWork(happen: () => void): void {
    let next: "post" | "look" | "nothing" = "post";
    const onPost = async (work: () => Promise<Response>) => {
      if (next === "post") next = "look";
      return await work();
    };
    const onLook = async (work: () => Promise<Response>) => {
      if (next === "look") happen();
      if (next === "look") next = "nothing";
      return await work();
    };
    this.harness.service.fault({ path: posts, answer: onPost });
    this.harness.service.fault({ path: /\/job\/[^/]+$/, answer: onLook });
  }

  /** A rate limit holds the next run for minutes, and the service does not know for a moment what it accepts then. */
  holdRequest(): void {
    const { service } = this.harness;
    this.minutes = 5;
    let isHeld = false;
    const hold = async (work: () => Promise<Response>) => {
      if (isHeld) return await work();
      isHeld = true;
      return new Response("", { status: 429, headers: { "retry-after": "280" } });
    };
    const forget = async (work: () => Promise<Response>) => {
      const age = service.now() - (service.jobs().at(-1)?.createdAt ?? 0);
      return age < 40_000
        ? Response.json({ error: "Agent job not found" }, { status: 404 })
        : work();
    };
    service.fault({ path: posts, answer: hold });
    service.fault({ path: /\/job\/[^/]+$/, answer: forget });
  }

  /** Somebody deletes the comment that the action is about to edit, the nth time. */
  deleteBeforeEdit(nth: number): void {
    const { fake } = this.harness.gitHub;
    let left = nth;
    const meanwhile = () => {
      const newest = fake.own().findLast(({ thread }) => thread === this.dashboard());
      if (--left === 0 && newest !== undefined) fake.delete(newest.id);
    };
    fake.refuse({ method: "PATCH", path: /\/issues\/comments\/\d+$/, times: nth, meanwhile });
  }

  /** GitHub acts, and its answers to so many writes are lost. */
  loseAnswers(times: number): void {
    const { fake } = this.harness.gitHub;
    fake.refuse({ method: "POST|PATCH", path: /\/comments/, times, status: 502, acts: true });
  }

  /** Others change the newest pull request of the agent: they commit to it, or rebase it. */
  changePull(how: "by a person" | "by a bot" | "rebased"): void {
    const { code } = this.harness.gitHub;
    const { ref = "", state } = this.harness.pulls().at(-1) ?? {};
    if (ref === "" || state === "closed") return;
    if (how === "rebased") {
      code.push(`${ref}-rebased`, code.files(ref));
      code.forcePush(ref, code.head(`${ref}-rebased`));
      return;
    }
    const author = how === "by a bot" ? "mergify[bot]" : "maintainer";
    code.push(ref, { [`docs/${code.head(ref).slice(0, 7)}.md`]: "theirs" }, "Update", author);
  }

  /** Somebody comments, on the dashboard unless a number is given, and `commands.yml`, as it is edited, hears it. */
  async comment(
    body: string,
    number = this.dashboard(),
    edit = (text: string) => text,
  ): Promise<StepResult> {
    this.harness.service.advance(hour);
    const event = this.harness.events.commentOn(number, body);
    return firstStep(await this.harness.run("commands", event, edit));
  }

  /** Merges, closes or opens again the newest pull request of the agent. */
  decide(what: "close" | "reopen" | MergeMethod): void {
    const pull = this.harness.pulls().at(-1);
    if (pull?.ref === undefined) throw new Error("there is no pull request");
    if (what === "close") pull.state = "closed";
    else if (what === "reopen") pull.state = "open";
    else this.pushed(this.harness.gitHub.code.merge(pull.ref, what));
  }

  /** The features in each request that the service took, job by job. */
  requests(): string[][] {
    return this.harness
      .prompts()
      .map((turns) => turns.map((prompt) => featuresIn(prompt).join(" ")));
  }

  /** The number of the dashboard. */
  dashboard(): number {
    const [issue] = this.harness.gitHub.fake.issues;
    if (issue === undefined) throw new Error("there is no dashboard");
    return issue.number;
  }

  /** The comments of the action on the dashboards. */
  replies(): string[] {
    const { fake } = this.harness.gitHub;
    const numbers = fake.issues.map(({ number }) => number);
    const isOurs = ({ login, thread }: { login: string; thread: number }) =>
      login.endsWith("[bot]") && numbers.includes(thread);
    return fake.issueComments.flatMap((comment) => (isOurs(comment) ? [comment.body] : []));
  }

  /** The rows of the table of the newest ledger: what became of each, newest first. */
  rows(): string[] {
    const body = this.replies().findLast((text) => text.includes("What became of them")) ?? "";
    const rows = body
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (?:Commits|---)/.test(line));
    return rows.map((row) =>
      (row.split(" | ")[1] ?? "")
        .replace(/ \|$/, "")
        .replace(/&#8203;|&#35;/g, (sign) => (sign === "&#35;" ? "#" : ""))
        .replace(/\]\(<[^>]*>\)/g, "]"),
    );
  }
}
