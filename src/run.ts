import { readFileSync } from "node:fs";
import * as core from "@actions/core";
import { renderSummary } from "./agent/comment-text.ts";
import { findRequest } from "./agent/request.ts";
import { refuseRequest, runRequest } from "./agent/run-request.ts";
import { skippedFor } from "./agent/sentences.ts";
import { readDashboard } from "./agent/thread-errors.ts";
import { timeoutMs } from "./agent/tools.ts";
import { aborted, type Clock } from "./clock.ts";
import { ActionError, errorOutcome, logCrash, messageOf } from "./errors.ts";
import { GitHub } from "./github/client.ts";
import { commentThread } from "./github/comments.ts";
import { type GitHubEvent, parseEvent } from "./github/event.ts";
import { type InputSource, type Inputs, inputError, loadInputs } from "./inputs/load.ts";
import { Connections, type NetworkHost } from "./network/connections.ts";
import { type Ending, failsStep, headline, type Outcome, rowOf } from "./outcomes.ts";
import { getRunContext, type RunContext } from "./runner/context.ts";
import {
  appendSummary,
  loadPostState,
  runnerOutputs,
  savePostState,
  summaryRoom,
} from "./runner/files.ts";
import { createLogger, type Logger, maskSecrets } from "./runner/log.ts";
import { readWorkspaceFile, writeWorkspaceFile } from "./runner/workspace.ts";
import { Service } from "./service/client.ts";
import { CancelledError } from "./service/errors.ts";
import { richText, toPlainText } from "./text/rich-text.ts";
import { formatDuration, upperFirst } from "./text/words.ts";

/** The parts of the process that a test replaces. */
export type Runtime = NetworkHost & {
  env: Readonly<Record<string, string | undefined>>;
  /** The file that runs. */
  scriptPath?: string | undefined;
  clock: Clock;
  /** False for an emulated GitHub, which needs no waits between requests. */
  isPaced?: boolean;
  /** Calls `cancel` at each of the runner's signals. */
  onCancel(cancel: () => void): void;
};

/**
 * In ms. The runner sends SIGTERM 7.5 s after the cancellation, and a POST may have used 3 of them. What takes longer is
 * left to the post step.
 */
const cancelledFlushMs = 4000;

const cancelledOutcome: Outcome = {
  result: "cancelled",
  reason: "",
  message: richText`The run was cancelled.`,
  advice: [],
};

/** What a step works with, before it knows its inputs. */
type Base = ReturnType<typeof baseOf>;

/** `signal` aborts when the run is cancelled. */
function baseOf(host: Runtime, signal: AbortSignal) {
  const redact = maskSecrets();
  const log = createLogger(redact);
  return {
    host,
    redact,
    log,
    clock: host.clock,
    signal,
    connections: new Connections(host),
    runContext: getRunContext(host.env, host.scriptPath),
    setOutput: runnerOutputs(redact, log),
  };
}

/** Runs the main step and returns the exit code. It alone decides whether the step fails, and never throws. */
export async function run(host: Runtime): Promise<number> {
  const cancelled = new AbortController();
  const base = baseOf(host, cancelled.signal);
  const { log } = base;
  host.onCancel(() => {
    if (cancelled.signal.aborted) {
      return;
    }
    log.info("Cancelled: the run stops waiting.");
    cancelled.abort();
  });
  try {
    const ending = await runMode(base).catch((error: unknown) => failedEnding(error, base));
    const exitCode = tell(ending, base);
    // Waits for the comments, and once the run is cancelled only for a few seconds.
    const isOver = aborted(base.signal).then(() => base.clock.sleep(cancelledFlushMs));
    await Promise.race([ending.settled, isOver]);
    return exitCode;
  } catch (error) {
    logCrash(error, log);
    return 1;
  } finally {
    await base.connections.close();
  }
}

async function runMode(base: Base): Promise<Ending> {
  const { host, clock } = base;
  const workspace = host.env["GITHUB_WORKSPACE"] || process.cwd();
  const event = readEvent(host.env, base.runContext.eventName);
  const runContext = withTag(base.runContext, event);
  const source: InputSource = {
    get: (name) => core.getInput(name),
    readFile: (path) => readWorkspaceFile(workspace, path),
  };
  const inputs = loadInputs(source, { ...event, ref: runContext.ref }, clock.now());
  if (inputs.mode === "visitors") {
    return await runVisitors(inputs, workspace, base);
  }
  const request = findRequest(inputs, event);
  // A text without a command needs no key, no project and no connection.
  if ("result" in request) {
    return plainEnding(request, base);
  }
  const github = gitHubOf(inputs["github-token"], base);
  const threadTools = {
    ...base,
    runContext,
    inputs,
    event,
    github,
    savePostState,
    deadline: clock.elapsed() + timeoutMs(inputs),
  };
  if ("problems" in inputs.connection) {
    // Only our own signed comment makes a command of a review without the phrase, and without the key nothing verifies.
    if (request.kind === "prompt" && request.asksForChanges) {
      return plainEnding(skippedFor("no-command"), base);
    }
    // Without a token there is no reply.
    if (request.trigger !== undefined && github !== undefined) {
      return await refuseRequest(request, inputs.connection.problems, threadTools);
    }
  }
  const connected = connect(inputs, base);
  const ending = await runRequest(request, { ...threadTools, ...connected });
  return { ...ending, failOn: inputs["fail-on"] };
}

/** The run of a release with the tag that its event names: the runner leaves it out at times (actions/runner#2788). */
function withTag(runContext: RunContext, { diffSource }: GitHubEvent): RunContext {
  if (typeof diffSource !== "object" || diffSource.kind !== "release") {
    return runContext;
  }
  return { ...runContext, ref: `refs/tags/${diffSource.tag}`, branch: diffSource.tag };
}

async function runVisitors(inputs: Inputs, workspace: string, base: Base): Promise<Ending> {
  const { host, log, redact } = base;
  const connected = connect(inputs, base);
  // Loaded only here, because the agent does not need it.
  const { reportVisitors } = await import("./visitors/report-visitors.ts");
  const dependencies = {
    ...base,
    ...connected,
    github: gitHubOf(inputs["github-token"], base),
    dashboard: (github: GitHub) => reportIssue(github, inputs["dry-run"], log),
    summaryRoom: summaryRoom(host.env["GITHUB_STEP_SUMMARY"]),
    writeFile: (path: string, text: string) => writeWorkspaceFile(workspace, path, redact(text)),
  };
  return await reportVisitors(inputs, dependencies);
}

/** The dashboard for the report. Where it cannot be opened, the report is in the summary alone. */
async function reportIssue(
  github: GitHub,
  isDryRun: boolean,
  log: Logger,
): Promise<number | undefined> {
  try {
    const number = await readDashboard(github, isDryRun);
    if (number === undefined) {
      log.info("Without dry-run, the report would open the dashboard and be a comment there.");
    }
    return number;
  } catch (error) {
    if (!(error instanceof ActionError)) {
      throw error;
    }
    const { message, advice } = error.outcome;
    log.warning("Report comment not written", toPlainText(richText`${message} ${advice}`));
    return undefined;
  }
}

/** The client of the service. Throws an `ActionError` when the key, the project or the address cannot be used. */
function connect({ connection }: Inputs, { clock, log, redact, connections }: Base) {
  if ("problems" in connection) {
    throw inputError(connection.problems);
  }
  const { key, project, base } = connection;
  const endpoint = { base, key, dispatcher: connections.dispatcherFor(base) };
  const onRetry = (why: string, waitMs: number) =>
    log.info(`Request failed (${why}); retrying in ${formatDuration(waitMs)}.`);
  return {
    service: new Service({
      endpoint,
      clock,
      projectId: project,
      onRetry,
      redact,
    }),
    connection,
  };
}

function gitHubOf(token: string, base: Base): GitHub | undefined {
  return token === "" ? undefined : new GitHub({ ...base, token, isPaced: base.host.isPaced });
}

/** Tells the runner how the run ended, and returns the exit code. */
function tell(
  { outcome, summary, failOn = [] }: Ending,
  { host, log, setOutput, redact }: Base,
): number {
  const message = toPlainText(outcome.message);
  setOutput("result", outcome.result);
  setOutput("reason", outcome.reason);
  setOutput("message", message);
  const advice = upperFirst(toPlainText(outcome.advice));
  const text = `${message} ${advice}`.trim();
  const fails = failsStep(outcome, failOn);
  const title = `Docs Agent: ${headline(outcome)}`;
  if (fails) {
    log.error(title, text);
  } else if (rowOf(outcome).warns) {
    log.warning(title, text);
  } else {
    [message, advice].filter(Boolean).forEach(log.info);
  }
  // Most comments hold no command, so their runs write no summary. `no-diff` is a prompt that was held back.
  if (outcome.result === "skipped" && outcome.reason !== "no-diff") {
    return 0;
  }
  // A report that does not fit is empty.
  if (summary === "") {
    log.warning("Summary not written", "A step's summary has 1 MiB at most. Lower the input top.");
  }
  try {
    appendSummary(host.env["GITHUB_STEP_SUMMARY"], redact(summary));
  } catch (error) {
    log.warning("Summary not written", messageOf(error));
  }
  return fails ? 1 : 0;
}

/** Reads the event file. Without one, as outside a runner, the event has no text and no thread. */
function readEvent(env: Runtime["env"], name: string): GitHubEvent {
  const path = env["GITHUB_EVENT_PATH"];
  return parseEvent(name, path ? JSON.parse(readFileSync(path, "utf8")) : undefined);
}

function failedEnding(error: unknown, base: Base): Ending {
  const isCancelled = error instanceof CancelledError;
  return plainEnding(isCancelled ? cancelledOutcome : errorOutcome(error, base.log), base);
}

function plainEnding(outcome: Outcome, { runContext }: Base): Ending {
  return {
    outcome,
    summary: renderSummary(outcome, {}, runContext),
    settled: Promise.resolve(),
  };
}

/**
 * Runs the post step: makes the edit of a comment that the main step could not make. If GitHub refuses, that is only a
 * warning, because the main step has already decided whether the job fails. Never throws.
 */
export async function runPost(host: Runtime): Promise<void> {
  // The connections are not closed, because the process ends with the step.
  const base = baseOf(host, new AbortController().signal);
  try {
    const edit = loadPostState();
    const github = gitHubOf(core.getInput("github-token"), base);
    if (edit === undefined || github === undefined) {
      return;
    }
    await commentThread(github, edit.number, edit.root).edit(edit.id, edit.body);
    base.log.info("The main step ended before it could update its comment; updated now.");
  } catch (error) {
    base.log.warning("Status comment not updated", messageOf(error));
  }
}
