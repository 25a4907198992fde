import { expect, test } from "vitest";
import { featureFile, featuresIn } from "../github/fake-repository.ts";
import { isLong } from "../runs.ts";
import { chance } from "../worlds/world.ts";
import { Team } from "./team.ts";

// Releases of several lines, made by chance and played as whole runs: none of their features is lost, and few come twice.

const first = isLong ? Date.now() % 1_000_000_007 : 214;
const count = isLong ? 100 : 1;
/** Of releases, before those at the end. */
const rounds = isLong ? 14 : 5;

const minute = 60_000;
type Often = (name: string, share: number) => boolean;

class ReleaseTeam extends Team {
  /** The branches of older versions. */
  readonly lines: string[] = [];
  #releases = 0;

  static override async start(): Promise<ReleaseTeam> {
    const team = await Team.start();
    return new ReleaseTeam(team.harness);
  }

  async releaseOf(branch: string): Promise<void> {
    await this.release(`v${++this.#releases}.0.0`, this.harness.gitHub.code.head(branch));
  }

  /** What people and servers do up to and with a release. */
  async live(often: Often): Promise<void> {
    const { harness, lines } = this;
    const { code } = harness.gitHub;
    const before = code.head("main");
    this.merge(often("no merge", 0.2) ? 0 : often("many", 0.3) ? 3 : 1);
    if (lines.length < 2 && often("a line begins", 0.3)) {
      lines.push(`${lines.length}.x`);
      const isEarlier = often("it begins earlier", 0.4);
      code.forcePush(lines.at(-1) ?? "", isEarlier ? before : code.head("main"));
    }
    const open = harness.pulls().at(-1);
    if (open !== undefined && open.state !== "closed") {
      if (often("merged", 0.4)) this.decide("squash");
      else {
        // A second close is a decision.
        const isLastTry = this.rows().some((row) => row.includes("do not come again"));
        if (!isLastTry && often("closed", 0.3)) this.decide("close");
      }
    }
    if (often("another account", 0.08)) {
      const { fake } = harness.gitHub;
      fake.bot = fake.bot === "docs-app[bot]" ? "github-actions[bot]" : "docs-app[bot]";
      fake.isStrict = often("which may not edit", 0.5);
    }
    harness.skewMs = often("a fast clock", 0.2)
      ? 8 * minute
      : often("a slow clock", 0.2)
        ? -8 * minute
        : 0;
    const isFailing = often("fails", 0.15);
    const ends = often("nothing to do", 0.1) ? "no-changes" : "pull-request";
    this.jobs({ jobEnds: isFailing ? "failed" : ends });
    const line = lines.at(often("the older line", 0.5) ? 0 : -1);
    const isPatch = line !== undefined && often("a patch", 0.35);
    if (isPatch) code.push(line, featureFile(++this.features));
    await this.releaseOf(isPatch ? line : often("own branch", 0.3) ? this.#branch(often) : "main");
    if (line !== undefined && often("merged up", 0.3)) code.merge(line);
    // As people do with one whose job has failed, also when another one came between.
    if (often("published again", 0.25)) {
      this.jobs();
      await this.publish(
        `v${Math.max(1, this.#releases - (often("an older one", 0.6) ? 1 : 0))}.0.0`,
      );
    }
  }

  /** A branch with two commits of a release's own. */
  #branch(often: Often): string {
    const name = `release-${this.#releases}`;
    const file = often("docs alone", 0.3) ? "docs/version.md" : "version";
    for (const path of [file, "docs/changes.md"])
      this.harness.gitHub.code.push(name, { [path]: name });
    return name;
  }

  mergePulls(): void {
    for (const { state, ref = "" } of this.harness.pulls())
      if (state !== "closed") this.harness.gitHub.code.merge(ref, "squash");
  }

  /** Then all goes well, and each branch has releases. */
  async end(): Promise<void> {
    this.jobs();
    for (const branch of ["main", ...this.lines, "main", ...this.lines]) {
      this.mergePulls();
      this.harness.gitHub.code.push(branch, featureFile(++this.features));
      await this.releaseOf(branch);
    }
    this.mergePulls();
  }

  /** How often each feature was documented, the first one first. */
  times(): number[] {
    const { gitHub, service, workplace } = this.harness;
    const published = (workplace.published ?? []).filter(
      ({ pull }) => gitHub.fake.pulls.get(pull)?.merged,
    );
    const turns = service.jobs().flatMap((job) => job.turns);
    const empty = turns.filter(
      ({ plan, status }) => plan.outcome === "no-changes" && status === "completed",
    );
    const all = [...published, ...empty].flatMap(({ prompt }) => featuresIn(prompt));
    const numbers = Array.from({ length: this.features }, (_, at) => at + 1);
    return numbers.map((feature) => all.filter((one) => one === feature).length);
  }
}

test.each(Array.from({ length: count }, (_, at) => first + at))(
  "no feature is lost in the random releases %i",
  async (seed) => {
    const team = await ReleaseTeam.start();
    team.harness.workplace.published = [];
    for (let round = 0; round < rounds; round++)
      await team.live((name, share) => chance(seed, round, name) < share);
    await team.end();
    await team.harness.close();
    const story = `${JSON.stringify(team.requests())}\n${team.rows().join("\n")}`;
    expect(team.times(), story).not.toContain(0);
    const total = team.times().reduce((sum, one) => sum + one);
    expect(total / team.features, story).toBeLessThan(2);
  },
  120_000,
);
