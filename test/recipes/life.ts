import { featuresIn, type MergeMethod, type Push } from "../github/fake-repository.ts";
import { RecipeHarness } from "./harness.ts";
import type { WorkflowEvent } from "./triggers.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Thursday; the first Monday is that of the week after. */
const start = Date.parse("2026-08-20T12:00:00Z");
const firstMonday = Date.parse("2026-08-24T05:17:00Z");

type Files = Readonly<Record<string, string>>;
/** Which recipe a team lives with, as somebody has edited it, and where its code is. */
export type Way = {
  recipe: string;
  edit?: (text: string) => string;
  /** The folder of the next feature. */
  folder?: (feature: number) => string;
};

/** Removes the `#` in front of the two lines for pushes. */
export const onPush = (text: string) => text.replace(/^ {2}#( *(?:push:|branches: .*))$/gm, "  $1");

/**
 * A team that lives with a recipe about merges, in virtual time. Its features are numbered in the order in which they are
 * merged. Each push waits for the runs before it, as the recipe's group has it.
 */
export class Life {
  readonly harness: RecipeHarness;
  /** How many features were merged. */
  features = 0;
  /** Whether each request was a follow-up, and whether it held a feature that was not documented yet. */
  readonly #paid: { isFollowUp: boolean; isNews: boolean }[] = [];
  readonly #way: Way;
  #waiting: WorkflowEvent[] = [];
  /** How many merges were no feature. */
  #others = 0;
  #last: WorkflowEvent | undefined;
  #counted = [0, 0, 0, 0, 0, 0];

  private constructor(harness: RecipeHarness, way: Way) {
    this.harness = harness;
    this.#way = way;
    this.agentFails(false);
    harness.service.advance(3 * day);
  }

  /** Whether the agent's jobs fail. Otherwise it documents what readers would notice: features, and nothing else. */
  agentFails(fails: boolean): void {
    this.harness.service.change({
      jobEnds: (prompt) =>
        fails ? "failed" : featuresIn(prompt).length > 0 ? "pull-request" : "no-changes",
    });
  }

  static async start(way: Way): Promise<Life> {
    return new Life(await RecipeHarness.start(start), way);
  }

  close(): Promise<void> {
    return this.harness.close();
  }

  /** Somebody merges the next feature. */
  async merge(method: MergeMethod = "squash", more: Files = {}): Promise<void> {
    this.#merge(method, more);
    await this.settle();
  }

  /** A merge queue brings the next features in with one push. */
  async mergeQueue(count: number): Promise<void> {
    const { code } = this.harness.gitHub;
    const before = code.head(code.defaultBranch);
    for (let left = count; left > 0; left--) this.#merge("merge");
    this.#waiting = [];
    this.#pushed({
      ref: `refs/heads/${code.defaultBranch}`,
      before,
      after: code.head(code.defaultBranch),
    });
    await this.settle();
  }

  /** A bot merges so many updates of packages a minute apart, faster than runs end, and then other files. */
  async bots(count: number, files: Files): Promise<void> {
    for (let left = count; left > 0; left--) {
      const update = `${++this.#others}`;
      const updated = {
        "package.json": `{ "version": ${update} }\n`,
        "package-lock.json": `${update}\n`,
      };
      this.#commit(`update${update}`, updated, "squash", minute);
    }
    await this.other(files);
  }

  /** Files are merged that are no feature. */
  async other(files: Files): Promise<void> {
    this.#commit(`other${++this.#others}`, files, "squash");
    await this.settle();
  }

  /** It is Monday. */
  async monday(): Promise<void> {
    const { service, events } = this.harness;
    const weeks = Math.ceil((service.now() - firstMonday) / (7 * day));
    service.advance(firstMonday + weeks * 7 * day - service.now());
    const { payload } = events.dispatch({});
    this.#waiting.push({ name: "schedule", payload, at: service.now() });
    await this.settle();
  }

  /** The newest run is run again, with the commit that it had. */
  async rerun(): Promise<void> {
    if (this.#last === undefined) throw new Error("nothing has run");
    this.harness.attempt++;
    this.#waiting.push(this.#last);
    await this.settle();
    this.harness.attempt = 1;
  }

  /** Merges or closes the newest pull request of the agent. */
  async decide(what: "close" | MergeMethod): Promise<void> {
    this.harness.service.advance(hour);
    const pull = this.harness.pulls().findLast(({ state }) => state !== "closed");
    if (pull?.ref === undefined) throw new Error("there is no open pull request");
    if (what === "close") pull.state = "closed";
    else this.#pushed(this.harness.gitHub.code.merge(pull.ref, what));
    await this.settle();
  }

  /** The key expires. */
  expire(): void {
    const answer = () => Response.json({ error: "API key has expired" }, { status: 401 });
    this.harness.service.fault({ path: /./, answer });
  }

  /** Another key is saved. */
  renewKey(): void {
    this.harness.service.clearFaults();
    this.harness.key = this.harness.service.otherKey;
  }

  /** Since the last time: merges, jobs, follow-ups, of which brought nothing new, runs and red ones. */
  count(): string {
    const { jobs } = this.harness;
    const followUps = this.#paid.filter(({ isFollowUp }) => isFollowUp).length;
    const forNothing = this.#paid.filter(({ isNews }) => !isNews).length;
    const isRed = ({ steps }: (typeof jobs)[number]) =>
      steps.some(({ outcome }) => outcome === "failure");
    const now = [
      ...[this.features + this.#others, this.#paid.length - followUps, followUps, forNothing],
      ...[jobs.length, jobs.filter(isRed).length],
    ];
    const counts = now.map((count, index) => count - (this.#counted[index] ?? 0));
    this.#counted = now;
    return counts.join(" | ");
  }

  /** The features that no request has whose job did well, or whose pull request was closed. */
  missing(): number[] {
    const done = this.#documented();
    return Array.from({ length: this.features }, (_, index) => index + 1).filter(
      (one) => !done.has(one),
    );
  }

  /** Runs what waits, in turn. */
  async settle(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { recipe, edit } = this.#way;
      const documented = this.#documented();
      const before = this.#turns().length;
      const jobs = await this.harness.run(recipe, next, edit);
      if (jobs.length > 0) this.#last = next;
      for (const { index, features } of this.#turns().slice(before))
        this.#paid.push({
          isFollowUp: index > 0,
          isNews: features.some((feature) => !documented.has(feature)),
        });
    }
  }

  #merge(method: MergeMethod, more: Files = {}): void {
    const number = ++this.features;
    const folder = this.#way.folder?.(number) ?? "src";
    const text = `export const feature${number} = true;\n`;
    this.#commit(`feature${number}`, { [`${folder}/feature${number}.ts`]: text, ...more }, method);
  }

  #commit(name: string, files: Files, method: MergeMethod, after = hour): void {
    const { gitHub, service } = this.harness;
    service.advance(after);
    gitHub.code.push(name, files, `Add ${name}`);
    this.#pushed(gitHub.code.merge(name, method));
  }

  #pushed(push: Push): void {
    this.#waiting.push(this.harness.events.pushed(push));
  }

  /** Every prompt that the service took, in the order in which it did. */
  #turns() {
    const turns = this.harness.service.jobs().flatMap((job) =>
      job.turns.map(({ prompt, status, acceptedAt }, index) => ({
        ...{ job: job.id, index, status, acceptedAt },
        features: featuresIn(prompt),
      })),
    );
    return turns.sort((a, b) => a.acceptedAt - b.acceptedAt);
  }

  /** The features that a request has whose job did well, and whose pull request was not closed. */
  #documented(): Set<number> {
    const closed = new Set<string | undefined>();
    for (const { ref, state, merged } of this.harness.pulls()) {
      if (state === "closed" && merged !== true) closed.add(ref);
      else closed.delete(ref);
    }
    const good = this.#turns().filter(
      ({ job, status }) =>
        (status === "completed" || status === null) && !closed.has(`docs-agent/${job}`),
    );
    return new Set(good.flatMap(({ features }) => features));
  }
}
