import type { Clock } from "../clock.ts";
import type { GitHub } from "../github/client.ts";
import { heartbeat } from "../heartbeat.ts";
import type { Inputs } from "../inputs.ts";
import type { Logger } from "../logger.ts";
import type { SetOutput } from "../outputs.ts";
import type { Outcome } from "../result.ts";
import type { Service } from "../service/client.ts";
import { code, message } from "../text/message.ts";
import { ReportComment, type ReportPlace } from "./comment.ts";
import { toCsv, toJson, toMarkdown } from "./export.ts";
import { findFindings } from "./findings.ts";
import { share } from "./numbers.ts";
import { rangeForService, resolvePeriods } from "./period.ts";
import { readVisitors } from "./read.ts";
import { type Report, renderReport } from "./render.ts";
import { sentence } from "./render-head.ts";
import type { VisitorData } from "./types.ts";

/** What a report needs from outside. */
export type VisitorsDependencies = {
  service: Service;
  clock: Clock;
  log: Logger;
  setOutput: SetOutput;
  signal: AbortSignal;
  runUrl: string;
  /** How many bytes the job summary has left. */
  summaryRoom: number;
  /** Writes a file of the workspace. Throws what keeps it from being written. */
  writeFile: (path: string, text: string) => void;
  /** Missing without a token. */
  github: GitHub | undefined;
  apiKey: string;
  place: Omit<ReportPlace, "issue">;
};

/** How the report ended, its text for the job summary, and the promise of its comment. */
export type VisitorsResult = {
  outcome: Outcome;
  summary: string;
  /** Resolves when the comment shows the report, or cannot. */
  settled: Promise<void>;
};

/**
 * Reads the visitors and brings the report to where it is wanted: summary, files, comment, outputs. Throws an
 * `ActionError` when not even the period's totals could be read, and a `CancelledError` when the run was cancelled.
 */
export async function reportVisitors(inputs: Inputs, tools: VisitorsDependencies): Promise<VisitorsResult> {
  const { service, clock, log, setOutput, signal } = tools;
  const periods = resolvePeriods(inputs, clock.now());
  const { dateFrom, dateTo } = rangeForService(periods.current);
  setOutput("dateFrom", dateFrom);
  setOutput("dateTo", dateTo);

  const stop = heartbeat(clock, log, () => "Still reading the visitors …");
  let reading: VisitorData;
  try {
    const deadline = clock.now() + inputs["timeout-minutes"] * 60_000;
    const onSpent = (requests: number) => setOutput("requests", String(requests));
    reading = await readVisitors(periods, {
      onSpent,
      service,
      clock,
      signal,
      deadline,
      log,
      maxRequests: inputs["max-requests"],
    });
  } finally {
    stop();
  }
  setFigures(setOutput, reading);

  const findings = findFindings(reading);
  const report: Report = {
    periods,
    reading,
    findings,
    top: inputs.top,
    maxBytes: tools.summaryRoom,
    files: inputs["report-file"],
    runUrl: tools.runUrl,
  };
  const { written, failure } = writeFiles(inputs["report-file"], report, tools);
  const published: Report = { ...report, files: written };
  const outcome = failure ?? reported(published, log);
  // Nothing waits for the comment, so that a GitHub that hangs cannot keep back what is known.
  return { outcome, summary: renderReport(published), settled: comment(published, inputs, tools) };
}

/** The outputs that later steps compute with. */
function setFigures(setOutput: SetOutput, { current }: VisitorData): void {
  const { human, ai, total } = current.totals;
  setOutput("human", String(human));
  setOutput("ai", String(ai));
  setOutput("total", String(total));
  // Four decimals are a hundredth of a percent, far below what approximate counts can tell.
  const aiShare = share(ai, total);
  setOutput("aiShare", aiShare === undefined ? "" : String(Math.round(aiShare * 10_000) / 10_000));
  setOutput("pages", String(current.rows.length));
  setOutput("complete", String(current.complete));
}

/** Writes the files one after the other; the first that cannot be written ends it, and names why. */
function writeFiles(
  files: readonly string[],
  report: Report,
  tools: VisitorsDependencies,
): { written: readonly string[]; failure: Outcome | undefined } {
  const written: string[] = [];
  for (const path of new Set(files)) {
    try {
      tools.writeFile(path, contentOf(path, report));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const outcome: Outcome = {
        result: "error",
        reason: "file",
        message: message`The report could not be written to ${code(path)}: ${why}.`,
        advice: message`See that the path in ${code("report-file")} lies in the workspace and can be written; the summary holds the report all the same.`,
      };
      return { written, failure: outcome };
    }
    written.push(path);
    tools.setOutput("reportFile", written.join("\n"));
  }
  return { written, failure: undefined };
}

function contentOf(path: string, report: Report): string {
  if (/\.csv$/i.test(path)) return toCsv(report);
  return /\.json$/i.test(path) ? toJson(report) : toMarkdown(report);
}

async function comment(report: Report, inputs: Inputs, tools: VisitorsDependencies): Promise<void> {
  const issue = inputs["issue-number"];
  const { github, log, apiKey, place, setOutput } = tools;
  if (issue === undefined || inputs.comment === "never") return;
  if (github === undefined) {
    const why = "issue-number is given, but github-token is empty; leave it out to use the job's own token.";
    return log.warning("Report not put into the comment", why);
  }
  if (inputs["dry-run"])
    return log.info(`Without dry-run, the report would be put into a comment on #${issue}.`);
  const reportComment = new ReportComment(github, log, apiKey, { ...place, issue });
  const published = await reportComment.publish(renderReport({ ...report, maxBytes: reportComment.room }));
  if (published !== undefined) setOutput("commentUrl", published.url);
}

function reported(report: Report, log: Logger): Outcome {
  const { reading } = report;
  const partial = reading.missing.length > 0;
  const words = sentence(report).replaceAll("**", "");
  if (partial) {
    const text = "The report says what is missing below its heading, and at its end why.";
    if (reading.failedMidway) log.warning("Docs Agent: Report with gaps", text);
    else log.notice("Docs Agent: Report within its budget", `${text} To read more, raise max-requests.`);
  }
  return { result: "reported", reason: partial ? "partial" : "", message: [{ own: words }], advice: [] };
}
