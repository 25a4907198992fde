import { day } from "../dates.ts";
import { grouped, plural } from "../text/words.ts";
import { chanceOfAtMost } from "./counts.ts";
import { type Asked, feedbackDays, type NextRow, type OnPage } from "./report-model.ts";

/** One-sided: chance alone says “It helped” of at most 1 in 40 pages. */
const chanceBound = 0.025;
const fewestQuestions = 5;
const fewestDays = 14;
/** So many reports must have been missed before their absence says something. */
const missedReports = 3;

/**
 * Judges what was said since a page was changed by what was said before, as Markdown. `end` (epoch ms) is that of the
 * report's period. Empty for a row that no change has settled.
 */
export function verdictOn(row: NextRow, end: number): string {
  if (row.kind === "asked-unanswered" && row.before !== undefined) return onQuestions(row, row.before);
  if (row.kind === "examples-reported" && row.before !== undefined)
    return onReports(row, row.before.reports, end);
  return "";
}

function onQuestions({ unanswered, asked }: Asked, before: Asked): string {
  const was = `${grouped(before.unanswered)} of ${grouped(before.asked)}`;
  if (asked === 0) return `**Too early to tell:** no question since, ${was} unanswered before.`;
  const now = `${grouped(unanswered)} of ${plural(asked, "question")} unanswered since, ${was} before.`;
  if (asked < fewestQuestions) return `**Too early to tell:** ${now}`;
  const chance = chanceOfAtMost(unanswered, asked, before.unanswered + unanswered, before.asked + asked);
  if (chance > chanceBound) return `**No change yet:** ${now}`;
  return `**It helped:** unanswered questions fell from ${was} to ${grouped(unanswered)} of ${grouped(asked)}.`;
}

/** Reports have no number of readers beside them, so they are compared by day. */
function onReports({ reports, changed }: OnPage & { reports: number }, before: number, end: number): string {
  const days = Math.max(0, Math.floor((end - (changed?.at ?? end)) / day));
  const perDay = before / (feedbackDays - days);
  const now = reports === 0 ? "no report" : plural(reports, "report");
  const text = `${now} on its code examples in ${plural(days, "day")} since, ${grouped(before)} in the ${feedbackDays - days} before.`;
  if (reports === 0 && days >= fewestDays && perDay * days >= missedReports) return `**It helped:** ${text}`;
  return reports > 0 && reports * 2 >= perDay * days
    ? `**No change yet:** ${text}`
    : `**Too early to tell:** ${text}`;
}
