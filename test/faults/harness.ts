import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type Dispatcher } from "undici";
import { vi } from "vitest";
import { type Host, run } from "../../src/run.ts";
import { Faults } from "../emulator/faults.ts";
import type { ReceivedRequest } from "../emulator/front.ts";
import type { ShownComment, World } from "./fake-network.ts";
import { LeapingClock } from "./fast-forward-clock.ts";
import { type FaultName, happeningOf, isSlow } from "./faults.ts";
import { type RequestRow, startOfTime } from "./requests.ts";

/** Runs that take longer than this, in real ms, hang. */
export const longestRunMs = 20_000;
/** Slow faults are played with the time-outs of the design, and the time around them, this many times as fast. */
const slowPace = 200;

/** The fault of a cell: once and then all is well, or for good. */
export type Trouble = { fault: FaultName; times: "once" | "always" };

/** What a run leaves behind, as people and servers saw it. */
export type Played = {
  /** Missing when the run did not end. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  summary: string;
  outputs: Record<string, string>;
  /** How many requests met the fault. */
  hits: number;
  /** The POSTs of this run to the service. */
  posts: ReceivedRequest[];
  /** All requests of this run that arrived at the service. */
  arrived: number;
  /** The jobs that this run made at the service. */
  newJobs: string[];
  /** The action's comments that this run made or edited. */
  comments: ShownComment[];
  newComments: number;
  elsewhere: number;
  sleeps: number[];
};

/** Plays the run of a row with a fault, or with none, over real sockets. */
export async function play(world: World, row: RequestRow, trouble: Trouble | undefined): Promise<Played> {
  const { service, gitHub } = world;
  await service.reset();
  // Long enough for four looks at the job.
  service.change({ jobSeconds: 9, ...(row.pages === undefined ? {} : { pages: row.pages }) });
  gitHub.clearFaults();
  const project = world.nextProject();
  const setting = { world, row, project, jobId: "", attempt: 1 };
  if (row.before === "a job") setting.jobId = await completedJob(world, project);
  if (row.before === "a run" || row.before === "an attempt") {
    const prompt = row.prompt.startsWith("--") ? "Describe the watch flag" : row.prompt;
    const first = await once({ ...setting, row: { ...row, prompt } }, undefined);
    if (first.exitCode !== 0) throw new Error(`the run before failed:\n${first.stdout}`);
    await service.advance(3_600_000);
  }
  if (row.before === "an attempt") setting.attempt = 2;
  const played = await once(setting, trouble);
  if (row.mode !== "visitors" || row.side !== "GitHub" || trouble === undefined) return played;
  // What a run has left of a comment is to be found by the next one.
  const next = await once(setting, undefined);
  return { ...played, newComments: played.newComments + next.newComments };
}

type Setting = { world: World; row: RequestRow; project: string; jobId: string; attempt: number };

async function once(setting: Setting, trouble: Trouble | undefined): Promise<Played> {
  const { world, row, project } = setting;
  const { service, gitHub, elsewhere } = world;
  const [jobsBefore, requestsBefore, elsewhereBefore] = [
    new Set(service.jobs().map(({ id }) => id)),
    service.requests().length,
    elsewhere.hits(),
  ];
  const start = startOfTime + (trouble === undefined ? 0 : 3_600_000);
  const pace = trouble !== undefined && isSlow(trouble.fault) ? slowPace : 1;
  const clock = new LeapingClock(start, pace, (ms) => void service.advance(ms));
  const armed = arm(world, row, trouble, start);
  const stage = new Stage(setting);
  try {
    const exitCode = await stage.run(clock, pace, armed.dispatcher);
    const hits = armed.hits();
    gitHub.clearFaults();
    service.clearFaults();
    const requests = service.requests().slice(requestsBefore);
    const changed = await world.newsOfComments();
    return {
      ...stage.seen(),
      exitCode,
      hits,
      posts: requests.filter(({ method }) => method === "POST"),
      arrived: requests.length,
      newJobs: service.jobs().flatMap(({ id, projectId }) => {
        return projectId === project && !jobsBefore.has(id) ? [id] : [];
      }),
      comments: changed.map(({ comment }) => comment),
      newComments: changed.filter(({ isNew }) => isNew).length,
      elsewhere: elsewhere.hits() - elsewhereBefore,
      sleeps: clock.sleeps,
    };
  } finally {
    stage.close();
    await armed.close();
  }
}

type Armed = { hits: () => number; dispatcher: Dispatcher | undefined; close: () => Promise<void> };

function arm(world: World, row: RequestRow, trouble: Trouble | undefined, start: number): Armed {
  if (trouble === undefined) return { hits: () => 0, dispatcher: undefined, close: async () => {} };
  const { service, gitHub, closedUrl } = world;
  const { method, path, after = 0 } = row;
  const times = trouble.times === "once" ? 1 : "always";
  const happening = happeningOf(trouble.fault, {
    secret: row.side === "service" ? service.key : gitHub.tokens.bot,
    elsewhere: world.elsewhere.url,
    retryAt: start + retryInMs(row),
  });
  if (happening !== "refused") {
    const side = row.side === "service" ? service : gitHub;
    const fault = side.fault({ method, path, times, after, happens: happening });
    return { hits: () => fault.hits, dispatcher: undefined, close: async () => {} };
  }
  // No server can refuse one request and take the next, so this one is sent to where nobody listens.
  const faults = new Faults();
  const fault = faults.add({ method, path, times, after, happens: { kind: "reset" } });
  const agent = new Agent();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const meets = faults.next(options.method, options.path) !== null;
    return dispatch(meets ? { ...options, origin: closedUrl } : options, handler);
  });
  return { hits: () => fault.hits, dispatcher, close: () => agent.destroy() };
}

/** A job is waited for nearly as long as the design allows; a reader of comments or reports is not kept waiting. */
function retryInMs({ side, mode, role }: RequestRow): number {
  return side === "service" && mode === "agent" && role !== "status" ? 270_000 : 20_000;
}

async function completedJob(world: World, project: string): Promise<string> {
  const { service } = world;
  await fetch(`${service.url}/v2/agent/${project}/job`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "Begin" }),
  });
  await service.advance(3_600_000);
  const id = service.jobs().at(-1)?.id;
  if (id === undefined) throw new Error("the service made no job");
  return id;
}

/** The surroundings of one run: files, variables, what it says. */
class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), "docs-agent-fault-"));
  readonly #setting: Setting;
  #stdout = "";
  #stderr = "";

  constructor(setting: Setting) {
    this.#setting = setting;
    writeFileSync(join(this.#folder, "summary.md"), "");
    writeFileSync(join(this.#folder, "event.json"), JSON.stringify(payloadOf(setting)));
    // Without the files of a runner, the toolkit writes its commands to stdout.
    for (const name of ["GITHUB_OUTPUT", "GITHUB_STATE", "RUNNER_DEBUG"]) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(inputsOf(setting)))
      vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      this.#stdout += String(chunk);
      return true;
    });
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      this.#stderr += String(chunk);
      return true;
    });
  }

  /** The exit code; nothing when the run did not end in time. */
  async run(
    clock: LeapingClock,
    pace: number,
    dispatcher: Dispatcher | undefined,
  ): Promise<number | undefined> {
    const { world, row, attempt, project } = this.#setting;
    const host: Host = {
      clock,
      retryUnitMs: 1,
      spaceWrites: false,
      onCancel: () => () => {},
      ...(pace === 1 ? {} : { timeouts: { connectMs: 10_000 / pace, answerMs: 30_000 / pace } }),
      ...(dispatcher === undefined ? {} : { dispatcher }),
      env: {
        GITHUB_EVENT_NAME: eventNames[row.event],
        GITHUB_EVENT_PATH: join(this.#folder, "event.json"),
        GITHUB_REPOSITORY: `${world.gitHub.owner}/${world.gitHub.repo}`,
        GITHUB_API_URL: world.gitHub.url,
        GITHUB_WORKFLOW: "Docs",
        GITHUB_JOB: "docs",
        GITHUB_ACTION: "__docs-agent",
        GITHUB_TRIGGERING_ACTOR: "maintainer",
        GITHUB_RUN_ID: `1${project.replace(/\D/g, "")}`,
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_WORKSPACE: this.#folder,
        GITHUB_STEP_SUMMARY: join(this.#folder, "summary.md"),
      },
    };
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), longestRunMs);
    try {
      return await Promise.race([run(host), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  seen(): Pick<Played, "stdout" | "stderr" | "summary" | "outputs"> {
    const found = this.#stdout.matchAll(/^::set-output name=(\w+)::(.*)$/gm);
    const outputs = Array.from(found, ([, name = "", value = ""]) => [name, unescaped(value)]);
    return {
      stdout: this.#stdout,
      stderr: this.#stderr,
      summary: readFileSync(join(this.#folder, "summary.md"), "utf8"),
      outputs: Object.fromEntries(outputs),
    };
  }

  close(): void {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const eventNames: Record<RequestRow["event"], string> = {
  comment: "issue_comment",
  "inline comment": "pull_request_review_comment",
  dispatch: "workflow_dispatch",
};

function inputsOf({ world, row, project, jobId }: Setting): Record<string, string> {
  const { service, gitHub } = world;
  const more = Object.entries(row.with).map(([name, value]) => [
    name,
    value.replace("JOB", jobId).replace("PULL", String(gitHub.pullNumber)),
  ]);
  return {
    "api-key": service.key,
    "project-id": project,
    "base-url": service.url,
    "github-token": gitHub.tokens.bot,
    mode: row.mode,
    ...Object.fromEntries(more),
  };
}

function payloadOf({ world, row }: Setting): unknown {
  const { gitHub, written } = world;
  if (row.event === "dispatch") return {};
  const user = { login: "maintainer", type: "User" };
  const { id, html_url } = row.event === "comment" ? written.comment : written.inline;
  const comment = { id, html_url, user, body: `/docs-agent ${row.prompt}` };
  const subject = { number: gitHub.pullNumber, title: "Watch by default", user };
  return row.event === "comment"
    ? { action: "created", issue: { ...subject, pull_request: {} }, comment }
    : {
        action: "created",
        pull_request: subject,
        comment: { ...comment, path: "src/watch.ts", line: 1, diff_hunk: "@@ -1 +1 @@" },
      };
}

/** Undoes the escapes of workflow commands (github/docs, workflow commands). */
export function unescaped(text: string): string {
  return text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}
