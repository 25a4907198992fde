/** Numbers as a report shows them: plain text without anything that Markdown would read as its own. */

const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const level = "▄";
const gap = "·";
const barWidth = 16;

/** A count with its digits in groups of three. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count with its noun: `1 visitor`, `2,300 visitors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${Math.round(count) === 1 ? one : many}`;
}

/** The part of a whole, 0 to 1; undefined where there is no whole. Parts larger than the whole count as all of it. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** A share in percent, with as many decimals. */
export function percent(ratio: number, decimals = 0): string {
  return `${(ratio * 100).toFixed(decimals)}%`;
}

/**
 * A share in whole percent that never says all or nothing unless it is: `under 1%`, `over 99%`.
 */
export function honestPercent(ratio: number): string {
  if (ratio > 0 && ratio < 0.005) return "under 1%";
  if (ratio < 1 && ratio >= 0.995) return "over 99%";
  return percent(ratio);
}

/** How a count changed, signed: `▲ 8%`, `▼ 41%`, `▲ ×3.1` from threefold on, `±0%`. Empty if there was none before. */
export function change(before: number, now: number): string {
  if (before <= 0) return "";
  if (now >= 3 * before) return `▲ ×${times(now / before)}`;
  const percents = wholePercents(before, now);
  if (percents === 0) return "±0%";
  return `${now > before ? "▲" : "▼"} ${percents}%`;
}

/** A ratio as a multiple: one decimal, none from ten on. */
export function times(ratio: number): string {
  return ratio < 9.95 ? ratio.toFixed(1) : grouped(ratio);
}

/** By how many percent a count changed, whole, without its sign; a hundred only if nothing is left. */
export function wholePercents(before: number, now: number): number {
  const percents = Math.round((Math.abs(now - before) / before) * 100);
  return percents === 100 && now > 0 && now < before ? 99 : percents;
}

/**
 * How a share changed, in percentage points of one decimal. Taken from the rounded shares, so that it agrees with the
 * two that stand beside it.
 */
export function pointsChange(before: number, now: number): string {
  const tenths = Math.round(now * 1000) - Math.round(before * 1000);
  if (tenths === 0) return "±0 points";
  return `${tenths > 0 ? "▲" : "▼"} ${(Math.abs(tenths) / 10).toFixed(1)} points`;
}

/**
 * A line of one block for each value, oldest left, from the lowest to the highest of them; `·` where a value is
 * missing, level where the highest is within `flat` of the lowest. Empty for fewer than two values.
 */
export function sparkLine(values: readonly (number | undefined)[], flat: number): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return "";
  const low = Math.min(...known);
  const high = Math.max(...known);
  return values
    .map((value) => {
      if (value === undefined) return gap;
      if (high === 0) return levels[0];
      if (high - low <= flat) return level;
      return levels[Math.round(((value - low) / (high - low)) * (levels.length - 1))] ?? gap;
    })
    .join("");
}

/**
 * A page's visitors as blocks, full for people and shaded for those counted as AI alone; sixteen for the largest page,
 * at least one for anybody.
 */
export function bar(counts: { human: number; total: number }, largest: number): string {
  if (counts.total <= 0 || largest <= 0) return "";
  const blocks = Math.min(barWidth, Math.max(1, Math.round((counts.total / largest) * barWidth)));
  const people = Math.round((share(counts.human, counts.total) ?? 0) * blocks);
  return "█".repeat(people) + "▒".repeat(blocks - people);
}
