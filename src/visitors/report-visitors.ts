import { day, midnightBefore, monthStart } from "../dates.ts";
import type { GitHub } from "../github/client.ts";
import type { Connection, VisitorsInputs } from "../inputs/load.ts";
import { mintlifyUrl } from "../names.ts";
import type { Ending, Outcome } from "../outcomes.ts";
import type { Clock } from "../runner/clock.ts";
import type { RunContext } from "../runner/context.ts";
import type { SetOutput } from "../runner/files.ts";
import { heartbeat, type Logger } from "../runner/log.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { code, richText } from "../text/rich-text.ts";
import { type CommentTools, type PublishedReport, publishReport, readReports } from "./comment.ts";
import { readDocsRepository } from "./docs-repository.ts";
import { ExportReader } from "./export-reader.ts";
import { toCsv, toJson, toMarkdownFile } from "./files.ts";
import { plainHeadline } from "./headline.ts";
import { noMemory, remember } from "./memory.ts";
import { dataOutputs, findingOutputs, periodOutputs, promptedRow, toDigest } from "./outputs.ts";
import { readVisitors } from "./read-visitors.ts";
import { composeReport, renderComment, renderWithin } from "./report.ts";
import type { Periods, Range, Report } from "./report-model.ts";
import { ignoredPaths } from "./site-pages.ts";

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
  connection: Connection;
};

/** Fetches the visitors and publishes the report. Throws an `ActionError` if not even the totals could be read. */
export async function reportVisitors(inputs: VisitorsInputs, deps: VisitorsDependencies): Promise<Ending> {
  const { clock, log, setOutput, connection, runContext } = deps;
  const periods = resolvePeriods(inputs, clock.now());
  for (const output of periodOutputs(periods)) setOutput(...output);
  const reader = new ExportReader({
    service: deps.service,
    clock,
    abort: deps.signal,
    maxRequests: inputs["max-requests"],
    deadline: clock.elapsed() + inputs["timeout-minutes"] * 60_000,
  });
  const stopHeartbeat = heartbeat(clock, log, () => "Still reading the visitors …");
  const data = await readVisitors(periods, reader, new Set(inputs.signals), log).finally(() => {
    stopHeartbeat();
    reader.close();
    setOutput("requests", String(reader.spent));
  });
  for (const output of dataOutputs(data)) setOutput(...output);

  const parts = {
    periods,
    data,
    siteUrl: inputs["site-url"],
    service: connection.base.origin === mintlifyUrl ? "Mintlify" : "the service",
    project: connection.project,
    ignored: ignoredPaths(inputs["ignore-paths"]),
    docsUrl: runContext.sourceUrl && `${runContext.sourceUrl}/docs/report.md`,
    top: inputs.top,
    runUrl: runContext.runUrl,
  };
  const draft = composeReport(parts);
  const name = inputs["docs-repository"];
  const asked = { pages: draft.candidates, serverUrl: runContext.serverUrl, clock };
  const place = commentTools(inputs, deps);
  const [docs, earlier] = await Promise.all([
    name === undefined ? undefined : readDocsRepository(deps.github, { name, ...asked }),
    place && readReports(place),
  ]);
  if (deps.signal.aborted) throw new CancelledError(false);
  const report = composeReport({ ...parts, docs, memory: earlier && (earlier[0]?.memory ?? noMemory) });
  for (const output of findingOutputs(report)) setOutput(...output);
  const outcome = writeFiles(inputs["report-file"], report, deps) ?? reportedOutcome(report, log);
  // Not awaited here: if GitHub hangs, the summary and the outputs are still written.
  return {
    outcome,
    summary: renderWithin(report, deps.summaryRoom),
    settled: publishComment(report, inputs, deps, place && earlier && { place, earlier }),
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
      const write = /\.csv$/i.test(path) ? toCsv : /\.json$/i.test(path) ? toJson : toMarkdownFile;
      writeFile(path, write(report));
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

/** What the comment is written with; undefined if no comment is asked for, or without a token, which is a warning. */
function commentTools(inputs: VisitorsInputs, deps: VisitorsDependencies): CommentTools | undefined {
  const issue = inputs["issue-number"];
  const { github, log, clock, connection, runContext } = deps;
  if (issue === undefined || inputs.comment === "never") return undefined;
  const { key: apiKey, project, base } = connection;
  const scope = { repository: runContext.repository, thread: issue, origin: base.origin, project };
  if (github !== undefined) return { github, log, clock, apiKey, scope };
  const why =
    "issue-number needs github-token, which is empty; leave github-token out to use the job's own token.";
  log.warning("Report comment not written", why);
  return undefined;
}

async function publishComment(
  report: Report,
  inputs: VisitorsInputs,
  { log, setOutput }: VisitorsDependencies,
  known: { place: CommentTools; earlier: readonly PublishedReport[] } | undefined,
): Promise<void> {
  if (known === undefined) return;
  const { place, earlier } = known;
  if (inputs["dry-run"])
    return log.info(`Without dry-run, the report would be written into a comment on #${place.scope.thread}.`);
  const text = renderComment({ ...report, triggerPhrase: inputs["trigger-phrase"] });
  const memory = remember(report, promptedRow(report)?.page);
  const published = await publishReport({ text, memory, fresh: inputs.comment === "new" }, earlier, place);
  if (published === undefined) return;
  setOutput("commentUrl", published.url);
  // It was set with the address of the run, in case GitHub does not answer.
  setOutput("digest", toDigest(report, published.url));
}

function reportedOutcome(report: Report, log: Logger): Outcome {
  const { missing } = report.data;
  if (missing.length > 0) {
    const text = "Some data is missing; the report says what and why.";
    if (missing.some(({ why }) => why !== "budget")) log.warning("Docs Agent: Report incomplete", text);
    else log.notice("Docs Agent: Report limited by max-requests", `${text} Raise max-requests to read more.`);
  }
  return {
    result: "reported",
    reason: missing.length > 0 ? "partial" : "",
    message: [{ trusted: plainHeadline(report) }],
    advice: [],
  };
}

/** The ranges of a report. Only the UTC day of `now` counts, so a late schedule and a re-run cover the same days. */
export function resolvePeriods(
  inputs: Pick<VisitorsInputs, "period" | "date-from" | "date-to" | "compare" | "trend">,
  now: number,
): Periods {
  const today = midnightBefore(now);
  const { period, "date-from": from, "date-to": to } = inputs;
  const given = from === undefined || to === undefined ? undefined : { from, to };
  const isMonth = period === "last-month" && given === undefined;
  const current = given ?? (isMonth ? monthBefore(today, 0) : lastDays(period, today));
  const length = current.to - current.from;
  const rangeBack = (periods: number): Range =>
    isMonth
      ? monthBefore(today, periods)
      : { from: current.from - periods * length, to: current.to - periods * length };
  return {
    current,
    previous: inputs.compare ? rangeBack(1) : undefined,
    trend: Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).reverse(),
    unit: isMonth ? "month" : length === day ? "day" : length === 7 * day ? "week" : "period",
  };
}

function monthBefore(today: number, months: number): Range {
  return { from: monthStart(today, months + 1), to: monthStart(today, months) };
}

function lastDays(period: string, today: number): Range {
  if (period !== "last-week") return { from: today - Number.parseInt(period, 10) * day, to: today };
  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const monday = Math.floor((today + 3 * day) / (7 * day)) * 7 * day - 3 * day;
  return { from: monday - 7 * day, to: monday };
}
