import type { PageChange } from "./findings.ts";
import { change, grouped, percent, share } from "./numbers.ts";
import { periodLabels } from "./period-labels.ts";
import type { Report } from "./render.ts";
import { pathInLine } from "./render-parts.ts";
import type { Counts } from "./types.ts";

const shownPerLine = 3;
// Figures that belong together stay on one line, however narrow the page.
const together = "\u00a0";

/** What moved between the two periods; nothing when there is no period to compare with. */
export function whatMoved(report: Report): string | undefined {
  const { reading, findings } = report;
  if (reading.previous === undefined) return undefined;
  const lines = [
    line("Up", findings.up, counts),
    line("Down", findings.down, counts),
    line("New", findings.new, ({ current }) => grouped(current.total)),
    line(
      "Gone",
      findings.gone,
      ({ previous }) => `${grouped(previous.total)} before`,
      goneAdvice(findings.gone),
    ),
    line(
      "AI share up",
      findings.aiShareUp,
      ({ previous, current }) => `${aiShare(previous)} → ${aiShare(current)}`,
    ),
  ].filter((text) => text !== undefined);
  return `### What moved\n\n${lines.length > 0 ? lines.join("\n") : nothing(report)}`;
}

/** Which pages only AI reads, and which only people do; nothing when there are none. */
export function whoReadsWhat({ findings }: Report): string | undefined {
  const lines = [
    line("AI reads, people don’t", findings.aiOnly, (row) => `${grouped(row.ai)} AI, ${people(row.human)}`),
    line(
      "People read, AI doesn’t",
      findings.peopleOnly,
      (row) => `${people(row.human)}, ${grouped(row.ai)} AI`,
    ),
  ].filter((text) => text !== undefined);
  return lines.length > 0 ? `### Who reads what\n\n${lines.join("\n")}` : undefined;
}

function nothing({ periods, reading }: Report): string {
  const words = periodLabels(periods);
  if (reading.previous?.totals.total === 0)
    return `There is no comparable data: ${words.theBefore} had no visitors.`;
  const read = reading.current.complete && reading.previous?.complete ? "page" : "page that was read";
  return `No ${read} moved further from ${words.theBefore} than chance and the site’s own change explain.`;
}

function line<T extends { path: string }>(
  name: string,
  pages: readonly T[],
  figures: (page: T) => string,
  advice = "",
): string | undefined {
  if (pages.length === 0) return undefined;
  const shown = pages
    .slice(0, shownPerLine)
    .map((page) => `${pathInLine(page.path)} ${figures(page).replaceAll(" ", together)}`);
  const more = pages.length - shown.length;
  if (more > 0) shown.push(`${grouped(more)} more`);
  return `- **${name}:** ${shown.join(" · ")}${advice}`;
}

function counts({ previous, current }: PageChange): string {
  return `${grouped(previous.total)} → ${grouped(current.total)} (${change(previous.total, current.total)})`;
}

function goneAdvice(gone: readonly PageChange[]): string {
  return gone.length === 1
    ? " – if it moved, does its old address redirect?"
    : " – if they moved, do the old addresses redirect?";
}

function people(count: number): string {
  return `${grouped(count)} ${Math.round(count) === 1 ? "person" : "people"}`;
}

function aiShare({ ai, total }: Counts): string {
  return percent(share(ai, total) ?? 0);
}
