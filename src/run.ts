import { readFileSync } from "node:fs";
import * as core from "@actions/core";
import type { Dispatcher } from "undici";
import type { AgentReport } from "./agent/agent.ts";
import { parseCutOff } from "./agent/conversation.ts";
import { duration } from "./agent/duration.ts";
import { type RunFacts, readFacts } from "./agent/facts.ts";
import { handle } from "./agent/handle.ts";
import { MemoryKeeper } from "./agent/memory.ts";
import { findRequest } from "./agent/request.ts";
import { agentSummary } from "./agent/summary.ts";
import type { Clock } from "./clock.ts";
import { ActionError, InputError } from "./errors.ts";
import { GitHub } from "./github/client.ts";
import { type GitHubEvent, parseEvent } from "./github/events.ts";
import { type Inputs, loadInputs, requireCredentials } from "./inputs.ts";
import { ActionLog, type Log } from "./log.ts";
import { failsStep, headline, type Outcome } from "./outcome.ts";
import { appendSummary, runnerOutputs, type SetOutput, savedForPost, saveForPost } from "./outputs.ts";
import { Service } from "./service/client.ts";
import { CancelledError } from "./service/errors.ts";
import { createDispatcher, Transport } from "./service/transport.ts";
import { plain, say } from "./text/sentence.ts";
import { readWorkspaceFile, resolveForWriting } from "./workspace.ts";

/** The process as the run sees it: everything that a test replaces. */
export type Host = {
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  /** Calls `cancel` at the first of the runner's signals; the returned function ends the listening. */
  onCancel(cancel: () => void): () => void;
  /** The network; without it, the one of the environment with its proxies. */
  dispatcher?: Dispatcher;
  /** What one step of back-off with GitHub is worth, in ms. */
  retryUnitMs: number;
};

/** A cancelled run has five seconds in all; what the thread does not show by then is left to the post step. */
const lastWordsMs = 4000;

/** How the run ended: what is said, which results fail the step, and the promise that the thread shows it. */
type Ending = { report: AgentReport; failOn: Inputs["fail-on"]; settled: () => Promise<void> };

/**
 * Runs the step and returns its exit code. The only place that catches, and that decides whether the step fails; it
 * never throws.
 */
export async function run(host: Host): Promise<number> {
  maskSecrets();
  const log = new ActionLog(host.clock);
  const setOutput = runnerOutputs();
  const cancelled = new AbortController();
  const networks = new Networks(host);
  const stopListening = host.onCancel(() => {
    if (cancelled.signal.aborted) return;
    log.info("Cancelled: ending the wait.");
    cancelled.abort();
  });
  try {
    const ending = await play(host, log, setOutput, networks, cancelled.signal).catch(
      (error: unknown): Ending => ({
        report: failed(error, log),
        failOn: [],
        settled: () => Promise.resolve(),
      }),
    );
    const exitCode = finish(host, log, setOutput, ending);
    await lastWords(host.clock, ending.settled(), cancelled.signal);
    return exitCode;
  } catch (error) {
    log.error("Docs Agent: Error in the action", plain(failed(error, log).outcome.message));
    return 1;
  } finally {
    stopListening();
    await networks.close();
  }
}

/** The post step: sets the status comment right when the main step was killed before it could. Never throws. */
export async function runPost(host: Host): Promise<number> {
  const saved = savedForPost();
  if (saved === "") return 0;
  maskSecrets();
  const log = new ActionLog(host.clock);
  const networks = new Networks(host);
  try {
    const facts = readFacts(host.env);
    const cutOff = parseCutOff(saved);
    const github = connect(networks, log, facts, core.getInput("github-token"));
    if (cutOff === undefined || github === undefined) return 0;
    await github.updateComment(cutOff.place, cutOff.id, cutOff.body);
    log.info("The run was ended before its status comment could say so; it does now.");
  } catch (error) {
    log.warning("Status comment not updated", error instanceof Error ? error.message : String(error));
  } finally {
    await networks.close();
  }
  return 0;
}

async function play(
  host: Host,
  log: Log,
  setOutput: SetOutput,
  networks: Networks,
  signal: AbortSignal,
): Promise<Ending> {
  const { env, clock } = host;
  const workspace = env["GITHUB_WORKSPACE"] || process.cwd();
  const inputs = loadInputs({
    get: (name) => core.getInput(name),
    readFile: (path) => readWorkspaceFile(workspace, path),
    checkWritable: (path) => void resolveForWriting(workspace, path),
  });
  if (inputs.mode === "visitors")
    throw new InputError(
      say`The mode “visitors” is not supported by this version yet.`,
      say`Leave mode out, or set it to agent.`,
    );
  const facts = readFacts(env);
  const event = readEvent(env, facts.eventName);
  const request = findRequest(inputs, event);
  const failOn = inputs["fail-on"];
  if (request.kind === "skip")
    return { report: reportOf(request.outcome), failOn, settled: () => Promise.resolve() };

  const { apiKey, projectId } = requireCredentials(inputs);
  const base = inputs["base-url"];
  const service = new Service({
    transport: new Transport(base, apiKey, networks.to(base)),
    clock,
    projectId,
    onRetry: (why, waitMs) => log.info(`No answer to use yet (${why}); trying again in ${duration(waitMs)}.`),
  });
  const { report, settled } = await handle(request, event, inputs, {
    service,
    clock,
    log,
    setOutput,
    signal,
    facts,
    github: connect(networks, log, facts, inputs["github-token"]),
    keeper: (thread) =>
      new MemoryKeeper(apiKey, {
        repository: facts.repository,
        thread,
        origin: base.origin,
        project: projectId,
      }),
    saveCutOff: (state) => saveForPost(state === undefined ? "" : JSON.stringify(state)),
  });
  return { report, failOn, settled };
}

/** Waits until the thread shows everything, but no longer than a cancelled run may take. */
async function lastWords(clock: Clock, settled: Promise<void>, cancelled: AbortSignal): Promise<void> {
  const shown = new AbortController();
  const all = settled.finally(() => shown.abort());
  const limit = async () => {
    await once(cancelled);
    // What is shown by now needs no limit, and none may keep the process alive.
    if (!shown.signal.aborted) await clock.sleep(lastWordsMs, shown.signal);
  };
  await Promise.race([all, limit()]);
}

async function once(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await new Promise((resolve) => setImmediate(resolve));
}

function finish(host: Host, log: Log, setOutput: SetOutput, { report, failOn }: Ending): number {
  const { outcome } = report;
  setOutput("result", outcome.result);
  setOutput("reason", outcome.reason);
  setOutput("message", plain(outcome.message));
  const text = `${plain(outcome.message)} ${plain(outcome.advice)}`.trim();
  const fails = failsStep(outcome, failOn);
  const title = `Docs Agent: ${headline(outcome)}`;
  if (fails) log.error(title, text);
  else if (["failed", "archived", "timeout", "denied"].includes(outcome.result)) log.warning(title, text);
  else for (const line of [outcome.message, outcome.advice]) if (line.length > 0) log.info(plain(line));
  // Ordinary chatter would fill the list of runs with summaries that say nothing.
  if (outcome.result === "skipped") return 0;
  try {
    appendSummary(host.env["GITHUB_STEP_SUMMARY"], agentSummary(report));
  } catch (error) {
    log.warning("Summary not written", error instanceof Error ? error.message : String(error));
  }
  return fails ? 1 : 0;
}

/** Masks before anything else can be printed. */
function maskSecrets(): void {
  for (const name of ["api-key", "github-token"]) {
    const secret = core.getInput(name);
    if (secret !== "") core.setSecret(secret);
  }
}

function readEvent(env: Host["env"], name: string): GitHubEvent {
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
  } catch {
    // Outside a runner there is none; an event without its file has no text and no thread.
  }
  return parseEvent(name, payload);
}

/** GitHub, loaded at the first request: runs without a thread never need it. */
function connect(networks: Networks, log: Log, facts: RunFacts, token: string): GitHub | undefined {
  if (token === "") return undefined;
  const octokit = async () => {
    const { createOctokit } = await import("./github/octokit.ts");
    return createOctokit({
      token,
      apiUrl: facts.apiUrl,
      dispatcher: networks.to(new URL(facts.apiUrl)),
      retryUnitMs: networks.retryUnitMs,
      onLimit: (seconds) => log.info(`GitHub's rate limit is reached; it asks to wait ${seconds} s.`),
    });
  };
  let loaded: ReturnType<typeof octokit> | undefined;
  return new GitHub(() => (loaded ??= octokit()), { owner: facts.owner, repo: facts.repo });
}

/** The connections of a run, made when they are needed and closed with it. */
class Networks {
  readonly #host: Host;
  readonly #open = new Map<string, Dispatcher>();

  constructor(host: Host) {
    this.#host = host;
  }

  get retryUnitMs(): number {
    return this.#host.retryUnitMs;
  }

  to(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) return known;
    try {
      const dispatcher = createDispatcher(base, this.#host.env);
      this.#open.set(base.origin, dispatcher);
      return dispatcher;
    } catch (error) {
      throw new InputError(
        say`The proxy that the environment names cannot be used.`,
        say`Set HTTPS_PROXY to an address such as http://proxy.example.com:3128.`,
        { cause: error },
      );
    }
  }

  /** Idle connections would keep the process waiting for their time-outs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((dispatcher) => dispatcher.destroy()));
  }
}

function failed(error: unknown, log: Log): AgentReport {
  if (error instanceof ActionError)
    return reportOf({ result: "error", reason: error.reason, message: error.what, advice: error.advice });
  if (error instanceof CancelledError)
    return reportOf({ result: "cancelled", reason: "", message: say`The run was cancelled.`, advice: [] });
  if (error instanceof Error) log.debug(error.stack ?? "");
  const what = error instanceof Error ? error.message : String(error);
  return reportOf({
    result: "error",
    reason: "internal",
    message: say`Something in the action itself went wrong: ${what.slice(0, 500)}`,
    advice: say`Please report it with the log of a run with step debugging; look at the dashboard for a job before you run the step again.`,
  });
}

function reportOf(outcome: Outcome): AgentReport {
  return { outcome, prompt: "", jobId: undefined, job: undefined, prLink: undefined, elapsedMs: undefined };
}
