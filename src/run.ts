import { appendFileSync, statSync } from "node:fs";
import * as core from "@actions/core";
import type { Dispatcher } from "undici";
import { type AgentReport, runAgent, taskFromInputs } from "./agent/agent.ts";
import { duration } from "./agent/duration.ts";
import { agentSummary } from "./agent/summary.ts";
import type { Clock } from "./clock.ts";
import { ActionError, InputError } from "./errors.ts";
import { type Inputs, loadInputs, requireCredentials } from "./inputs.ts";
import { ActionLog, type Log } from "./log.ts";
import { failsStep, headline, type Outcome } from "./outcome.ts";
import type { OutputName, SetOutput } from "./outputs.ts";
import { Service } from "./service/client.ts";
import { createDispatcher, Transport } from "./service/transport.ts";
import { plain, say } from "./text/sentence.ts";
import { readWorkspaceFile } from "./workspace.ts";

/** The process as the run sees it: everything that a test replaces. */
export type Host = {
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  /** Calls `cancel` at the first of the runner's signals; the returned function ends the listening. */
  onCancel(cancel: () => void): () => void;
  /** The network; without it, the one of the environment with its proxies. */
  dispatcher?: Dispatcher;
};

/** The runner drops a summary above 1 MiB whole (github/docs, workflow commands), counting earlier lines of the step. */
const maxSummaryBytes = 1024 * 1024;

/**
 * Runs the step and returns its exit code. The only place that catches, and that decides whether the step fails; it
 * never throws.
 */
export async function run(host: Host): Promise<number> {
  maskSecrets();
  const log = new ActionLog(host.clock);
  const setOutput = onceEach();
  const cancelled = new AbortController();
  const stopListening = host.onCancel(() => {
    log.info("Cancelled: ending the wait.");
    cancelled.abort();
  });
  let ending: Ending;
  try {
    ending = await play(host, log, setOutput, cancelled.signal);
  } catch (error) {
    ending = { outcome: outcomeOf(error, log), summary: undefined, failOn: [] };
  } finally {
    stopListening();
  }
  try {
    return finish(host, log, setOutput, ending);
  } catch (error) {
    log.error("Docs Agent: Outputs not written", plain(outcomeOf(error, log).message));
    return 1;
  }
}

/** How the run ended: what is said, the summary (made from the outcome when missing), and which results fail. */
type Ending = { outcome: Outcome; summary: AgentReport | undefined; failOn: Inputs["fail-on"] };

async function play(host: Host, log: Log, setOutput: SetOutput, signal: AbortSignal): Promise<Ending> {
  const { env, clock } = host;
  const inputs = loadInputs({
    get: (name) => core.getInput(name),
    readFile: (path) => readWorkspaceFile(env["GITHUB_WORKSPACE"] || process.cwd(), path),
  });
  if (inputs.mode === "visitors")
    throw new InputError(
      say`The mode “visitors” is not supported by this version yet.`,
      say`Leave mode out, or set it to agent.`,
    );
  const task = taskFromInputs(inputs, env["GITHUB_EVENT_NAME"] ?? "");
  const { apiKey, projectId } = requireCredentials(inputs);
  const dispatcher = host.dispatcher ?? proxied(inputs["base-url"], env);
  try {
    const service = new Service({
      transport: new Transport(inputs["base-url"], apiKey, dispatcher),
      clock,
      projectId,
      onRetry: (why, waitMs) =>
        log.info(`No answer to use yet (${why}); trying again in ${duration(waitMs)}.`),
    });
    const report = await runAgent(task, inputs, { service, clock, log, setOutput, signal });
    return { outcome: report.outcome, summary: report, failOn: inputs["fail-on"] };
  } finally {
    // Idle connections would keep the process waiting for their time-outs.
    if (host.dispatcher === undefined) await dispatcher.destroy();
  }
}

function finish(host: Host, log: Log, setOutput: SetOutput, ending: Ending): number {
  const { outcome } = ending;
  setOutput("result", outcome.result);
  setOutput("reason", outcome.reason);
  setOutput("message", plain(outcome.message));
  const text = `${plain(outcome.message)} ${plain(outcome.advice)}`.trim();
  const fails = failsStep(outcome, ending.failOn);
  const title = `Docs Agent: ${headline(outcome)}`;
  if (fails) log.error(title, text);
  else if (["failed", "archived", "timeout", "denied"].includes(outcome.result)) log.warning(title, text);
  else log.info(text);
  const report = ending.summary ?? {
    outcome,
    prompt: "",
    jobId: undefined,
    job: undefined,
    prLink: undefined,
    elapsedMs: undefined,
  };
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

/** Outputs are put out when they change, as each call appends to the runner's file. */
function onceEach(): SetOutput {
  const known = new Map<OutputName, string>();
  return (name, value) => {
    if (known.get(name) === value) return;
    known.set(name, value);
    core.setOutput(name, value);
  };
}

function outcomeOf(error: unknown, log: Log): Outcome {
  if (error instanceof ActionError)
    return { result: "error", reason: error.reason, message: error.what, advice: error.advice };
  if (error instanceof Error) log.debug(error.stack ?? "");
  const what = error instanceof Error ? error.message : String(error);
  return {
    result: "error",
    reason: "internal",
    message: say`Something in the action itself went wrong: ${what.slice(0, 500)}`,
    advice: say`Please report it with the log of a run with step debugging; look at the dashboard for a job before you run the step again.`,
  };
}

function proxied(base: URL, env: Host["env"]): Dispatcher {
  try {
    return createDispatcher(base, env);
  } catch (error) {
    throw new InputError(
      say`The proxy that the environment names cannot be used.`,
      say`Set HTTPS_PROXY to an address such as http://proxy.example.com:3128.`,
      { cause: error },
    );
  }
}

function appendSummary(path: string | undefined, markdown: string): void {
  if (!path) return;
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (before + Buffer.byteLength(markdown) < maxSummaryBytes) appendFileSync(path, markdown);
}
