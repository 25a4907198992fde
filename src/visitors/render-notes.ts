import { link } from "../text/markdown.ts";
import { counted, grouped, percent } from "./numbers.ts";
import { rangeForService } from "./period.ts";
import { periodLabels } from "./period-labels.ts";
import type { Report } from "./render.ts";
import { flatPart } from "./render-head.ts";
import { fileList, folded } from "./render-parts.ts";
import type { Range } from "./types.ts";

/** The definitions behind the report, with the thresholds in force, folded away. */
export function howToRead(report: Report): string {
  const { reading, findings, periods } = report;
  const words = periodLabels(periods);
  const least = grouped(findings.threshold);
  const notes = [
    "A visitor is counted once for the site, however many pages they open, and once on each of those pages. The rows therefore add up to more than the site’s totals, and weeks to more than their month. The service’s counts are approximate, and its days are taken in UTC.",
    "*AI share* is AI ÷ all visitors. *Counted as both* is people + AI − all visitors. In a bar, *AI alone* is what all visitors are more than people.",
  ];
  if (reading.trend.length > 1)
    notes.push(
      `A trend runs from the oldest ${words.one} on the left to ${words.theCurrent} on the right, each line from its own lowest to its own highest value. It is level where these lie within ${percent(flatPart)} (for the share, within one point); \`·\` is a ${words.one} without a value.`,
    );
  if (reading.previous !== undefined)
    notes.push(
      `*Up* and *down*: at least ${least} visitors in one of the two ${words.many}, and a change of at least 20% that is beyond three standard deviations, 3\u00a0×\u00a0√(before\u00a0+\u00a0now), and would still be both if the page had changed as the whole site did. A page with fewer than ${least} visitors in both has no change shown: it would be chance.`,
      `*New* and *gone*: at least ${least} visitors in one ${words.one} and none in the other, named only if both were read to the last page.`,
      `*AI share up*: by at least 15 points, on a page with at least ${least} AI visitors and at least ${least} visitors in each ${words.one}, where AI itself rose by three standard deviations.`,
    );
  notes.push(
    `*AI reads, people don’t*: at least ${least} AI visitors, and at most a tenth as many people. *People read, AI doesn’t*: at least ${least} people and at most a fiftieth as many AI visitors, on a page where AI’s share of the site would make at least ten.`,
  );
  return folded("How to read this", notes.map((note) => `- ${note}`).join("\n"));
}

/** The last, small line: the exact ranges and where all this comes from. */
export function smallPrint({ periods, reading, files, runUrl }: Report): string {
  const compared = reading.previous === undefined ? undefined : periods.previous;
  const parts = [
    `${exact(periods.current)} (end not included, UTC)`,
    ...(compared === undefined ? [] : [`compared with ${exact(compared)}`]),
    "approximate counts",
    counted(reading.requests, "request"),
    ...(files.length > 0 ? [`also in ${fileList(files)}`] : []),
    ...(runUrl === undefined ? [] : [link("workflow run", runUrl)]),
  ];
  return `<sub>${parts.join(" · ")}</sub>`;
}

function exact(range: Range): string {
  const { dateFrom, dateTo } = rangeForService(range);
  return `${dateFrom} to ${dateTo}`;
}
