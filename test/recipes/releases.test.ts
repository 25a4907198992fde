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
  team.harness.service.advance(3_600_000);
  team.harness.gitHub.code.release(tag, commit);
  await publish(tag);
}

/** The event of a release that is there. */
async function publish(tag: string): Promise<void> {
  await team.harness.run("release", team.harness.events.release("released", tag));
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
    "a release that is published twice",
    async () => [team.merge(), await release("v1.2.0"), await publish("v1.2.0")],
    [["v1.2.0: 1"]],
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
      const { after } = code.push("1.x", featureFile(++team.features));
      await release("v1.1.1", after);
      team.merge();
      await release("v2.1.0");
    },
    [["v2.0.0: 1", "v1.1.1: 2", "v2.1.0: 3"]],
  ],
];

describe("release.yml documents", () => {
  it.each(cases)("%s", async (_, live, expected) => {
    await live();
    const log = team.harness.jobs.flatMap(({ steps }) => steps.map((step) => step.log)).join("\n");
    expect(requests(), log).toEqual(expected);
  });
});
