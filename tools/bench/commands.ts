import { startGitHub } from "../../test/emulator/github.ts";
import { startService } from "../../test/emulator/start.ts";
import { LiveThread } from "../demo/live-thread.ts";
import { type Passed, roundTrips, startFront } from "./front.ts";
import type { Row } from "./table.ts";

/** Long enough for everything that is requested at once to be on its way before the first response. */
const delayMs = 250;
const below = "/api/v3";
const othersComments = 90;
/** The number of the documentation pull request. */
const docsPull = 90;
/** What is read of it, which counts apart. */
const ofDocsPull = new RegExp(
  `/pulls/${docsPull}(/files)?\\b|/(check-runs|deployments|compare)\\b`,
);

/** Whether it made a job or sent a follow-up, and at what cost. */
type Counted = { creates: boolean; rounds: number; atGitHub: number };

/** How many round trips, one after another, come before a command's job, and its GitHub requests in all. */
export async function measureCommands(): Promise<Row[]> {
  const gitHub = await startGitHub();
  const service = await startService({ timeScale: 7 });
  const passed: Passed[] = [];
  const gitHubFront = await startFront(gitHub.url, { path: below, delayMs, passed });
  // One address for all: what a thread remembers holds for one service.
  const serviceFront = await startFront(service.url, { path: "", delayMs, passed });
  const count = async (thread: LiveThread): Promise<Counted> => {
    passed.length = 0;
    const { outputs, stdout } = await thread.comment(
      `/docs-agent Measure [link https://github.com/octo/site/pull/${docsPull}]`,
      "maintainer",
      {
        with: { "base-url": serviceFront.url },
        apiUrl: gitHubFront.url,
      },
    );
    if (outputs["result"] !== "pull-request")
      throw new Error(`the command brought nothing:\n${stdout}`);
    return counted(passed);
  };
  try {
    // In the same repository, so that it gets a link comment, and newer than every job.
    gitHub.fake.pulls.set(`octo/site#${docsPull}`, { created_at: "2099-01-01T00:00:00Z" });
    const issue = new LiveThread(gitHub, service);
    const pull = new LiveThread(gitHub, service, gitHub.pullNumber);
    for (const thread of [issue, pull])
      for (let index = 0; index < othersComments; index++)
        thread.write(`Comment ${index}`, "reader");
    const commands = [await count(issue), await count(pull)];
    const followUps = [await count(issue), await count(pull)];
    if (
      [...commands, ...followUps].some(({ creates }, index) => creates !== index < commands.length)
    )
      throw new Error("a follow-up is not what it should be");
    const row = (what: string, goal: string, measured: Counted | undefined): Row => ({
      ...{
        what,
        goal,
        action: `${measured?.rounds} round trips, ${measured?.atGitHub} GitHub requests`,
      },
    });
    return [
      row(
        "command on an issue",
        "at most 3 round trips to its job, 8 GitHub requests",
        commands[0],
      ),
      row("command on a pull request", "at most 3 round trips, 10 GitHub requests", commands[1]),
      row("follow-up on an issue", "at most 4 round trips, 8 GitHub requests", followUps[0]),
      row("follow-up on a pull request", "at most 4 round trips, 10 GitHub requests", followUps[1]),
    ];
  } finally {
    await gitHubFront.close();
    await serviceFront.close();
    await service.close();
    await gitHub.close();
  }
}

function counted(passed: readonly Passed[]): Counted {
  const request = passed.find(
    ({ method, path }) => method === "POST" && /\/(?:job|message)$/.test(path),
  );
  if (request === undefined) throw new Error("the command sent nothing");
  return {
    creates: request.path.endsWith("/job"),
    rounds: roundTrips(passed, request),
    atGitHub: passed.filter(
      ({ method, path }) => path.startsWith(below) && !(method === "GET" && ofDocsPull.test(path)),
    ).length,
  };
}
