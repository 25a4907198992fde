import type { RunningService } from "../emulator/start.ts";
import { runStep } from "../runner/runner.ts";
import { check, heading, section, showLog } from "./print.ts";

/**
 * The report's part of the demo: the visitors of the last full week on a site of 120 pages, beside the week before.
 * Returns the report's Markdown.
 */
export async function playVisitors(service: RunningService): Promise<string> {
  service.change({ pages: 120 });
  heading("Monday morning: what happened on the documentation site last week");
  const step = await runStep({
    with: {
      mode: "visitors",
      "api-key": service.readOnlyKey,
      "project-id": service.projectId,
      "base-url": service.url,
      period: "last-week",
    },
    eventName: "schedule",
  });
  const { exitCode, summary, outputs } = step;
  showLog(step);
  section("Summary", shortened(summary));
  section(
    "Outputs",
    Object.entries(outputs)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
  );
  const { result, reason, complete } = outputs;
  check(exitCode === 0 && result === "reported", `the report ended as ${result} (${reason})`);
  check(complete === "true" && reason === "", "the report is not complete");
  for (const part of ["### What moved", "### Who reads what", "### Top pages"])
    check(summary.includes(part), `the report has no part “${part}”`);
  return summary;
}

/** A report as it looks before anything is opened: the folded parts are a line each. */
function shortened(report: string): string {
  return report.replace(
    /<details>\n<summary>(.*?)<\/summary>\n(.*?)<\/details>/gs,
    (_, title: string, content: string) => {
      const lines = content.split("\n").filter((line) => line.trim() !== "").length;
      return `▸ ${title} (folded: ${lines} lines that are not printed here)`;
    },
  );
}
