import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReport } from "../../src/visitors/report.ts";
import type { Missing, PageRow } from "../../src/visitors/types.ts";
import { cpuMs } from "../cpu-time.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";
import { counts, dataOf, period, reportOf } from "./report-fixture.ts";

const path = fc.oneof(
  { weight: 3, arbitrary: hostile },
  fc.constantFrom(...HOSTILE_PATHS),
  fc.string({ unit: "binary" }),
);
const paths = fc.uniqueArray(path, { minLength: 4, maxLength: 16 });

/** A report in which these pages are in every list; the order of the rows does not depend on the paths. */
function reportOn(names: readonly string[], missing: readonly Missing[] = []) {
  const rows = (part: number): PageRow[] =>
    names
      .map((name, index) => ({ name, index }))
      .filter(({ index }) => index % 4 !== part)
      .map(({ name, index }) => {
        const people = (index + part) % 2 === 0 ? 900 - index * 7 : 0;
        return { path: name, ...counts(people, 1000 - 9 * index - people) };
      });
  const data = dataOf({
    current: period(counts(9000, 3000), rows(0)),
    previous: period(counts(8000, 3000), rows(3)),
    missing,
  });
  return reportOf({ data, top: 3, files: names.slice(0, 2) });
}

/** The tags that a report has, without those around paths: an empty one is no code. */
const frame = (names: readonly string[]) =>
  tagsOf(render(renderReport(reportOn(names)))).filter((tag) => !/^\/?code$/.test(tag));

describe("whatever the pages are called", () => {
  it("the report keeps its shape", () => {
    fc.assert(
      fc.property(paths, (names) => {
        expect(frame(names)).toEqual(frame(names.map((_, index) => `/page-${index}`)));
      }),
      runs(120),
    );
  });

  it("every table keeps its rows and columns", () => {
    fc.assert(
      fc.property(paths, (names) => {
        const html = render(renderReport(reportOn(names)));
        const tables = Array.from(html.matchAll(/<table>([\s\S]*?)<\/table>/g), ([, table = ""]) =>
          Array.from(
            table.matchAll(/<tr>([\s\S]*?)<\/tr>/g),
            ([, row = ""]) => row.match(/<t[hd][ >]/g)?.length,
          ),
        );
        const rows = names.filter((_, index) => index % 4 !== 0).length;
        const top = Math.min(3, rows);
        expect(tables.map((table) => table.length)).toEqual([
          6,
          top + 1,
          ...(rows > 3 ? [rows - 3 + 1] : []),
        ]);
        expect(tables.map((table) => [...new Set(table)])).toEqual([[4], [6], ...(rows > 3 ? [[5]] : [])]);
      }),
      runs(120),
    );
  });

  it("nothing of them is live outside code", () => {
    fc.assert(
      fc.property(paths, (names) => {
        const html = render(renderReport(reportOn(names)));
        expect(html.match(/<(?:a|img|input|script)\b[^>]*>/g)).toEqual([
          '<a href="https://github.com/octo/site/actions/runs/1234567">',
        ]);
        const text = textOf(html.replace(/<code>[\s\S]*?<\/code>/g, ""));
        expect(text).not.toMatch(/[@#]\w|:\/\/|www\.|[\u202a-\u202e\u2066-\u2069]/i);
        expect(renderReport(reportOn(names))).not.toMatch(/<!--|\r/);
      }),
      runs(120),
    );
  });

  it("nothing of a code that nobody knows is shown", () => {
    fc.assert(
      fc.property(hostile, (reason) => {
        const text = (code: string) =>
          renderReport(reportOn(["/"], [{ what: "trend", why: "failure", reason: code }]));
        expect(text(`${reason}?`)).toBe(text("unknown"));
      }),
      runs(100),
    );
  });
});

describe("within a limit", () => {
  const report = (count: number, maxBytes: number, files = ["all.csv"]) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      path: `/${index % 7 === 0 ? "日本語/" : "section/"}page-${index}-${"x".repeat(index % 90)}`,
      ...counts(count - index + 50, index % 40),
    }));
    const previous = rows.map((row, index) => ({ ...row, total: row.total + (index % 9) }));
    const data = dataOf({
      current: period(counts(count, 40), rows),
      previous: period(counts(count, 30), previous),
    });
    return reportOf({ data, maxBytes, files });
  };

  it("25,000 pages are cut between rows, quickly", () => {
    const limit = 1024 * 1024;
    const large = report(25_000, limit);
    let text = "";
    expect(cpuMs(() => (text = renderReport(large)))).toBeLessThan(10_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
    // Close to the limit: what remains would not hold three more rows.
    expect(Buffer.byteLength(text)).toBeGreaterThan(limit - 400);

    const shown = Array.from(text.matchAll(/^\| `\/.*$/gm), ([row]) => row);
    const whole = renderReport({ ...large, maxBytes: Number.POSITIVE_INFINITY });
    const all = Array.from(whole.matchAll(/^\| `\/.*$/gm), ([row]) => row);
    expect(all).toHaveLength(25_000);
    expect(shown).toEqual(all.slice(0, shown.length));
    expect(text).toContain(`<summary>The next ${(shown.length - 20).toLocaleString("en")} pages</summary>`);
    const left = (25_000 - shown.length).toLocaleString("en");
    expect(text).toContain(
      `\n\n${left} more pages did not fit within what GitHub shows: see \`all.csv\`.\n\n`,
    );
    expect(text).toMatch(/<\/sub>\n$/);
  });

  it("any report stays, whole where it can", () => {
    const whole = Buffer.byteLength(renderReport(report(60, Number.POSITIVE_INFINITY)));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: whole + 50 }),
        fc.integer({ min: 0, max: 60 }),
        (maxBytes, top) => {
          const text = renderReport({ ...report(60, maxBytes), top });
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          const shown = text.match(/^\| `\/.*\|$/gm)?.length ?? 0;
          expect(text.match(/^\| `/gm)?.length ?? 0).toBe(shown);
          if (text.includes("### Top pages")) expect(text.includes("did not fit")).toBe(shown < 60);
          expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
        },
      ),
      runs(400),
    );
    expect(renderReport(report(60, whole))).toBe(renderReport(report(60, Number.POSITIVE_INFINITY)));
  });

  it.each([
    [6000, "How to read this"],
    [2500, "### Top pages"],
    [700, "| **All visitors** |"],
    [200, "## Docs visitors"],
  ])("of %i bytes there is room for %s", (maxBytes, what) => {
    expect(renderReport(report(60, maxBytes))).toContain(what);
  });

  it("of a few bytes there is nothing", () => {
    expect(renderReport(report(60, 20))).toBe("");
  });

  it("the input that writes everything is named where no file was written", () => {
    expect(renderReport(report(200, 8000, []))).toMatch(
      /did not fit .*: the input `report-file` writes them to a file\./,
    );
  });
});
