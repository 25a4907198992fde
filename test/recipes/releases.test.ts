import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { featureFile, featuresIn } from "../github/fake-repository.ts";
import { Team } from "./team.ts";

let team: Team;
beforeEach(async () => {
  team = await Team.start();
});
afterEach(() => team.harness.close());

/** A release of the newest commit, or of another, is published, and its run ends. */
async function release(tag: string, commit = team.harness.gitHub.code.head("main")): Promise<void> {
  await team.release(tag, commit);
}

/** A release of a new feature on the branch of an older version. */
async function releaseOfOlder(tag: string): Promise<void> {
  const { after } = team.harness.gitHub.code.push("1.x", featureFile(++team.features));
  await release(tag, after);
}

/** The job of a release fails, and one of an older branch comes after it. Resolves with the run that failed. */
async function failedBeforeOlder(): Promise<number> {
  const { code } = team.harness.gitHub;
  code.push("1.x", {});
  code.release("v1.1.0", code.head("main"));
  team.merge();
  team.jobs({ jobEnds: "failed" });
  await release("v2.0.0");
  const failed = team.harness.runId;
  team.jobs();
  await releaseOfOlder("v1.1.1");
  return failed;
}

/** Each request by the release that it names and its features, job by job. */
function requests(): string[][] {
  const told = (prompt: string) =>
    `${/^Release (\S+)/.exec(prompt)?.[1]}: ${featuresIn(prompt).join(" ")}`;
  return team.harness.prompts().map((turns) => turns.map(told));
}

const cases: [name: string, live: () => Promise<unknown>, requests: string[][]][] = [
  [
    "releases, one after the other, into one open pull request",
    async () => [team.merge(2), await release("v1.2.0"), team.merge(), await release("v1.3.0")],
    [["v1.2.0: 1 2", "v1.3.0: 3"]],
  ],
  [
    "a first release after a pre-release that nobody has documented",
    async () => {
      const { code } = team.harness.gitHub;
      code.release("v1.1.0", code.head("main"));
      team.merge();
      code.release("v1.2.0-rc.1", code.head("main"), true);
      team.merge();
      await release("v1.2.0");
    },
    [["v1.2.0: 1 2"]],
  ],
  [
    "a release that is published twice",
    async () => [team.merge(), await release("v1.2.0"), await team.publish("v1.2.0")],
    [["v1.2.0: 1"]],
  ],
  [
    "a release whose run GitHub gives no ref",
    async () => {
      const { code } = team.harness.gitHub;
      team.merge();
      await release("v1.2.0");
      team.merge();
      code.release("v1.3.0", code.head("main"));
      await team.publish("v1.3.0", { ref: "" });
      team.merge();
      await release("v1.4.0");
    },
    [["v1.2.0: 1", "v1.3.0: 2", "v1.4.0: 3"]],
  ],
  [
    "two packages that are released from one commit",
    async () => [
      team.merge(),
      await release("client@1.0.0"),
      await release("server@1.0.0"),
      team.merge(),
      await release("client@1.1.0"),
      team.merge(),
      await release("client@1.2.0"),
      await release("server@1.1.0"),
    ],
    [
      ["client@1.0.0: 1", "client@1.1.0: 2", "client@1.2.0: 3"],
      ["server@1.0.0: 1", "server@1.1.0: 2 3"],
    ],
  ],
  [
    "a release whose job failed more than a week ago, of versions with one number",
    async () => {
      team.merge();
      team.jobs({ jobEnds: "failed" });
      await release("v7");
      team.jobs();
      team.harness.service.advance(8 * 86_400_000);
      team.merge();
      await release("v8");
    },
    [["v7: 1"], ["v8: 1 2"]],
  ],
  [
    "a release of an older branch",
    async () => {
      const { code } = team.harness.gitHub;
      code.push("1.x", {});
      team.merge();
      await release("v2.0.0");
      await releaseOfOlder("v1.1.1");
      team.merge();
      await release("v2.1.0");
    },
    [["v2.0.0: 1", "v1.1.1: 2", "v2.1.0: 3"]],
  ],
  [
    "a release from the nearest before it, although one of an older branch was merged since",
    async () => {
      const { code } = team.harness.gitHub;
      code.push("1.x", {});
      team.merge(4);
      await release("v2.0.0");
      await releaseOfOlder("v1.1.1");
      await releaseOfOlder("v1.1.2");
      code.merge("1.x");
      team.merge();
      await release("v2.1.0");
      await releaseOfOlder("v1.1.3");
    },
    [["v2.0.0: 1 2 3 4", "v1.1.1: 5", "v1.1.2: 6", "v2.1.0: 5 6 7", "v1.1.3: 8"]],
  ],
  [
    "a draft that is published late, and then the next one, from what is documented",
    async () => {
      const { code } = team.harness.gitHub;
      code.push("1.x", {});
      team.merge();
      const early = code.head("main");
      team.merge();
      await release("v2.0.0");
      await releaseOfOlder("v1.1.1");
      await release("v1.9.0", early);
      team.merge();
      await release("v2.1.0");
    },
    [["v2.0.0: 1 2", "v1.1.1: 3", "v2.1.0: 4"]],
  ],
  [
    "tags without releases, of which the first has nothing new, and one has a branch of its own",
    async () => {
      const { code, fake } = team.harness.gitHub;
      const tag = async (name: string, commit?: string) => {
        team.harness.service.advance(8 * 86_400_000);
        await release(name, commit);
        fake.releases = [];
      };
      await tag("v1.0.0");
      team.merge();
      await tag("v2.0.0");
      const { after } = code.push("2.x", featureFile(++team.features));
      team.decide("squash");
      team.merge();
      await tag("v2.0.1", after);
      await tag("v2.1.0");
    },
    [["v2.0.0: 1"], ["v2.0.1: 2", "v2.1.0: 3"]],
  ],
  [
    "the first release of a branch that is older than the table from the release before it",
    async () => {
      const { code } = team.harness.gitHub;
      code.release("v1.0.1", code.push("1.x", featureFile(++team.features)).after);
      team.merge();
      code.release("v2.0.0", code.head("main"));
      team.merge();
      await release("v2.1.0");
      await releaseOfOlder("v1.0.2");
    },
    [["v2.1.0: 3", "v1.0.2: 4"]],
  ],
  [
    "what was closed, although a release without anything to document has followed",
    async () => {
      const { code } = team.harness.gitHub;
      const releaseOf = async (tag: string) => {
        code.push(`release-${tag}`, { "docs/version.md": tag });
        await release(tag, code.push(`release-${tag}`, { "docs/changes.md": tag }).after);
      };
      code.release("v2.9.0", code.head("main"));
      team.merge();
      await releaseOf("v3.0.0");
      code.push("main", { "docs/guide.md": "" });
      await releaseOf("v3.1.0");
      team.decide("close");
      team.merge();
      await releaseOf("v3.2.0");
    },
    [["v3.0.0: 1"], ["v3.2.0: 1 2"]],
  ],
  [
    "what was closed, although a release of an older branch has some of it",
    async () => {
      const { code } = team.harness.gitHub;
      team.merge();
      await release("v1.0.0");
      team.decide("squash");
      team.merge();
      code.push("1.x", {});
      team.merge(2);
      await release("v2.0.0", code.push("release-v2.0.0", { version: "2" }).after);
      team.merge();
      await release("v2.1.0");
      team.decide("close");
      await releaseOfOlder("v1.1.0");
      team.merge();
      await release("v2.2.0");
    },
    [["v1.0.0: 1"], ["v2.0.0: 2 3 4", "v2.1.0: 5"], ["v1.1.0: 2 6", "v2.2.0: 2 3 4 5 7"]],
  ],
  [
    "a release whose job failed with the next one that holds its commits, not with one of an older branch",
    async () => {
      await failedBeforeOlder();
      team.merge();
      await release("v2.1.0");
    },
    [["v2.0.0: 1"], ["v1.1.1: 2", "v2.1.0: 1 3"]],
  ],
  [
    "a release with the next one, where the run of the first was red before it knew what to send",
    async () => {
      const { key, expiredKey } = team.harness.service;
      team.merge();
      await release("v1.0.0");
      team.merge();
      team.harness.key = expiredKey;
      await release("v1.1.0");
      const red = team.harness.runId;
      team.harness.key = key;
      team.merge();
      await release("v1.2.0");
      // Its commits have come with the next one.
      Object.assign(team.harness, { runId: red, attempt: 2 });
      await team.publish("v1.1.0");
      team.harness.attempt = 1;
      team.merge();
      await release("v1.3.0");
    },
    [["v1.0.0: 1", "v1.2.0: 2 3", "v1.3.0: 4"]],
  ],
  [
    "releases of branches of their own, each from where the one before left the default branch",
    async () => {
      const { code } = team.harness.gitHub;
      const releaseOf = async (tag: string) => {
        team.harness.service.advance(8 * 86_400_000);
        team.merge();
        code.push(`release-${tag}`, { version: tag });
        await release(tag, code.push(`release-${tag}`, { "CHANGELOG.md": tag }).after);
      };
      await releaseOf("v1.0.0");
      team.jobs({ jobEnds: "failed" });
      await releaseOf("v1.1.0");
      team.jobs();
      await releaseOf("v1.2.0");
      await releaseOf("v1.3.0");
    },
    [
      ["v1.0.0: 1", "v1.1.0: 2"],
      ["v1.2.0: 2 3", "v1.3.0: 4"],
    ],
  ],
  [
    "a release whose job failed in a re-run, although one of an older branch came between",
    async () => {
      const failed = await failedBeforeOlder();
      Object.assign(team.harness, { runId: failed, attempt: 2 });
      await team.publish("v2.0.0");
    },
    [["v2.0.0: 1"], ["v1.1.1: 2", "v2.0.0: 1"]],
  ],
  [
    "a release whose job failed when it is published again, although one of an older branch came between",
    async () => {
      await failedBeforeOlder();
      // The second time, there is nothing left.
      for (let time = 0; time < 2; time++) await team.publish("v2.0.0");
      team.merge();
      await release("v2.1.0");
    },
    [["v2.0.0: 1"], ["v1.1.1: 2", "v2.0.0: 1", "v2.1.0: 3"]],
  ],
  [
    "nothing of a release whose job failed when it is published again, once a later one has taken its commits along",
    async () => {
      const { code } = team.harness.gitHub;
      const releaseOf = async (tag: string) => {
        code.push(`release-${tag}`, { version: tag });
        await release(tag, code.push(`release-${tag}`, { "CHANGELOG.md": tag }).after);
      };
      await releaseOf("v1.0.0");
      team.merge(2);
      team.jobs({ jobEnds: "failed" });
      await releaseOf("v2.0.0");
      team.jobs();
      team.merge(5);
      await releaseOf("v2.1.0");
      await team.publish("v2.0.0");
    },
    [["v1.0.0: ", "v2.0.0: 1 2"], ["v2.1.0: 1 2 3 4 5 6 7"]],
  ],
  [
    "a release whose job failed under an old key, although another package was the first under the new one",
    async () => {
      const { service } = team.harness;
      team.merge();
      team.jobs({ jobEnds: "failed" });
      await release("client@1.0.0");
      team.jobs();
      team.harness.key = service.otherKey;
      await release("server@1.0.0");
      team.merge();
      await release("client@1.1.0");
    },
    [["client@1.0.0: 1"], ["server@1.0.0: 1"], ["client@1.1.0: 1 2"]],
  ],
];

describe("release.yml documents", () => {
  it.each(cases)("%s", async (_, live, expected) => {
    await live();
    const log = team.harness.jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
    expect(requests(), log).toEqual(expected);
  });

  it("with one comparison where each release follows the one before", async () => {
    for (const tag of ["v1.0.0", "v1.1.0", "v1.2.0", "v1.3.0"]) {
      team.merge();
      await release(tag);
      // With a pull request of its own.
      team.decide("squash");
    }
    const requests = team.harness.jobs.at(-1)?.requests ?? [];
    expect(requests.filter(({ path }) => path.includes("/compare/"))).toHaveLength(1);
  });
});
