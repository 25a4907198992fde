import { featureFile, featuresIn, type MergeMethod } from "../github/fake-repository.ts";
import { type JobResult, RecipeHarness } from "./harness.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** The issue that remembers. */
const memory = 12;
const onIssue = (text: string) =>
  text.replace("issue-number: dashboard", `issue-number: \${{ vars.DOCS_AGENT_REPORT_ISSUE }}`);
/** A Thursday; the first weekly run is that of the Monday after next. */
const start = Date.parse("2026-08-20T12:00:00Z");

/** How GitHub or the service make a week a red one. */
type Trouble = "no comparison" | "answer lost";

/**
 * A team that lives with `merges.yml` and with commands, in virtual time. Its features are numbered in the order in
 * which they are merged.
 */
export class Team {
  readonly harness: RecipeHarness;
  /** What the weekly workflow looks like, and what its file is called. */
  edit = (text: string): string => text;
  file = "merges";
  /** How many features were merged. */
  features = 0;

  private constructor(harness: RecipeHarness) {
    this.harness = harness;
    harness.service.advance(5 * day);
  }

  static async start(): Promise<Team> {
    return new Team(await RecipeHarness.start(start));
  }

  /** The next features are merged, an hour apart. */
  merge(count = 1, method: MergeMethod = "squash"): void {
    const { code } = this.harness.gitHub;
    for (let left = count; left > 0; left--) {
      this.harness.service.advance(hour);
      const name = `feature${++this.features}`;
      code.push(name, featureFile(this.features), `Add ${name}`);
      code.merge(name, method);
    }
  }

  /** It is Monday, or somewhat later, and the weekly workflow runs. */
  async monday(trouble?: Trouble, lateHours = 0): Promise<JobResult> {
    const { service } = this.harness;
    const sinceMonday = (service.now() - Date.parse("2026-08-24T05:17:00Z")) % (7 * day);
    service.advance(7 * day - sinceMonday + lateHours * hour);
    return await this.#document("schedule", trouble);
  }

  /** A week with so many merged features, and its Monday. */
  async week(count = 1, trouble?: Trouble): Promise<JobResult> {
    this.merge(count);
    return await this.monday(trouble);
  }

  /** The weekly workflow is started by hand. */
  async byHand(): Promise<JobResult> {
    return await this.#document("workflow_dispatch");
  }

  /** The newest run of the weekly workflow is run again, with the commits that it had. */
  async rerun(): Promise<JobResult> {
    this.harness.attempt++;
    const job = await this.#document("schedule");
    this.harness.attempt = 1;
    return job;
  }

  async #document(name: string, trouble?: Trouble): Promise<JobResult> {
    const { harness } = this;
    const { gitHub, service } = harness;
    if (trouble === "no comparison")
      gitHub.fault({ path: /\/compare\//, answer: () => new Response("", { status: 403 }) });
    if (trouble === "answer lost")
      service.fault({
        path: /\/(job|message)$/,
        answer: async (work) => {
          await work();
          return new Response("", { status: 502 });
        },
      });
    const event = { name, payload: harness.events.dispatch({}).payload, at: service.now() };
    const [job] = await harness.run("merges", event, (text) => this.edit(onIssue(text)), this.file);
    if (trouble !== undefined) for (const server of [gitHub, service]) server.clearFaults();
    if (job === undefined) throw new Error("no job ran");
    return job;
  }

  /** Somebody comments, on the issue that remembers unless a number is given, and `commands.yml` hears it. */
  async comment(body: string, number = memory, recipe = "commands"): Promise<JobResult | undefined> {
    this.harness.service.advance(hour);
    const [job] = await this.harness.run(recipe, this.harness.events.commentOn(number, body));
    return job;
  }

  /** Somebody's review of the agent's newest pull request asks for changes, and `reviews.yml` hears it. */
  async review(body: string): Promise<JobResult | undefined> {
    this.harness.service.advance(hour);
    const event = this.harness.events.reviewOf(this.harness.pullNumber(), body, {}, "changes_requested");
    const [job] = await this.harness.run("reviews", event);
    return job;
  }

  /** Merges or closes the newest pull request of the agent. */
  decide(what: "close" | MergeMethod): void {
    const pull = this.harness.pulls().at(-1);
    if (pull?.ref === undefined) throw new Error("there is no pull request");
    if (what === "close") pull.state = "closed";
    else this.harness.gitHub.code.merge(pull.ref, what);
  }

  /** The features in each request that the service took, job by job. */
  requests(): string[][] {
    return this.harness.prompts().map((turns) => turns.map((prompt) => featuresIn(prompt).join(" ")));
  }

  /** What stands on the issue that remembers, or on the one that took its place. */
  replies(): string[] {
    const own = this.harness.gitHub.fake.own();
    return own.flatMap(({ thread, body }) => ([memory, memory - 1].includes(thread) ? [body] : []));
  }
}
