import { LiveThread } from "../e2e/thread-harness.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { runStep, type StepResult } from "../runner/runner.ts";
import { startRival } from "./rivals.ts";
import type { Row } from "./row.ts";
import { cells, inTurn, type Way } from "./ways.ts";

const prompt = "Measure [takes 1s]";
const curlRetry = "--retry 3 --retry-all-errors";

/** Runs once more or for the first time; tells how that ended, and whether somebody would run it again. */
type Attempt = (number: number) => Promise<{ ended: string; failed: boolean }>;

/** How many jobs there are when the answer to the creation was lost, and whoever failed because of it ran again. */
export async function measureResets(): Promise<Row[]> {
  const gitHub = await startGitHub();
  const row = async (what: string, place: GitHubEmulator | undefined): Promise<Row> => ({
    what,
    goal: "–",
    ...cells(await inTurn((way) => count(way, place)), String),
  });
  try {
    return [
      await row("a reset while a comment's job is created, then a re-run", gitHub),
      await row("the same for a step without a thread", undefined),
    ];
  } finally {
    await gitHub.close();
  }
}

async function count(way: Way, gitHub: GitHubEmulator | undefined): Promise<string> {
  if (way !== "shell") return await jobsOf((service) => attemptsOf(way, service, gitHub));
  const retried = await jobsOf((service) => looping("shell", service, { CREATE_OPTIONS: curlRetry }));
  return `${await jobsOf((service) => looping("shell", service))}; with ${curlRetry} ${retried}`;
}

async function jobsOf(attempts: (service: RunningService) => Attempt | Promise<Attempt>): Promise<string> {
  const service = await startService({ timeScale: 60 });
  try {
    const attempt = await attempts(service);
    service.fault({ method: "POST", path: "/job$", happens: { kind: "reset", take: true } });
    const first = await attempt(1);
    const ended = first.failed ? `${first.ended}, re-run: ${(await attempt(2)).ended}` : first.ended;
    const jobs = service.jobs().length;
    return `${jobs} ${jobs === 1 ? "job" : "jobs"} (${ended})`;
  } finally {
    await service.close();
  }
}

async function attemptsOf(
  way: "action" | "fetch",
  service: RunningService,
  gitHub: GitHubEmulator | undefined,
): Promise<Attempt> {
  if (way === "fetch") return looping(way, service);
  const told = ({ exitCode, outputs }: StepResult) => ({
    ended: outputs["reason"] || outputs["result"] || "failed",
    failed: exitCode !== 0,
  });
  if (gitHub !== undefined) {
    const thread = await LiveThread.open(gitHub, service);
    return async (number) =>
      told(
        number === 1
          ? await thread.comment(`/docs-agent ${prompt}`)
          : await thread.again({ GITHUB_RUN_ATTEMPT: String(number) }),
      );
  }
  const inputs = { "api-key": service.key, "project-id": service.projectId, "base-url": service.url, prompt };
  return async (number) => told(await runStep({ with: inputs, env: { GITHUB_RUN_ATTEMPT: String(number) } }));
}

function looping(
  way: "fetch" | "shell",
  service: RunningService,
  more: Record<string, string> = {},
): Attempt {
  const env = { PROMPT: prompt, INTERVAL: "0.1", ...more };
  return async () => {
    const { exitCode } = await startRival(way, "job", { ...service, env }).done;
    return { ended: exitCode === 0 ? "success" : "failed", failed: exitCode !== 0 };
  };
}
