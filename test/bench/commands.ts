import { type Passed, roundTrips, startFront } from "../e2e/proxying-github.ts";
import { LiveThread } from "../e2e/thread-harness.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import type { Row } from "./table.ts";

/** Long enough for everything that is requested at once to be on its way before the first response. */
const delayMs = 60;
const below = "/api/v3";
const othersComments = 90;

type Counted = { rounds: number; atGitHub: number };

/** How many round trips, one after another, come before a command's job, and its GitHub requests in all. */
export async function measureCommands(): Promise<Row[]> {
  const gitHub = await startGitHub();
  const service = await startService({ timeScale: 60 });
  try {
    const issue = await LiveThread.open(gitHub, service);
    const pull = new LiveThread(gitHub, service, gitHub.pullNumber);
    for (const thread of [issue, pull])
      for (let index = 0; index < othersComments; index++) await thread.write(`Comment ${index}`, "reader");
    const onIssue = await countCommand(gitHub, service, issue);
    const onPull = await countCommand(gitHub, service, pull);
    const followUp = await countCommand(gitHub, service, pull);
    const row = (what: string, goal: string, { rounds, atGitHub }: Counted): Row => ({
      ...{ what, goal, action: `${rounds} round trips, ${atGitHub} GitHub requests` },
    });
    return [
      row("command on an issue", "at most 3 round trips to its job, 10 GitHub requests", onIssue),
      row("command on a pull request", "at most 3 round trips, 12 GitHub requests", onPull),
      row("follow-up there", "at most 4 round trips, 13 GitHub requests", followUp),
    ];
  } finally {
    await service.close();
    await gitHub.close();
  }
}

async function countCommand(
  gitHub: GitHubEmulator,
  service: RunningService,
  thread: LiveThread,
): Promise<Counted> {
  const passed: Passed[] = [];
  const gitHubProxy = await startFront(gitHub.url, { path: below, delayMs, passed });
  const serviceProxy = await startFront(service.url, { path: "", delayMs, passed });
  try {
    const { outputs, stdout } = await thread.comment("/docs-agent Measure", "maintainer", {
      with: { "base-url": serviceProxy.url },
      apiUrl: gitHubProxy.url,
    });
    if (outputs["result"] !== "pull-request") throw new Error(`the command brought nothing:\n${stdout}`);
  } finally {
    await gitHubProxy.close();
    await serviceProxy.close();
  }
  const creation = passed.find(({ method, path }) => method === "POST" && /\/(?:job|message)$/.test(path));
  if (creation === undefined) throw new Error("the command sent nothing");
  return {
    rounds: roundTrips(passed, creation),
    atGitHub: passed.filter(({ path }) => path.startsWith(below)).length,
  };
}
