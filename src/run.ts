import { readFileSync } from "node:fs";
import * as core from "@actions/core";
import { type AgentRequest, findRequest } from "./agent/command/find-request.ts";
import type { AgentDependencies } from "./agent/dependencies.ts";
import { type AgentResult, resultWithoutJob } from "./agent/outcomes.ts";
import { answerNotSetUp, handleRequest } from "./agent/run-agent.ts";
import { renderSummary } from "./agent/summary.ts";
import { identify, threadOf } from "./agent/thread/agent-thread.ts";
import { JobMarkerCodec } from "./agent/thread/job-marker.ts";
import { StatusComment } from "./agent/thread/status-comment.ts";
import { errorOutcome } from "./errors.ts";
import { createGitHubClient, type GitHub } from "./github/client.ts";
import { type GitHubEvent, parseEvent, type TriggerText } from "./github/event.ts";
import type { GitHubPace } from "./github/octokit.ts";
import type { AgentInputs } from "./inputs/agent.ts";
import {
  type InputSource,
  type Inputs,
  ignoredInputs,
  loadInputs,
  notSetUpError,
  requireCredentials,
} from "./inputs/load-inputs.ts";
import type { VisitorsInputs } from "./inputs/visitors.ts";
import { Connections, type NetworkHost } from "./network/connections.ts";
import { type Failable, failsStep, headline, type Outcome } from "./result.ts";
import type { Clock } from "./runner/clock.ts";
import { appendSummary, summaryRoom } from "./runner/job-summary.ts";
import { ActionsLogger, createRetryLogger, type Logger } from "./runner/logger.ts";
import { runnerOutputs, type SetOutput } from "./runner/outputs.ts";
import { savePostState } from "./runner/post-state.ts";
import { getRunContext, type RunContext } from "./runner/run-context.ts";
import { maskSecrets, secretsRedactor } from "./runner/secrets.ts";
import { readWorkspaceFile, resolveForWriting, writeWorkspaceFile } from "./runner/workspace.ts";
import { Service } from "./service/client.ts";
import { CancelledError } from "./service/errors.ts";
import { HttpClient } from "./service/http.ts";
import { richText, toPlainText } from "./text/rich-text.ts";
import { shorten } from "./text/words.ts";

/** The parts of the process that a test replaces. */
export type Runtime = NetworkHost &
  GitHubPace & {
    env: Readonly<Record<string, string | undefined>>;
    /** The file that runs. */
    scriptPath?: string;
    clock: Clock;
    /** Calls `cancel` at each of the runner's signals until the returned function is called. */
    onCancel(cancel: () => void): () => void;
  };

/**
 * In ms. The runner sends SIGTERM 7.5 s after the cancellation, and a POST may have used 3 of them. What takes longer is
 * left to the post step.
 */
const flushTimeoutMs = 4000;

type Redact = (text: string) => string;
/** Where a run writes to. `redact` masks secrets. */
type Sinks = { log: Logger; setOutput: SetOutput; redact: Redact };

/** What both modes work with. */
type Tools = Sinks & {
  service: Service;
  /** Missing without a token. */
  github: GitHub | undefined;
  apiKey: string;
  scope: { repository: string; origin: string; project: string };
  runContext: RunContext;
  clock: Clock;
  /** Aborts when the run is cancelled. */
  signal: AbortSignal;
};

/** What `createTools` makes the tools of. */
type ToolParts = {
  host: Runtime;
  sinks: Sinks;
  connections: Connections;
  runContext: RunContext;
  signal: AbortSignal;
};

/** How the run ended; `flush` resolves when the comments show it. */
type RunResult = {
  outcome: Outcome;
  summary: string;
  /** The results that fail the step, beside errors. */
  failOn: readonly Failable[];
  flush: () => Promise<void>;
};

/**
 * Runs the main step and returns the exit code. Only this function decides whether the step fails. It catches every
 * error and never throws.
 */
export async function run(host: Runtime): Promise<number> {
  maskSecrets();
  const redact = secretsRedactor();
  const log = new ActionsLogger(host.clock, redact);
  const setOutput = runnerOutputs(redact);
  const cancelled = new AbortController();
  const writeAbort = new AbortController();
  const connections = new Connections(host, {
    stopReading: cancelled.signal,
    stopWriting: writeAbort.signal,
  });
  const stopListening = host.onCancel(() => {
    if (cancelled.signal.aborted) return;
    log.info("Cancelled: the run stops waiting.");
    cancelled.abort();
  });
  try {
    const result = await runMode(host, { log, setOutput, redact }, connections, cancelled.signal).catch(
      (error: unknown) => earlyResult(toErrorOutcome(error, log), getRunContext(host.env, host.scriptPath)),
    );
    const exitCode = reportOutcome(host, { log, setOutput, redact }, result);
    await flushWithTimeout(host.clock, result.flush(), cancelled.signal);
    return exitCode;
  } catch (error) {
    log.error("Docs Agent: Error in the action", toPlainText(toErrorOutcome(error, log).message));
    return 1;
  } finally {
    stopListening();
    writeAbort.abort();
    await connections.close();
  }
}

async function runMode(
  host: Runtime,
  sinks: Sinks,
  connections: Connections,
  signal: AbortSignal,
): Promise<RunResult> {
  const { env } = host;
  const workspace = env["GITHUB_WORKSPACE"] || process.cwd();
  const runContext = getRunContext(env, host.scriptPath);
  const event = readEvent(env, runContext.eventName, sinks.log);
  const inputs = loadInputs(
    {
      get: getInput,
      readFile: (path) => readWorkspaceFile(workspace, path),
      checkWritable: (path) => void resolveForWriting(workspace, path),
    },
    event,
    host.clock.now(),
  );
  const parts = { host, sinks, connections, runContext, signal };
  const tools = () => createTools(inputs, parts);
  if (inputs.mode === "visitors") return await runVisitors(inputs, tools(), workspace, env);
  const request = findRequest(inputs, event);
  // A text without a command needs no key, no project and no connection.
  if (request.kind === "skip") return earlyResult(request.outcome, runContext);
  if (inputs.notSetUp.length > 0 && request.trigger !== undefined)
    return await answerCommandNotSetUp(request, request.trigger, inputs, event, parts);
  return await runAgent(request, inputs, event, tools());
}

/** Says in the thread what is missing, beside the step that fails. Without a token, the step fails alone. */
async function answerCommandNotSetUp(
  request: AgentRequest,
  trigger: TriggerText,
  inputs: AgentInputs,
  event: GitHubEvent,
  parts: ToolParts,
): Promise<RunResult> {
  const { host, sinks, runContext, signal } = parts;
  const error = notSetUpError(inputs);
  const github = gitHubOf(inputs, parts);
  if (github === undefined) throw error;
  // Nothing is signed: the reply has no marker, because without the key it could not be found again.
  const scope = { repository: runContext.repository, origin: "", project: "" };
  const tools = { ...sinks, github, apiKey: "", scope, runContext, clock: host.clock, signal };
  return await inThread(request, inputs, event, tools, (deps) => answerNotSetUp(trigger, deps, error));
}

async function runAgent(
  request: AgentRequest,
  inputs: AgentInputs,
  event: GitHubEvent,
  tools: Tools,
): Promise<RunResult> {
  const { service } = tools;
  return await inThread(request, inputs, event, tools, (deps) =>
    handleRequest(request, { ...deps, service }),
  );
}

/** Does the work with the status comment of the request's thread. An error of the work becomes the outcome. */
async function inThread(
  request: AgentRequest,
  inputs: AgentInputs,
  event: GitHubEvent,
  { github, apiKey, scope, runContext, clock, signal, log, setOutput, redact }: Omit<Tools, "service">,
  work: (deps: Omit<AgentDependencies, "service">) => Promise<AgentResult>,
): Promise<RunResult> {
  const common = { inputs, event, runContext, github, clock, log, setOutput };
  const codecFor = (thread: number) => new JobMarkerCodec(apiKey, { ...scope, thread });
  const statusComment = new StatusComment({
    ...common,
    thread: threadOf(request, { ...common, codecFor }),
    identity: identify(request, common),
    // The runner does not mask the file that holds the state.
    savePostState: (edits) => savePostState(edits.map((edit) => ({ ...edit, body: redact(edit.body) }))),
  });
  // Caught here, because an error must not keep the status comment from being flushed.
  const result = await work({ ...common, signal, statusComment }).catch((error: unknown) =>
    resultWithoutJob(toErrorOutcome(error, log)),
  );
  return {
    outcome: result.outcome,
    summary: renderSummary(result, runContext.sourceUrl),
    failOn: inputs["fail-on"],
    flush: () => statusComment.flush(),
  };
}

async function runVisitors(
  inputs: VisitorsInputs,
  { service, github, apiKey, scope, runContext, clock, signal, log, setOutput, redact }: Tools,
  workspace: string,
  env: Runtime["env"],
): Promise<RunResult> {
  // Loaded only here, because the agent does not need it.
  const { reportVisitors } = await import("./visitors/run-visitors.ts");
  const { outcome, summary, settled } = await reportVisitors(inputs, {
    service,
    clock,
    log,
    setOutput,
    signal,
    github,
    apiKey,
    scope,
    runUrl: runContext.runUrl,
    sourceUrl: runContext.sourceUrl,
    summaryRoom: summaryRoom(env["GITHUB_STEP_SUMMARY"]),
    writeFile: (path, text) => writeWorkspaceFile(workspace, path, redact(text)),
  });
  return { outcome, summary, failOn: [], flush: () => settled };
}

/** Throws an `InputError` when the key or the project is missing. */
function createTools(inputs: Inputs, parts: ToolParts): Tools {
  const { host, sinks, connections, runContext, signal } = parts;
  const { clock } = host;
  const { log, redact } = sinks;
  const { apiKey, projectId } = requireCredentials(inputs);
  const ignored = ignoredInputs(inputs.mode, getInput);
  if (ignored !== undefined) log.notice("Ignored inputs", ignored);
  const base = inputs["base-url"];
  const service = new Service({
    transport: new HttpClient(base, apiKey, connections.dispatcherFor(base), connections.timeouts),
    clock,
    projectId,
    onRetry: createRetryLogger(clock, log),
    redact,
  });
  const github = gitHubOf(inputs, parts);
  const scope = { repository: runContext.repository, origin: base.origin, project: projectId };
  return { ...sinks, service, github, apiKey, scope, runContext, clock, signal };
}

/** The client for GitHub; missing without a token. */
function gitHubOf(inputs: Inputs, { host, sinks, connections, runContext }: ToolParts): GitHub | undefined {
  const { log, redact } = sinks;
  return createGitHubClient({
    token: inputs["github-token"],
    runContext,
    connections,
    pace: host,
    log,
    redact,
  });
}

const getInput: InputSource["get"] = (name) => core.getInput(name);

/** Waits for the comment updates; once the run is cancelled, only for a few seconds. */
async function flushWithTimeout(
  clock: Clock,
  flushing: Promise<void>,
  cancelled: AbortSignal,
): Promise<void> {
  const flushed = new AbortController();
  const all = flushing.finally(() => flushed.abort());
  const limit = async () => {
    await untilAborted(cancelled);
    // After the flush, a sleep would only keep the process alive.
    if (!flushed.signal.aborted) await clock.sleep(flushTimeoutMs, flushed.signal);
  };
  await Promise.race([all, limit()]);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await new Promise((resolve) => setImmediate(resolve));
}

function reportOutcome(
  host: Runtime,
  { log, setOutput, redact }: Sinks,
  { outcome, summary, failOn }: RunResult,
): number {
  setOutput("result", outcome.result);
  setOutput("reason", outcome.reason);
  setOutput("message", toPlainText(outcome.message));
  const text = `${toPlainText(outcome.message)} ${toPlainText(outcome.advice)}`.trim();
  const fails = failsStep(outcome, failOn);
  const title = `Docs Agent: ${headline(outcome)}`;
  if (fails) log.error(title, text);
  else if (["failed", "archived", "timeout", "denied"].includes(outcome.result)) log.warning(title, text);
  else for (const line of [outcome.message, outcome.advice]) if (line.length > 0) log.info(toPlainText(line));
  // Most comments hold no command, so their runs write no summary. `no-diff` is a prompt that was held back.
  if (outcome.result === "skipped" && outcome.reason !== "no-diff") return 0;
  try {
    appendSummary(host.env["GITHUB_STEP_SUMMARY"], redact(summary));
  } catch (error) {
    log.warning("Summary not written", error instanceof Error ? error.message : String(error));
  }
  return fails ? 1 : 0;
}

/** Reads the event file. If it cannot be read, the event has no text and no thread. */
function readEvent(env: Runtime["env"], name: string, log: Logger): GitHubEvent {
  const path = env["GITHUB_EVENT_PATH"] ?? "";
  let payload: unknown;
  try {
    if (path !== "") payload = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? shorten(error.message, 300) : "no reason given";
    log.warning("Event not read", `The run continues without the event's text and thread: ${why}`);
  }
  return parseEvent(name, payload);
}

function toErrorOutcome(error: unknown, log: Logger): Outcome {
  if (error instanceof CancelledError)
    return { result: "cancelled", reason: "", message: richText`The run was cancelled.`, advice: [] };
  return errorOutcome(error, log);
}

/** The result of a run that ends before it can write to a thread. */
function earlyResult(outcome: Outcome, { sourceUrl }: RunContext): RunResult {
  return {
    outcome,
    summary: renderSummary(resultWithoutJob(outcome), sourceUrl),
    failOn: [],
    flush: () => Promise.resolve(),
  };
}
