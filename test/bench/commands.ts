import { type Passed, roundTrips, startFront } from "../e2e/proxying-github.ts";
import { LiveThread } from "../e2e/thread-harness.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { runStep } from "../runner/runner.ts";
import { startRival, wellDone } from "./rivals.ts";
import type { Row } from "./row.ts";
import { cells, inTurn } from "./ways.ts";

// Enough for all that is asked at once to be on its way before the first answer.
const delayMs = 60;
const below = "/api/v3";
const prompt = "Measure the way";

type Urls = { gitHub: string; service: string };

/** How many round trips, one after another, lie between a command and its job, and what it costs at GitHub in all. */
export async function measureCommands(): Promise<Row[]> {
  const gitHub = await startGitHub();
  const service = await startService({ timeScale: 60 });
  const row = async (what: string, act: (urls: Urls) => Promise<void>): Promise<Row> => ({
    what,
    goal: "at most 4 round trips, 9 GitHub requests",
    ...cells(
      await inTurn((way) =>
        counted(gitHub, service, way === "action" ? act : (urls) => loop(way, service, urls)),
      ),
      String,
    ),
  });
  try {
    return [
      await row("command on an issue, to its job", (urls) => command(gitHub, service, urls, false)),
      await row("command on a pull request, with its diff", (urls) => command(gitHub, service, urls, true)),
    ];
  } finally {
    await service.close();
    await gitHub.close();
  }
}

/** Counts what passes on the way to GitHub and to the service while somebody acts. */
async function counted(
  gitHub: GitHubEmulator,
  service: RunningService,
  act: (urls: Urls) => Promise<void>,
): Promise<string> {
  const passed: Passed[] = [];
  const gitHubFront = await startFront(gitHub.url, { path: below, delayMs, passed });
  const serviceFront = await startFront(service.url, { path: "", delayMs, passed });
  try {
    await act({ gitHub: gitHubFront.url, service: serviceFront.url });
  } finally {
    await gitHubFront.close();
    await serviceFront.close();
  }
  const creation = passed.find(({ method, path }) => method === "POST" && path.endsWith("/job"));
  if (creation === undefined) throw new Error("no job was created");
  const rounds = roundTrips(passed, creation);
  const atGitHub = passed.filter(({ path }) => path.startsWith(below)).length;
  const without = atGitHub === 0 ? " (nobody is asked or told)" : "";
  return `${rounds} round ${rounds === 1 ? "trip" : "trips"}, ${atGitHub} GitHub requests${without}`;
}

async function loop(rival: "fetch" | "shell", { key, projectId }: RunningService, urls: Urls): Promise<void> {
  const env = { PROMPT: prompt, INTERVAL: "0.1" };
  await wellDone(startRival(rival, "job", { url: urls.service, key, projectId, env }));
}

/** A comment with a command, and the run that answers it. */
async function command(
  gitHub: GitHubEmulator,
  service: RunningService,
  urls: Urls,
  pull: boolean,
): Promise<void> {
  const number = pull ? gitHub.pullNumber : gitHub.issueNumber;
  const comment = await new LiveThread(gitHub, service, number).write(`/docs-agent ${prompt}`, "maintainer");
  const issue = { number, title: "Watch by default", ...(pull ? { pull_request: {} } : {}) };
  const { outputs, stdout } = await runStep({
    with: {
      "api-key": service.key,
      "project-id": service.projectId,
      "base-url": urls.service,
      "github-token": gitHub.tokens.bot,
      ...(pull ? { context: "diff" } : {}),
    },
    env: { GITHUB_API_URL: urls.gitHub },
    eventName: "issue_comment",
    event: { action: "created", issue, comment },
  });
  if (outputs["result"] !== "pull-request") throw new Error(`the command brought nothing:\n${stdout}`);
}
