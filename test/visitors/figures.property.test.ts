import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCsv, toJson } from "../../src/visitors/export.ts";
import { findFindings } from "../../src/visitors/findings.ts";
import {
  bar,
  boundedPercent,
  change,
  grouped,
  percent,
  pointsChange,
  share,
  sparkLine,
} from "../../src/visitors/numbers.ts";
import { renderReport } from "../../src/visitors/report.ts";
import type { Counts, Missing, PageRow } from "../../src/visitors/types.ts";
import { runs } from "../runs.ts";
import { render, textOf } from "../text/rendered.ts";
import { dataOf, period, reportOf } from "./report-fixture.ts";

// Whatever the service says, as long as they are whole: more AI than visitors, all of a sudden, nobody.
const count = fc.oneof(
  { weight: 4, arbitrary: fc.nat(3000) },
  fc.constantFrom(0, 1, 19, 20, 21, 2 ** 31, Number.MAX_SAFE_INTEGER),
);
const counts: fc.Arbitrary<Counts> = fc.record({ human: count, ai: count, total: count });
const rows: fc.Arbitrary<PageRow[]> = fc
  .array(counts, { maxLength: 10 })
  .map((all) => all.map((one, index) => ({ path: `/p${index}`, ...one })));
const missing: fc.Arbitrary<Missing[]> = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constantFrom("pages" as const, "previous-pages" as const, "trend" as const),
      why: fc.constantFrom("budget" as const, "time" as const),
    }),
    fc.record({
      what: fc.constant("rows" as const),
      why: fc.constant("malformed" as const),
      count: fc.integer({ min: 1, max: 10 }),
    }),
    fc.record({
      what: fc.constant("trend" as const),
      why: fc.constant("failure" as const),
      reason: fc.constantFrom("service", "answer"),
    }),
  ),
  { maxLength: 3 },
);

describe("whatever the counts are", () => {
  it("every figure of the report is one that people can read", () => {
    fc.assert(
      fc.property(
        counts,
        counts,
        rows,
        rows,
        fc.array(fc.option(counts, { nil: undefined }), { maxLength: 8 }),
        missing,
        (now, before, pages, earlier, trend, gaps) => {
          const data = dataOf({
            current: period(now, pages),
            previous: period(before, earlier),
            trend,
            missing: gaps,
          });
          const report = reportOf({ data, findings: findFindings(data), top: 4 });
          const text = textOf(render(renderReport(report)).replace(/<a [^>]*>/g, ""));
          expect(text).not.toMatch(
            /NaN|Infinity|undefined|null|\[object|\de\+?\d|(?<!\d)-\d|\d{4,}(?:,\d{3})+/,
          );
          // Every bar has sixteen blocks at most.
          for (const [blocks] of text.matchAll(/[█▒]+/g)) expect(blocks.length).toBeLessThanOrEqual(16);
          expect(JSON.parse(toJson(report))).toMatchObject({ totals: now, visitors: pages });
          expect(toCsv(report)).not.toMatch(/NaN|Infinity|e\+/);
        },
      ),
      runs(30),
    );
  });

  it("what moved is in the rows, each list by its size, and no page went both ways", () => {
    fc.assert(
      fc.property(counts, counts, rows, rows, fc.boolean(), (now, before, pages, earlier, complete) => {
        const found = findFindings({
          current: period(now, pages),
          previous: period(before, earlier, complete),
        });
        const was = new Map(earlier.map((one) => [one.path, one]));
        for (const { path, current, previous } of [...found.up, ...found.down, ...found.aiShareUp]) {
          expect(pages).toContainEqual({ path, ...current });
          expect(was.get(path)).toEqual({ path, ...previous });
        }
        for (const { current, previous } of found.up) expect(current.total).toBeGreaterThan(previous.total);
        for (const { current, previous } of found.down) expect(current.total).toBeLessThan(previous.total);
        for (const { path } of found.new) expect(was.get(path)?.total ?? 0).toBe(0);
        if (!complete) expect([...found.new, ...found.gone]).toEqual([]);
        const sizes = found.up.map(({ current, previous }) => current.total - previous.total);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        const paths = [...found.up, ...found.down, ...found.new].map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
      runs(1000),
    );
  });
});

describe("a figure", () => {
  it("has its digits in groups of three", () => {
    fc.assert(
      fc.property(count, fc.nat(Number.MAX_SAFE_INTEGER), (small, large) => {
        for (const value of [small, large])
          expect(grouped(value)).toBe(new Intl.NumberFormat("en").format(value));
      }),
      runs(500),
    );
  });

  it("that is a share lies between nothing and all, and says neither of the two wrongly", () => {
    fc.assert(
      fc.property(count, count, (part, whole) => {
        const ratio = share(part, whole);
        expect(ratio === undefined).toBe(whole === 0);
        if (ratio === undefined) return;
        expect(percent(ratio)).toMatch(/^(?:\d{1,2}|100)%$/);
        const honest = boundedPercent(ratio);
        expect(honest === "0%").toBe(part === 0);
        expect(honest === "100%").toBe(part >= whole);
      }),
      runs(1000),
    );
  });

  it("that is a change has the sign of the change", () => {
    fc.assert(
      fc.property(count, count, (before, now) => {
        const text = change(before, now);
        if (before === 0) expect(text).toBe("");
        else
          expect(text).toMatch(
            now === before
              ? /^±0%$/
              : now > before
                ? /^(?:±0%|▲ (?:\d{1,3}%|×\d[\d.,]*))$/
                : /^(?:±0%|▼ \d{1,2}%|▼ 100%)$/,
          );
        if (text === "▼ 100%") expect(now).toBe(0);
        const [a, b] = [share(before, 3000) ?? 0, share(now, 3000) ?? 0];
        expect(pointsChange(a, b)).toMatch(
          b >= a ? /^(?:±0|▲ \d{1,3}\.\d) points$/ : /^(?:±0|▼ \d{1,3}\.\d) points$/,
        );
      }),
      runs(1000),
    );
  });

  it("that is drawn has a block for each value, and none too many", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(count, { nil: undefined }), { maxLength: 60 }),
        counts,
        count,
        (values, one, largest) => {
          const line = sparkLine(values, 5);
          expect(line).toMatch(/^[▁▂▃▄▅▆▇█·]*$/);
          const known = values.filter((value) => value !== undefined).length;
          expect(Array.from(line)).toHaveLength(known < 2 ? 0 : values.length);
          expect(bar(one, largest)).toMatch(/^█{0,16}▒{0,16}$/);
          expect(bar(one, largest).length).toBeLessThanOrEqual(16);
          expect(bar(one, largest) === "").toBe(one.total === 0 || largest === 0);
        },
      ),
      runs(1000),
    );
  });
});
