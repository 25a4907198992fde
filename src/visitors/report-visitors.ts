import type { Clock } from "../clock.ts";
import { writtenRange } from "../dates.ts";
import type { GitHub } from "../github/client.ts";
import type { Connection, VisitorsInputs } from "../inputs/load.ts";
import { namesOf } from "../names.ts";
import type { Ending, Outcome } from "../outcomes.ts";
import type { RunContext } from "../runner/context.ts";
import type { SetOutput } from "../runner/files.ts";
import { heartbeat, type Logger } from "../runner/log.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { code, richText } from "../text/rich-text.ts";
import { joinMemories, remember } from "./find/memory.ts";
import { findReport, type Report } from "./find/report.ts";
import { resolvePeriods } from "./periods.ts";
import type { Periods, VisitorData } from "./read/data.ts";
import { ExportReader } from "./read/export-reader.ts";
import { ignoredPages, placesOn } from "./read/pages.ts";
import { readVisitors } from "./read/visitors.ts";
import {
  type CommentTools,
  type PublishedReport,
  publishReport,
  readReports,
} from "./tell/comment.ts";
import { toCsv, toJson, toMarkdownFile } from "./tell/files.ts";
import { headlineText } from "./tell/headline.ts";
import { dataOutputs, findingOutputs, periodOutputs, toDigest } from "./tell/outputs.ts";
import { renderComment, renderWithin } from "./tell/report.ts";

export type VisitorsDependencies = {
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
export async function reportVisitors(
  inputs: VisitorsInputs,
  deps: VisitorsDependencies,
): Promise<Ending> {
  const { setOutput, connection, runContext } = deps;
  const periods = resolvePeriods(inputs, deps.clock.now());
  for (const output of periodOutputs(periods)) setOutput(...output);
  const data = await readData(periods, inputs, deps);
  for (const output of dataOutputs(data)) setOutput(...output);
  const place = await findPlace(inputs, deps);
  if (deps.signal.aborted) throw new CancelledError(false);

  const report = findReport({
    periods,
    data,
    memory: joinMemories(place?.earlier.map(({ memory }) => memory) ?? []),
    quotes: inputs.quotes,
    siteUrl: inputs["site-url"],
    project: connection.project,
    dashboard: namesOf(connection.base).dashboard,
    isIgnored: ignoredPages(inputs["ignore-paths"]),
    docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
    top: inputs.top,
    runUrl: runContext.runUrl,
  });
  for (const output of findingOutputs(report)) setOutput(...output);
  const outcome =
    writeFiles(inputs["report-file"], report, deps) ?? reportedOutcome(report, deps.log);
  return {
    outcome,
    summary: renderWithin(report, deps.summaryRoom),
    // Not awaited here: if GitHub hangs, the summary and the outputs are still written.
    settled: publishComment(report, inputs, deps, place),
  };
}

async function readData(
  periods: Periods,
  inputs: VisitorsInputs,
  { service, clock, log, setOutput, signal }: VisitorsDependencies,
): Promise<VisitorData> {
  const reader = new ExportReader({
    service,
    clock,
    abort: signal,
    maxRequests: inputs["max-requests"],
    deadline: clock.elapsed() + inputs["timeout-minutes"] * 60_000,
  });
  const stopHeartbeat = heartbeat(clock, log, () => "Still reading the visitors …");
  try {
    return await readVisitors(periods, reader, {
      wanted: new Set(inputs.signals),
      keepsWords: inputs.quotes > 0,
      placeOf: placesOn(inputs["site-url"]),
      log,
    });
  } finally {
    stopHeartbeat();
    reader.close();
    setOutput("requests", String(reader.spent));
  }
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
      const why = error instanceof Error ? error.message : String(error);
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
  if (/\.csv$/i.test(path)) return toCsv;
  return /\.json$/i.test(path) ? toJson : toMarkdownFile;
}

/** Where the comment is written, and the earlier reports there. */
type Place = { tools: CommentTools; earlier: readonly PublishedReport[] };

/** Undefined if no comment is asked for; with a warning without a token, or if GitHub does not list the comments. */
async function findPlace(
  inputs: VisitorsInputs,
  deps: VisitorsDependencies,
): Promise<Place | undefined> {
  const issue = inputs["issue-number"];
  const { github, log, clock, connection } = deps;
  if (issue === undefined || inputs.comment === "never") return undefined;
  if (github === undefined) {
    const why =
      "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
    log.warning("Report comment not written", why);
    return undefined;
  }
  const thread = issue === "dashboard" ? await deps.dashboard(github) : issue;
  if (thread === undefined) return undefined;
  const { key: apiKey, project, base } = connection;
  const scope = {
    repository: deps.runContext.repository,
    thread,
    origin: base.origin,
    project,
  };
  const tools = {
    github,
    log,
    clock,
    apiKey,
    scope,
  };
  const earlier = await readReports(tools);
  return earlier && { tools, earlier };
}

async function publishComment(
  report: Report,
  inputs: VisitorsInputs,
  { log, clock, setOutput }: VisitorsDependencies,
  place: Place | undefined,
): Promise<void> {
  if (place === undefined) return;
  const { tools, earlier } = place;
  if (inputs["dry-run"])
    return log.info(
      `Without dry-run, the report would be written into a comment on #${tools.scope.thread}.`,
    );

  const written = {
    text: renderComment(report, inputs["trigger-phrase"]),
    content: {
      period: inputs["date-from"] === undefined ? inputs.period : "dates",
      range: writtenRange(report.periods.current),
      memory: remember(report.memory, report.prompted?.page, clock.now()),
    },
    isFresh: inputs.comment === "new",
  };
  const published = await publishReport(written, earlier, tools);
  if (published === undefined) return;
  setOutput("commentUrl", published.url);
  // It was set with the address of the run, in case GitHub does not answer.
  setOutput("digest", toDigest(report, published.url));
}

function reportedOutcome(report: Report, log: Logger): Outcome {
  const message = [{ trusted: headlineText(report) }];
  const isPartial = report.data.missing.length > 0;
  if (isPartial)
    log.notice(
      "Docs Agent: Report incomplete",
      "Some data is missing; the report says what and why.",
    );
  return {
    result: "reported",
    reason: isPartial ? "partial" : "",
    message,
    advice: [],
  };
}
