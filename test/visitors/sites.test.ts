import { describe, expect, it } from "vitest";
import { edgeSites } from "./edge-sites.ts";
import { type Row, readReport } from "./read-report.ts";
import { signalSites } from "./signal-sites.ts";
import { type Site, site, twoPeriods } from "./site-builder.ts";
import { pathsOf, renderSite } from "./site-report.ts";
import { sites } from "./sites.ts";

const every = [...sites, ...edgeSites, ...signalSites].map((given): [string, Site] => [given.name, given]);

describe.each(every)("the report of the site %s", (_, given) => {
  const { expected, data, host } = given;
  const { summary, comment, digest } = renderSite(given);
  const report = readReport(summary);

  it("names the site, its visitors, and people and AI apart", () => {
    expect(report.heading.startsWith(`${host}: visitors, `)).toBe(true);
    for (const part of expected.headline) expect(report.headline).toContain(part);
    if (expected.headlineNot !== undefined) expect(report.headline).not.toMatch(expected.headlineNot);
  });

  it("names the site or the pages that are worth a look, the largest first, and none that is chance", () => {
    const { worthALook, mayBeWorthALook = [] } = expected;
    const named = report.worthALook.map(({ pages: [page = ""] }) => page);
    expect(named.length).toBeLessThanOrEqual(3);
    expect(named.slice(0, 1)).toEqual(worthALook.slice(0, 1));
    expect(named).toEqual(expect.arrayContaining([...worthALook]));
    if (mayBeWorthALook !== "any")
      expect([...worthALook, ...mayBeWorthALook]).toEqual(expect.arrayContaining(named));
  });

  it("names what to document next, in its order and with its evidence", () => {
    const { next = [] } = expected;
    expect(report.next.map(({ text }, index) => text.slice(0, next[index]?.length))).toEqual(next);
  });

  it("lists each page that moved in one row, with the figures of the service", () => {
    const rows = report.moved.map(([mark, page]) => `${mark} ${page}`);
    if (expected.moved !== undefined) {
      expect(rows).toEqual(expect.arrayContaining([...expected.moved]));
      // Three standard deviations let one page in 370 through.
      expect(rows.length - expected.moved.length).toBeLessThanOrEqual(2);
    }
    for (const row of report.moved) checkMovedRow(row, given);
  });

  it("draws the trend from zero to above the highest point, or leaves it out", () => {
    const { chart } = report;
    if (expected.chart === undefined) return expect(chart).toBeUndefined();
    const { people, ai } = expected.chart;
    expect(chart?.lines).toEqual([people, ai]);
    expect(chart?.dates).toHaveLength(people.length);
    expect(new Set(chart?.dates).size).toBe(people.length);
    expect(chart?.top).toBeGreaterThanOrEqual(Math.max(...people, ...ai));
    // A chart of which the upper half is empty makes every line look flat.
    expect(chart?.top).toBeLessThanOrEqual(2 * Math.max(...people, ...ai));
  });

  it("says what its reader should learn, and nothing else", () => {
    const shown = `${summary}\n${digest}`;
    for (const pattern of expected.says ?? []) expect(summary).toMatch(pattern);
    for (const pattern of expected.saysNot ?? []) {
      expect(shown).not.toMatch(pattern);
      expect(comment.replaceAll(/^ {2}```$.*?^ {2}```$/gms, "")).not.toMatch(pattern);
    }
    expect(shown).not.toMatch(/NaN|Infinity|undefined|\bnull\b|(?<!\w)-0\b|\(\)|\+0%|−0%/);
  });

  it("lists the most read pages with the figures of the service", () => {
    const shown = data.current.rows.filter(({ path }) => path.trim() !== "").slice(0, 110);
    expect(report.pages.length).toBeLessThanOrEqual(110);
    expect(report.pages.map(([, total]) => total)).toEqual(shown.map(({ total }) => grouped(total)));
  });

  it("has a digest of at most ten lines in plain text, with the same figures and pages", () => {
    const lines = digest.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.at(-1)).toBe("Full report: https://github.com/octo/docs/actions/runs/1234567");
    expect(lines.slice(0, -1).join("\n")).not.toMatch(/[`*[\]<>|]|https?:|@(?:here|channel|everyone)/);
    for (const part of expected.headline) expect(digest).toContain(part);
    const { worthALook } = expected;
    for (const name of worthALook) expect(digest.toLowerCase()).toContain(name.toLowerCase());
    const expectedRows = [...(expected.moved ?? []), ...(expected.next ?? [])];
    const known = [...worthALook, ...expectedRows.flatMap((row) => row.split(/:? /))];
    const chance = pathsOf(given).filter((path) => path.length > 1 && digest.includes(` ${path} `));
    expect(known).toEqual(expect.arrayContaining(chance));
  });
});

/** The figures of a row of “What moved” are those of the data, and its change follows from them. */
function checkMovedRow(
  [mark = "", page = "", change = "", before = "", now = ""]: Row,
  { data }: Site,
): void {
  const [from = "", to = from] = page.split(" → ");
  const rowBefore = data.previous?.rows.find(({ path }) => path === from);
  const rowNow = data.current.rows.find(({ path }) => path === to);
  if (rowBefore === undefined && rowNow === undefined) return; // A path that is shown escaped.
  if (mark.startsWith("AI")) {
    const share = (row: typeof rowNow) => `${Math.round(((row?.ai ?? 0) / (row?.total ?? 1)) * 100)}%`;
    expect([before, now]).toEqual([share(rowBefore), share(rowNow)]);
    expect(change).toMatch(/^\+\d+ pts$/);
    return;
  }
  const figure = (row: typeof rowNow) => (row === undefined ? "–" : grouped(row.total));
  expect([before, now]).toEqual([figure(rowBefore), figure(rowNow)]);
  expect(mark).toMatch({ "–": /^new$/ }[before] ?? { "–": /^gone$/ }[now] ?? /^(?:▲|▼|moved)$/);
  if (rowBefore === undefined || rowNow === undefined) return;
  if (change.startsWith("×")) expect(Number(change.slice(1))).toBeCloseTo(rowNow.total / rowBefore.total, 0);
  else {
    const percents = Math.round((rowNow.total / rowBefore.total - 1) * 100);
    expect(change).toBe(percents === 0 ? "±0%" : `${percents > 0 ? "+" : "−"}${Math.abs(percents)}%`);
  }
}

it("a steady site seldom has a page that is called worth a look", () => {
  // What chance does to 180 pages, in twenty different weeks.
  const weeks = Array.from({ length: 20 }, (_, index) =>
    site({
      name: "steady",
      host: "docs.meridian.example",
      lesson: "Nothing happened.",
      ...twoPeriods({
        seed: 1000 + index,
        pages: 180,
        before: [14_500, 4_950, 18_800],
        now: [14_500, 4_950, 18_800],
      }),
      expected: { headline: [], worthALook: [] },
    }),
  );
  const named = weeks.filter((week) => readReport(renderSite(week).summary).worthALook.length > 0);
  expect(named.length).toBeLessThanOrEqual(1);
});

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
