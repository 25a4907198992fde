/** Numbers as a report shows them: plain text that holds no Markdown. */

const levelBlocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const flatBlock = "▄";
const missingBlock = "·";
const barWidth = 16;

/** A count with its digits in groups of three. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count with its noun: `1 visitor`, `2,300 visitors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${Math.round(count) === 1 ? one : many}`;
}

/** A part of a whole, at least 0 and at most 1; undefined if the whole is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** A share in percent with so many decimals. */
export function percent(ratio: number, decimals = 0): string {
  return `${(ratio * 100).toFixed(decimals)}%`;
}

/** A share in whole percent: `under 1%` instead of a rounded 0%, `over 99%` instead of a rounded 100%. */
export function boundedPercent(ratio: number): string {
  if (ratio > 0 && ratio < 0.005) return "under 1%";
  if (ratio < 1 && ratio >= 0.995) return "over 99%";
  return percent(ratio);
}

/** The change of a count: `▲ 8%`, `▼ 41%`, `▲ ×3.1` from threefold on, `±0%`. Empty if there was none before. */
export function change(before: number, now: number): string {
  if (before <= 0) return "";
  if (now >= 3 * before) return `▲ ×${times(now / before)}`;
  const percents = wholePercents(before, now);
  if (percents === 0) return "±0%";
  return `${now > before ? "▲" : "▼"} ${percents}%`;
}

/** A ratio as a multiple: one decimal below ten, none above. */
export function times(ratio: number): string {
  return ratio < 9.95 ? ratio.toFixed(1) : grouped(ratio);
}

/** The change of a count in whole percent, without its sign; a loss is 100 only if nothing is left. */
export function wholePercents(before: number, now: number): number {
  const percents = Math.round((Math.abs(now - before) / before) * 100);
  return percents === 100 && now > 0 && now < before ? 99 : percents;
}

/**
 * The change of a share in percentage points of one decimal. It is the difference of the rounded shares, so that it
 * agrees with the two shares beside it.
 */
export function pointsChange(before: number, now: number): string {
  const tenths = Math.round(now * 1000) - Math.round(before * 1000);
  if (tenths === 0) return "±0 points";
  return `${tenths > 0 ? "▲" : "▼"} ${(Math.abs(tenths) / 10).toFixed(1)} points`;
}

/**
 * One block per value, oldest left, scaled from the lowest to the highest value; `·` for a missing value. All blocks
 * are level if highest and lowest differ by at most `flat`. Empty for fewer than two values.
 */
export function sparkLine(values: readonly (number | undefined)[], flat: number): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return "";
  const low = Math.min(...known);
  const high = Math.max(...known);
  return values
    .map((value) => {
      if (value === undefined) return missingBlock;
      if (high === 0) return levelBlocks[0];
      if (high - low <= flat) return flatBlock;
      return levelBlocks[Math.round(((value - low) / (high - low)) * (levelBlocks.length - 1))] ?? flatBlock;
    })
    .join("");
}

/**
 * A page's visitors as blocks: full for people, shaded for visitors that are only AI. The largest page has sixteen
 * blocks, a page with any visitor at least one.
 */
export function bar(counts: { human: number; total: number }, largest: number): string {
  if (counts.total <= 0 || largest <= 0) return "";
  const blocks = Math.min(barWidth, Math.max(1, Math.round((counts.total / largest) * barWidth)));
  const people = Math.round((share(counts.human, counts.total) ?? 0) * blocks);
  return "█".repeat(people) + "▒".repeat(blocks - people);
}
