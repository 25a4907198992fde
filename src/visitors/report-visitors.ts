import { type Clock, orAbort } from "../clock.ts";
import { writtenRange } from "../dates.ts";
import { messageOf } from "../errors.ts";
import type { GitHub } from "../github/client.ts";
import type { Connection, Inputs } from "../inputs/load.ts";
import { namesOf } from "../names.ts";
import type { Ending, Outcome } from "../outcomes.ts";
import type { RunContext } from "../runner/context.ts";
import type { SetOutput } from "../runner/files.ts";
import type { Logger } from "../runner/log.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { code, richText } from "../text/rich-text.ts";
import { findReport, joinMemories, type Report, remember } from "./find/report.ts";
import { resolvePeriods } from "./periods.ts";
import { exportReader } from "./read/export-reader.ts";
import { ignoredPages, placesOn } from "./read/pages.ts";
import { readVisitors } from "./read/visitors.ts";
import { type ReportThread, reportThread } from "./tell/comment.ts";
import { outputsOf, toCsv, toDigest, toJson, toMarkdownFile } from "./tell/files.ts";
import { headlineText } from "./tell/headline.ts";
import { renderComment, renderReport } from "./tell/report.ts";

type VisitorsDependencies = {
  service: Service;
  clock: Clock;
  log: Logger;
  setOutput: SetOutput;
  signal: AbortSignal;
  runContext: RunContext;
  summaryRoom: number;
  /** Writes a file of the workspace; throws if it cannot. */
  writeFile: (path: string, text: string) => void;
  github: GitHub | undefined;
  /** The number of the dashboard; missing, with a warning, where there is none and none can be opened. */
  dashboard: (github: GitHub) => Promise<number | undefined>;
  connection: Connection;
};

/** Fetches the visitors and publishes the report. Throws an `ActionError` if not even the totals could be read. */
export async function reportVisitors(inputs: Inputs, deps: VisitorsDependencies): Promise<Ending> {
  const { service, clock, log, setOutput, signal, connection, runContext } = deps;
  const periods = resolvePeriods(inputs, clock.now());
  const placeOf = placesOn(inputs["site-url"]);
  const reader = exportReader({
    service,
    clock,
    abort: signal,
    maxRequests: inputs["max-requests"],
    deadline: clock.elapsed() + inputs["timeout-minutes"] * 60_000,
  });
  const wanted = new Set(inputs.signals);
  const data = await readVisitors(periods, reader, { wanted, placeOf, log }).finally(() =>
    setOutput("requests", String(reader.spent())),
  );
  const thread = await orAbort(findThread(inputs, deps), signal, () => new CancelledError(false));

  const report = findReport({
    periods,
    data,
    memory: joinMemories(thread?.memories ?? []),
    quotes: inputs.quotes,
    siteUrl: inputs["site-url"],
    project: connection.project,
    dashboard: namesOf(connection.base).analytics,
    isIgnored: ignoredPages(inputs["ignore-paths"]),
    docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
    top: inputs.top,
    runUrl: runContext.runUrl,
  });
  for (const [name, value] of Object.entries(outputsOf(report))) {
    setOutput(name, value);
  }
  const reported: Outcome = {
    result: "reported",
    reason: data.missing.length > 0 ? "partial" : "",
    message: [{ trusted: headlineText(report) }],
    advice: [],
  };
  return {
    outcome: writeFiles(inputs["report-file"], report, deps) ?? reported,
    summary: renderReport(report, deps.summaryRoom),
    // Not awaited here: if GitHub hangs, the summary and the outputs are still written.
    settled: publishComment(report, inputs, deps, thread),
  };
}

/** Writes the files in order. Stops at the first that cannot be written, and returns that failure. */
function writeFiles(
  files: readonly string[],
  report: Report,
  { writeFile, setOutput }: VisitorsDependencies,
): Outcome | undefined {
  const written: string[] = [];
  for (const path of new Set(files)) {
    try {
      writeFile(path, contentFor(path)(report));
    } catch (error) {
      const why = messageOf(error);
      return {
        result: "error",
        reason: "file",
        message: richText`The report could not be written to ${code(path)}: ${why}.`,
        advice: richText`Check that the path in ${code("report-file")} is in the workspace and writable. The job summary has the report.`,
      };
    }
    written.push(path);
    setOutput("reportFile", written.join("\n"));
  }
  return undefined;
}

function contentFor(path: string): (report: Report) => string {
  if (/\.csv$/i.test(path)) {
    return toCsv;
  }
  return /\.json$/i.test(path) ? toJson : toMarkdownFile;
}

/** Undefined if no comment is asked for; with a warning without a token, or if GitHub does not list the comments. */
async function findThread(
  inputs: Inputs,
  { github, log, connection, runContext, dashboard }: VisitorsDependencies,
): Promise<ReportThread | undefined> {
  const issue = inputs["issue-number"];
  if (issue === undefined || inputs.comment === "never") {
    return undefined;
  }
  if (github === undefined) {
    const why =
      "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
    log.warning("Report comment not written", why);
    return undefined;
  }
  const thread = issue === "dashboard" ? await dashboard(github) : issue;
  if (thread === undefined) {
    return undefined;
  }
  const scope = {
    repository: runContext.repository,
    thread,
    origin: connection.base.origin,
    project: connection.project,
  };
  return await reportThread(scope, connection.key, github, log);
}

async function publishComment(
  report: Report,
  inputs: Inputs,
  { log, clock, setOutput }: VisitorsDependencies,
  thread: ReportThread | undefined,
): Promise<void> {
  if (thread === undefined) {
    return;
  }
  if (inputs["dry-run"]) {
    return log.info(
      `Without dry-run, the report would be written into a comment on #${thread.number}.`,
    );
  }

  const published = await thread.publish({
    text: renderComment(report, inputs["trigger-phrase"]),
    content: {
      period: inputs["date-from"] === undefined ? inputs.period : "dates",
      range: writtenRange(report.periods.current),
      memory: remember(report, clock.now()),
    },
    isFresh: inputs.comment === "new",
  });
  if (published === undefined) {
    return;
  }
  setOutput("commentUrl", published.url);
  // It was set with the address of the run, in case GitHub does not answer.
  setOutput("digest", toDigest(report, published.url));
}
