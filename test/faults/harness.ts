import { Agent, type Dispatcher } from "undici";
import { Caller } from "../emulator/caller.ts";
import { Faults } from "../emulator/faults.ts";
import type { ReceivedRequest } from "../emulator/server.ts";
import { clockOf, type InProcessResult, runInProcess } from "../runner/in-process.ts";
import type { Step } from "../runner/runner.ts";
import { behaviourOf, type FaultCase, isSlow } from "./kinds.ts";
import { type RequestCase, startTime } from "./requests.ts";
import type { Servers, ShownComment } from "./servers.ts";

/**
 * How many times as fast as real time runs with slow faults go, with the time-outs of docs/reliability.md. A second in
 * place of thirty is still long enough for every healthy request on a busy machine.
 */
const slowFaultSpeed = 30;
const hourMs = 3_600_000;

/** What a run leaves behind at the servers, beside what it says itself. */
export type FaultRun = InProcessResult & {
  /** How many requests met the fault. */
  hits: number;
  /** The POSTs of this run to the service. */
  posts: ReceivedRequest[];
  /** The paths of this run's requests for signals, in their order. */
  signalRequests: string[];
  /** The jobs that this run made at the service, with those of its earlier attempts. */
  newJobs: string[];
  /** The action's comments that this run made or edited. */
  comments: ShownComment[];
  newComments: number;
  /** How many requests followed a redirect. */
  redirected: number;
  sleeps: number[];
};

type Attempt = {
  request: RequestCase;
  project: string;
  jobId: string;
  number: number;
  /** True for an earlier run, by a command of its own. */
  isEarlier?: boolean;
};

/** Runs the action so that it makes the request, which meets the fault if there is one, over real sockets. */
export async function runWithFault(
  servers: Servers,
  request: RequestCase,
  faultCase: FaultCase | undefined,
): Promise<FaultRun> {
  const { service, gitHub } = servers;
  await service.reset();
  // Long enough for four polls.
  service.change({ jobSeconds: 9, ...(request.pages === undefined ? {} : { pages: request.pages }) });
  gitHub.clearFaults();
  const project = servers.nextProject();
  const jobId = request.setup === "a job" ? await completedJob(servers, project) : "";
  const attempt = { request, project, jobId, number: request.setup === "an attempt" ? 2 : 1 };
  if (request.setup === "a run" || request.setup === "an attempt") {
    const prompt = request.prompt.startsWith("--") ? "Describe the watch flag" : request.prompt;
    const isEarlier = request.setup === "a run";
    // An attempt that does not wait leaves its job to the re-run.
    const inputs = isEarlier ? request.with : { ...request.with, wait: "false" };
    const first = await runOnce(
      servers,
      { ...attempt, number: 1, isEarlier, request: { ...request, prompt, with: inputs } },
      undefined,
    );
    if (first.exitCode !== 0) throw new Error(`the run before failed:\n${first.stdout}`);
    await service.advance(hourMs);
  }
  const result = await runOnce(servers, attempt, faultCase);
  if (request.mode !== "visitors" || request.side !== "GitHub" || faultCase === undefined) return result;
  // The next run finds what this one has left of a comment.
  const next = await runOnce(servers, attempt, undefined);
  return { ...result, newComments: result.newComments + next.newComments };
}

async function runOnce(
  servers: Servers,
  attempt: Attempt,
  faultCase: FaultCase | undefined,
): Promise<FaultRun> {
  const { service, gitHub } = servers;
  // A request may make one job over all of its attempts.
  const isRerun = attempt.number > 1;
  const jobsBefore = new Set(isRerun ? [] : service.jobs().map(({ id }) => id));
  const requestsBefore = service.requests().length;
  const redirectedBefore = servers.redirected;
  const start = startTime + (faultCase === undefined ? 0 : hourMs);
  const speed = faultCase !== undefined && isSlow(faultCase.fault) ? slowFaultSpeed : 1;
  const clock = clockOf(service, { start, speed });
  const fault = armFault(servers, attempt.request, faultCase, start);
  // After the fault, which comes first.
  servers.answerDocsPull();
  try {
    const result = await runInProcess(stepOf(servers, attempt), {
      clock,
      ...(speed === 1 ? {} : { timeouts: { connectMs: 10_000 / speed, answerMs: 30_000 / speed } }),
      ...(fault.dispatcher === undefined ? {} : { dispatcher: fault.dispatcher }),
    });
    const hits = fault.hits();
    gitHub.clearFaults();
    service.clearFaults();
    const changed = await servers.changedComments();
    const requests = service.requests().slice(requestsBefore);
    return {
      ...result,
      hits,
      posts: requests.filter(({ method }) => method === "POST"),
      signalRequests: requests
        .map(({ path }) => path)
        .filter((path) => /\/analytics\/[^/]+\/(?!visitors)/.test(path)),
      newJobs: service
        .jobs()
        .filter(({ id, projectId }) => projectId === attempt.project && !jobsBefore.has(id))
        .map(({ id }) => id),
      comments: changed.map(({ comment }) => comment),
      newComments: changed.filter(({ isNew }) => isNew).length,
      redirected: servers.redirected - redirectedBefore,
      sleeps: clock.sleeps,
    };
  } finally {
    await fault.close();
  }
}

type ArmedFault = { hits: () => number; dispatcher?: Dispatcher; close: () => Promise<void> };

function armFault(
  servers: Servers,
  request: RequestCase,
  faultCase: FaultCase | undefined,
  start: number,
): ArmedFault {
  if (faultCase === undefined) return { hits: () => 0, close: async () => {} };
  const { service, gitHub, closedUrl, redirectTarget } = servers;
  const redirectUrl = redirectTarget.url.origin;
  const { method, path, after, side } = request;
  const times = faultCase.times === "once" ? 1 : "always";
  const secret = side === "service" ? service.key : gitHub.tokens.bot;
  const retryAt = start + retryAfterMs(request);
  const happens = behaviourOf(faultCase.fault, { secret, redirectUrl, retryAt });
  if (happens !== "refused") {
    const fault = (side === "service" ? service : gitHub).fault({ method, path, times, after, happens });
    return { hits: () => fault.hits, close: async () => {} };
  }
  // No server can refuse one connection and take the next, so this request is sent to where no server listens.
  const faults = new Faults();
  const fault = faults.add({ method, path, times, after, happens: { kind: "reset" } });
  const agent = new Agent();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const isHit = faults.next(options.method, options.path) !== null;
    return dispatch(isHit ? { ...options, origin: closedUrl } : options, handler);
  });
  return { hits: () => fault.hits, dispatcher, close: () => agent.destroy() };
}

/** Nearly as long as a run waits to send a prompt or to follow a job; comments and reports wait less. */
function retryAfterMs({ side, mode, role }: RequestCase): number {
  return side === "service" && mode === "agent" && role !== "status" ? 270_000 : 20_000;
}

async function completedJob({ service }: Servers, project: string): Promise<string> {
  await new Caller(service, { projectId: project }).create("Begin");
  await service.advance(hourMs);
  const id = service.jobs().at(-1)?.id;
  if (id === undefined) throw new Error("the service made no job");
  return id;
}

const eventNames: Record<RequestCase["event"], string> = {
  comment: "issue_comment",
  "inline comment": "pull_request_review_comment",
  dispatch: "workflow_dispatch",
  release: "release",
};

function stepOf(servers: Servers, attempt: Attempt): Step {
  const { service, gitHub } = servers;
  const { request, project, jobId, number } = attempt;
  const more = Object.entries(request.with).map(([name, value]) => [
    name,
    value.replace("JOB", jobId).replace("PULL", String(gitHub.pullNumber)),
  ]);
  return {
    with: {
      ...{ "api-key": service.key, "project-id": project, "base-url": service.url, mode: request.mode },
      "github-token": gitHub.tokens.bot,
      ...Object.fromEntries(more),
    },
    eventName: eventNames[request.event],
    event: payloadOf(servers, attempt),
    env: {
      GITHUB_REPOSITORY: `${gitHub.owner}/${gitHub.repo}`,
      GITHUB_API_URL: gitHub.url,
      GITHUB_SERVER_URL: gitHub.url,
      GITHUB_RUN_ID: `${attempt.isEarlier ? 2 : 1}${project.replace(/\D/g, "")}`,
      GITHUB_RUN_ATTEMPT: String(number),
    },
  };
}

function payloadOf({ gitHub, commands, docsPull }: Servers, { request, isEarlier }: Attempt): unknown {
  const { event, prompt } = request;
  if (event === "dispatch") return {};
  if (event === "release")
    return { action: "published", release: { tag_name: "v1.1.0", draft: false, prerelease: false } };
  const user = { login: "maintainer", type: "User" };
  const subject = { number: gitHub.pullNumber, title: "Watch by default", user };
  const written = isEarlier ? commands.earlier : commands.comment;
  const { id, html_url } = event === "comment" ? written : commands.inline;
  const comment = { id, html_url, user, body: `/docs-agent ${prompt.replace("DOCS", docsPull)}` };
  if (event === "comment") return { action: "created", issue: { ...subject, pull_request: {} }, comment };
  const place = { path: "src/watch.ts", line: 1, diff_hunk: "@@ -1 +1 @@" };
  return { action: "created", pull_request: subject, comment: { ...comment, ...place } };
}
