import { expect, test } from "vitest";
import { featuresIn } from "../github/fake-repository.ts";
import { isLong } from "../runs.ts";
import { chance } from "../worlds/world.ts";
import { withInput } from "./harness.ts";
import { Team, type Trouble } from "./team.ts";

// Weeks of a team, made by chance and played as whole runs: no merge is lost.

const first = isLong ? Date.now() % 1_000_000_007 : 1;
const count = isLong ? 200 : 1;
const troubles: Trouble[] = ["no comparison", "answer lost", "refused", "pull not readable"];

const minute = 60_000;
/** Those of `github.token` and of an App. */
const accounts = ["github-actions[bot]", "docs-app[bot]"] as const;

/** True where the newest pull request is that of such a job. */
function isForgotten({ harness }: Team, forgotten: ReadonlySet<string>): boolean {
  const address = `/pull/${harness.pullNumber()}`;
  return harness.service
    .jobs()
    .some(({ id, prLink }) => forgotten.has(id) && prLink?.endsWith(address));
}

/** What people and servers do in a week, up to and with its run. */
async function liveWeek(
  team: Team,
  often: (name: string, share: number) => boolean,
  upTo: (name: string, most: number) => number,
  { forgotten, hidden }: { forgotten: Set<string>; hidden: number[] },
): Promise<void> {
  const { harness } = team;
  const { service, workplace, gitHub } = harness;
  team.merge(often("no merge", 0.2) ? 0 : often("many", 0.3) ? 3 : 1);
  const open = harness.pulls().at(-1);
  if (open !== undefined && open.state !== "closed") {
    if (often("merged", 0.4)) team.decide(often("squashed", 0.5) ? "squash" : "merge");
    // Of what is closed after the key of its job has changed, only the last seven days come again.
    else if (often("closed", 0.15) && !isForgotten(team, forgotten)) team.decide("close");
  }
  if (often("another account", 0.06)) {
    const { fake } = gitHub;
    fake.bot = fake.bot === accounts[0] ? accounts[1] : accounts[0];
    fake.isStrict = often("which may not edit", 0.5);
  }
  harness.skewMs = often("another clock", 0.3) ? (upTo("minutes", 20) - 10) * minute : 0;
  if (often("a command on the dashboard", 0.1)) await team.comment("/docs-agent Something else");
  if (often("a command of another conversation there", 0.06)) {
    const conversation = often("a new one", 0.5) ? "new" : "editor";
    const comment = often("without a comment", 0.3) ? "never" : "new";
    const edit = withInput(`conversation: ${conversation}\n          comment: ${comment}`);
    await team.comment("/docs-agent Another thing", team.dashboard(), edit);
  }
  if (open !== undefined && often("a command on the pull request", 0.15))
    await team.comment("/docs-agent Shorter, please", harness.pullNumber());
  if (often("another key", 0.06)) {
    harness.key = harness.key === service.key ? service.otherKey : service.key;
    for (const { id, turns } of service.jobs()) {
      forgotten.add(id);
      // What a job is at work on while the key changes counts as documented.
      const atWork = turns.filter(({ finishesAt }) => finishesAt > service.now());
      hidden.push(...atWork.flatMap(({ prompt }) => featuresIn(prompt)));
    }
  }
  service.change({
    jobEnds: often("fails", 0.12)
      ? "failed"
      : often("nothing new", 0.1)
        ? "no-changes"
        : "pull-request",
    jobSeconds: often("long", 0.15) ? 7200 : often("very long", 0.04) ? 800_000 : 20,
  });
  workplace.reopens = !often("late is lost", 0.5);
  workplace.opensAnother = often("another pull request", 0.06);
  if (often("merged while it is at work", 0.15))
    team.whileAtWork(() => {
      if (harness.pulls().at(-1)?.state !== "closed") team.decide("squash");
    });
  else if (often("changed by others while it is at work", 0.15))
    team.whileAtWork(() => {
      const turn = service
        .jobs()
        .flatMap(({ turns }) => turns)
        .findLast(({ status }) => status === null);
      // Where no run sees the end, the request counts as in what others have changed and merged.
      if (turn !== undefined && turn.finishesAt > service.now() + 40_000)
        hidden.push(...featuresIn(turn.prompt));
      const isRebased = often("rebased", 0.4);
      team.changePull(isRebased ? "rebased" : often("by a bot", 0.5) ? "by a bot" : "by a person");
      const isOpen = harness.pulls().at(-1)?.state !== "closed";
      if (isOpen && often("and merged", 0.6)) team.decide("squash");
    });
  const trouble = often("trouble", 0.25)
    ? troubles.find((_, at) => often(`trouble ${at}`, 0.4))
    : undefined;
  if (often("its table is deleted before an edit", 0.06))
    team.deleteBeforeEdit(1 + upTo("edit", 4));
  else if (often("answers of GitHub are lost", 0.06)) team.loseAnswers(1 + upTo("answers", 9));
  const isHeld = trouble === undefined && often("held by a rate limit", 0.06);
  if (isHeld) team.holdRequest();
  await team.monday(trouble);
  gitHub.fake.allowAll();
  if (isHeld) await team.byHand();
  team.minutes = 1;
  service.clearFaults();
  if (often("by hand", 0.15)) await team.byHand();
  const old = team.runs.at(often("the run before", 0.5) ? -1 : -2);
  if (old !== undefined && often("run again", 0.15)) await team.rerun(old);
  if (old !== undefined && often("run again, and cancelled", 0.06)) {
    harness.cancelAfter = upTo("request", 12);
    await team.rerun(old);
    harness.cancelAfter = undefined;
    await team.rerun(old);
  }
}

/**
 * The features of requests that failed unseen, or whose pull request nobody saw, because a command came while the agent was at
 * work on them: the service tells how the last request of a job went and which pull request it opened last, and the reply to
 * the command says to check both.
 */
function hiddenByCommands({ harness }: Team): number[] {
  const { branches = new Map<string, string>() } = harness.workplace;
  return harness.service.jobs().flatMap(({ id, turns }) =>
    turns.flatMap(({ prompt, status, finishesAt }, at) => {
      const next = turns[at + 1];
      const isUnseen = next !== undefined && next.acceptedAt < finishesAt;
      return isUnseen && (status === "failed" || branches.has(id)) ? featuresIn(prompt) : [];
    }),
  );
}

/** The features that are in no documentation, unless a request held them that repeated a closed one, and was closed, too. */
function lostIn(team: Team, hidden: readonly number[]): number[] {
  const { harness } = team;
  const { pulls } = harness.gitHub.fake;
  const { published = [] } = harness.workplace;
  const jobs = harness.service.jobs();
  const requests = jobs.flatMap(({ turns, prLink }) =>
    turns.map(({ prompt, acceptedAt }) => {
      const made = published.find((one) => one.prompt === prompt)?.pull;
      const pull = pulls.get(made ?? `octo/site#${prLink?.split("/").at(-1)}`);
      const isMerged = pull?.merged === true;
      return {
        ...{ features: featuresIn(prompt), at: acceptedAt },
        ...{
          isIn: made !== undefined && isMerged,
          isClosed: pull?.state === "closed" && !isMerged,
        },
      };
    }),
  );
  const nothing = jobs
    .flatMap(({ turns }) => turns)
    .filter(({ plan, status }) => plan.outcome === "no-changes" && status === "completed")
    .flatMap(({ prompt }) => featuresIn(prompt));
  const isDecision = ({ features, at, isClosed }: (typeof requests)[number]) =>
    isClosed &&
    requests.some((one) => {
      const isEarlier = one.isClosed && one.at < at;
      return isEarlier && one.features.some((feature) => features.includes(feature));
    });
  const isDone = (feature: number) => {
    const known = [...nothing, ...hidden, ...hiddenByCommands(team)].includes(feature);
    const holding = requests.filter(({ features }) => features.includes(feature));
    return known || holding.some((request) => request.isIn || isDecision(request));
  };
  return Array.from({ length: team.features }, (_, at) => at + 1).filter(
    (feature) => !isDone(feature),
  );
}

const seeds = Array.from({ length: count }, (_, at) => first + at);
test.each(seeds)(
  "no merge is lost in the random weeks %i",
  async (seed) => {
    const team = await Team.start();
    team.harness.workplace.published = [];
    const story: string[] = [];
    /** The jobs of an earlier key, whose pull requests may come later. */
    const forgotten = new Set<string>();
    const hidden: number[] = [];
    await team.week();
    for (let week = 0; week < 16; week++) {
      const often = (name: string, share: number) => {
        const isSo = chance(seed, week, name) < share;
        if (isSo) story.push(`${week}: ${name}`);
        return isSo;
      };
      const upTo = (name: string, most: number) =>
        Math.floor(chance(seed, week, name) * (most + 1));
      await liveWeek(team, often, upTo, { forgotten, hidden });
      story.push(`${week}: ${team.features} features, ${team.harness.summary().at(-1)}`);
    }
    // Then all goes well.
    team.harness.service.change({ jobEnds: "pull-request", jobSeconds: 4 });
    for (let week = 0; week < 4; week++) {
      for (const pull of team.harness.pulls())
        if (pull.state !== "closed" && pull.ref !== undefined)
          team.harness.gitHub.code.merge(pull.ref, "squash");
      await team.week();
    }
    const open = team.harness.pulls().filter(({ state }) => state !== "closed");
    for (const { ref = "" } of open) team.harness.gitHub.code.merge(ref, "squash");
    await team.harness.close();
    expect(
      lostIn(team, hidden),
      `${story.join("\n")}\n${JSON.stringify(team.requests())}\n${team.rows().join("\n")}`,
    ).toEqual([]);
  },
  120_000,
);
