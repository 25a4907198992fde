import { readFileSync } from "node:fs";
import { reportOf } from "./agent/errand.ts";
import { JobMarkerCodec } from "./agent/job-marker.ts";
import { errorOutcome } from "./agent/outcomes.ts";
import { runCommand } from "./agent/run-command.ts";
import { parsePostState } from "./agent/status-comment.ts";
import { renderSummary } from "./agent/summary.ts";
import { findTrigger } from "./agent/trigger.ts";
import type { Clock } from "./clock.ts";
import { ActionError } from "./errors.ts";
import { type GitHubEvent, parseEvent } from "./github/events.ts";
import {
  type InputSource,
  type Inputs,
  inputsWithoutEffect,
  loadInputs,
  requireCredentials,
} from "./inputs.ts";
import { ActionsLogger, type Logger } from "./logger.ts";
import { createGitHubClient, DispatcherPool, type NetworkHost } from "./network.ts";
import {
  appendSummary,
  loadPostState,
  runnerOutputs,
  type SetOutput,
  savePostState,
  summaryRoom,
} from "./outputs.ts";
import { failsStep, headline, type Outcome } from "./result.ts";
import { createRetryLogger } from "./retry-logger.ts";
import { getRunContext } from "./run-context.ts";
import { Service } from "./service/client.ts";
import { CancelledError } from "./service/errors.ts";
import { HttpClient } from "./service/http.ts";
import { message, toPlainText } from "./text/message.ts";
import { shorten } from "./text/shorten.ts";
import { getInput, setSecret } from "./toolkit.ts";
import { readWorkspaceFile, resolveForWriting, writeWorkspaceFile } from "./workspace.ts";

/** The process as the run sees it: everything that a test replaces. */
export type Host = NetworkHost & {
  clock: Clock;
  /** Calls `cancel` at the first of the runner's signals; the returned function ends the listening. */
  onCancel(cancel: () => void): () => void;
};

/** A cancelled run has five seconds in all; what the thread does not show by then is left to the post step. */
const lastWordsMs = 4000;

/** How the run ended: what is said where, which results fail the step, and the promise that the thread shows it. */
type Ending = { outcome: Outcome; summary: string; failOn: Inputs["fail-on"]; settled: () => Promise<void> };

/**
 * Runs the step and returns its exit code. The only place that catches, and that decides whether the step fails; it
 * never throws.
 */
export async function run(host: Host): Promise<number> {
  maskSecrets();
  const log = new ActionsLogger(host.clock);
  const setOutput = runnerOutputs();
  const cancelled = new AbortController();
  const silenced = new AbortController();
  const networks = new DispatcherPool(host, { stopReading: cancelled.signal, stopWriting: silenced.signal });
  const stopListening = host.onCancel(() => {
    if (cancelled.signal.aborted) return;
    log.info("Cancelled: ending the wait.");
    cancelled.abort();
  });
  try {
    const ending = await execute(host, log, setOutput, networks, cancelled.signal).catch((error: unknown) =>
      withoutThread(toErrorOutcome(error, log)),
    );
    const exitCode = finish(host, log, setOutput, ending);
    await flushWithTimeout(host.clock, ending.settled(), cancelled.signal);
    return exitCode;
  } catch (error) {
    log.error("Docs Agent: Error in the action", toPlainText(toErrorOutcome(error, log).message));
    return 1;
  } finally {
    stopListening();
    silenced.abort();
    await networks.close();
  }
}

/** The post step: sets the status comment right when the main step was killed before it could. Never throws. */
export async function runPost(host: Host): Promise<number> {
  const saved = loadPostState();
  if (saved === "") return 0;
  maskSecrets();
  const log = new ActionsLogger(host.clock);
  const networks = new DispatcherPool(host);
  try {
    const runContext = getRunContext(host.env);
    const cutOff = parsePostState(saved);
    const github = createGitHubClient(networks, log, runContext, getInput("github-token"));
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

async function execute(
  host: Host,
  log: Logger,
  setOutput: SetOutput,
  networks: DispatcherPool,
  signal: AbortSignal,
): Promise<Ending> {
  const { env, clock } = host;
  const workspace = env["GITHUB_WORKSPACE"] || process.cwd();
  const get: InputSource["get"] = (name) => getInput(name);
  const inputs = loadInputs({
    get,
    readFile: (path) => readWorkspaceFile(workspace, path),
    checkWritable: (path) => void resolveForWriting(workspace, path),
  });
  const runContext = getRunContext(env);
  const visitors = inputs.mode === "visitors";
  const event = readEvent(env, runContext.eventName, log);
  const request = visitors ? undefined : findTrigger(inputs, event);
  if (request?.kind === "skip") return withoutThread(request.outcome);

  const { apiKey, projectId } = requireCredentials(inputs);
  const idle = inputsWithoutEffect(inputs.mode, get);
  if (idle.length > 0)
    log.notice("Inputs without effect", `With mode: ${inputs.mode} nothing looks at ${idle.join(", ")}.`);
  const base = inputs["base-url"];
  const service = new Service({
    transport: new HttpClient(base, apiKey, networks.dispatcherFor(base), networks.timeouts),
    clock,
    projectId,
    onRetry: createRetryLogger(clock, log),
  });
  const github = createGitHubClient(networks, log, runContext, inputs["github-token"]);
  const place = { repository: runContext.repository, origin: base.origin, project: projectId };
  const failOn = inputs["fail-on"];
  if (request === undefined) {
    // Runs of the agent need nothing of it.
    const { reportVisitors } = await import("./visitors/visitors.ts");
    const { outcome, summary, settled } = await reportVisitors(inputs, {
      ...{ service, clock, log, setOutput, signal, github, apiKey, place },
      runUrl: runContext.runUrl,
      summaryRoom: summaryRoom(env["GITHUB_STEP_SUMMARY"]),
      writeFile: (path, text) => writeWorkspaceFile(workspace, path, text),
    });
    return { ...withoutThread(outcome), summary, failOn, settled: () => settled };
  }
  const { report, settled } = await runCommand(request, event, inputs, {
    ...{ service, clock, log, setOutput, signal, runContext, github },
    markerCodec: (thread) => new JobMarkerCodec(apiKey, { ...place, thread }),
    savePostState: (state) => savePostState(state === undefined ? "" : JSON.stringify(state)),
  });
  return { outcome: report.outcome, summary: renderSummary(report), failOn, settled };
}

/** Waits until the thread shows everything, but no longer than a cancelled run may take. */
async function flushWithTimeout(clock: Clock, settled: Promise<void>, cancelled: AbortSignal): Promise<void> {
  const shown = new AbortController();
  const all = settled.finally(() => shown.abort());
  const limit = async () => {
    await untilAborted(cancelled);
    // What is shown by now needs no limit, and none may keep the process alive.
    if (!shown.signal.aborted) await clock.sleep(lastWordsMs, shown.signal);
  };
  await Promise.race([all, limit()]);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await new Promise((resolve) => setImmediate(resolve));
}

function finish(host: Host, log: Logger, setOutput: SetOutput, { outcome, summary, failOn }: Ending): number {
  setOutput("result", outcome.result);
  setOutput("reason", outcome.reason);
  setOutput("message", toPlainText(outcome.message));
  const text = `${toPlainText(outcome.message)} ${toPlainText(outcome.advice)}`.trim();
  const fails = failsStep(outcome, failOn);
  const title = `Docs Agent: ${headline(outcome)}`;
  if (fails) log.error(title, text);
  else if (["failed", "archived", "timeout", "denied"].includes(outcome.result)) log.warning(title, text);
  else for (const line of [outcome.message, outcome.advice]) if (line.length > 0) log.info(toPlainText(line));
  // Ordinary chatter would fill the list of runs with summaries that say nothing.
  if (outcome.result === "skipped") return 0;
  try {
    appendSummary(host.env["GITHUB_STEP_SUMMARY"], summary);
  } catch (error) {
    log.warning("Summary not written", error instanceof Error ? error.message : String(error));
  }
  return fails ? 1 : 0;
}

/** Masks before anything else can be printed. */
function maskSecrets(): void {
  for (const name of ["api-key", "github-token"]) {
    const secret = getInput(name);
    if (secret !== "") setSecret(secret);
  }
}

/** An event without its file has no text and no thread. */
function readEvent(env: Host["env"], name: string, log: Logger): GitHubEvent {
  const path = env["GITHUB_EVENT_PATH"] ?? "";
  let payload: unknown;
  try {
    if (path !== "") payload = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? shorten(error.message, 300) : "no reason given";
    log.warning("Event not read", `The step goes on without the event's text and thread: ${why}`);
  }
  return parseEvent(name, payload);
}

function toErrorOutcome(error: unknown, log: Logger): Outcome {
  if (error instanceof ActionError) return errorOutcome(error, undefined);
  if (error instanceof CancelledError)
    return { result: "cancelled", reason: "", message: message`The run was cancelled.`, advice: [] };
  if (error instanceof Error) log.debug(error.stack ?? "");
  const what = error instanceof Error ? error.message : String(error);
  return {
    result: "error",
    reason: "internal",
    message: message`Something in the action itself went wrong: ${shorten(what, 500)}`,
    advice: message`Please report it with the log of a run with step debugging; look at the dashboard for a job before you run the step again.`,
  };
}

/** An ending that nobody but summary and log shows. */
function withoutThread(outcome: Outcome): Ending {
  return { outcome, summary: renderSummary(reportOf(outcome)), failOn: [], settled: () => Promise.resolve() };
}
