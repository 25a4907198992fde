import { type Passed, roundTrips, startFront } from "../../test/emulator/front.ts";
import { LiveThread } from "../../test/emulator/live-thread.ts";
import { type GitHubEmulator, startGitHub, startService } from "../../test/emulator/start.ts";
import type { Row } from "./table.ts";

/** Long enough for everything that is requested at once to be on its way before the first response. */
const delayMs = 250;
const below = "/api/v3";
const othersComments = 90;

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
      `/docs-agent Measure [link ${docsPull(gitHub)}]`,
      "maintainer",
      {
        with: { "base-url": serviceFront.url },
        apiUrl: gitHubFront.url,
      },
    );
    if (outputs["result"] !== "pull-request") throw new Error(`the command brought nothing:\n${stdout}`);
    return counted(passed);
  };
  try {
    answerDocsPull(gitHub);
    const issue = await LiveThread.open(gitHub, service);
    const pull = new LiveThread(gitHub, service, gitHub.pullNumber);
    for (const thread of [issue, pull])
      for (let index = 0; index < othersComments; index++) await thread.write(`Comment ${index}`, "reader");
    const commands = [await count(issue), await count(pull)];
    const followUps = [await count(issue), await count(pull)];
    if ([...commands, ...followUps].some(({ creates }, index) => creates !== index < commands.length))
      throw new Error("a follow-up is not what it should be");
    const row = (what: string, goal: string, measured: Counted | undefined): Row => ({
      ...{ what, goal, action: `${measured?.rounds} round trips, ${measured?.atGitHub} GitHub requests` },
    });
    return [
      row("command on an issue", "at most 3 round trips to its job, 8 GitHub requests", commands[0]),
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

/** The documentation pull request lies in the same repository, so that it gets a link comment. */
function docsPull({ owner, repo, issueNumber }: GitHubEmulator): string {
  return `https://github.com/${owner}/${repo}/pull/${issueNumber}`;
}

/** Lets GitHub show the documentation pull request: open, of the same repository, and newer than every job. */
function answerDocsPull({ owner, repo, issueNumber, fault }: GitHubEmulator): void {
  const head = { repo: { full_name: `${owner}/${repo}` } };
  const body = JSON.stringify({ state: "open", merged: false, created_at: "2099-01-01T00:00:00Z", head });
  const headers = { "content-type": "application/json" };
  fault({
    ...{ method: "GET", path: `/pulls/${issueNumber}$`, times: "always" },
    happens: { kind: "answer", status: 200, body, headers },
  });
}

function counted(passed: readonly Passed[]): Counted {
  const request = passed.find(({ method, path }) => method === "POST" && /\/(?:job|message)$/.test(path));
  if (request === undefined) throw new Error("the command sent nothing");
  return {
    creates: request.path.endsWith("/job"),
    rounds: roundTrips(passed, request),
    // What is read of the docs pull request counts apart.
    atGitHub: passed.filter(
      ({ method, path }) => path.startsWith(below) && !(method === "GET" && /\/pulls\/\d+$/.test(path)),
    ).length,
  };
}
