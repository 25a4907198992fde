import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { findNextRows } from "../../../src/visitors/next.ts";
import type { NextRow, PageRow } from "../../../src/visitors/report-model.ts";
import type { PageVotes, SignalData } from "../../../src/visitors/signals.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import { count, path } from "../arbitraries.ts";
import { noSignals } from "../report-fixture.ts";
import {
  conversations,
  find,
  noon,
  readPages,
  reports,
  row,
  signalsOf,
  term,
  threshold,
  thumbs,
  twoPages,
} from "./said.ts";

describe("a page is rated down", () => {
  it("with at least four thumbs down", () => {
    expect(find({ votes: [thumbs("/a", 4, 4), thumbs("/b", 0, 20)] })).toEqual([
      {
        kind: "rated-down",
        path: "/a",
        readers: { human: 20, ai: 20 },
        down: 4,
        votes: 4,
        rest: { down: 0, votes: 20 },
      },
    ]);
    // 3.9 of 3.9 would be beyond one half.
    expect(find({ votes: [thumbs("/a", 3.9, 3.9), thumbs("/b", 0, 20)] })).toEqual([]);
  });

  it("if at least as many people read it as the report's threshold", () => {
    const votes = [thumbs("/a", 11, 14), thumbs("/b", 0, 20)];
    const readBy = (human: number) => readPages(row("/a", human, 500), row("/b", 900));
    expect(find({ votes }, readBy(20))).toHaveLength(1);
    expect(find({ votes }, readBy(19))).toEqual([]);
    // Unknown readers may be too few.
    expect(find({ votes }, { ...readPages(), complete: false })).toEqual([]);
  });

  it("if most votes are down even at the lower bound of 95%", () => {
    // The bounds are 0.524 and 0.497.
    expect(find({ votes: [thumbs("/a", 11, 14), thumbs("/b", 0, 20)] })).toHaveLength(1);
    expect(find({ votes: [thumbs("/a", 10, 13), thumbs("/b", 0, 20)] })).toEqual([]);
  });

  it("if its thumbs down are on one page like the rest of the site less probable than 1%", () => {
    const site = (...rest: readonly PageVotes[]) => find({ votes: [thumbs("/a", 11, 14), ...rest] });
    // The probabilities of 11 of 14 are 0.8% and 1.04%.
    expect(site(thumbs("/b", 38, 100))).toMatchObject([{ rest: { down: 38, votes: 100 } }]);
    expect(site(thumbs("/b", 39, 100))).toEqual([]);
  });

  it("if they are less probable than 20% among all pages with four votes", () => {
    /** 100 votes on the rest of the site, 38 of them down. */
    const among = (pagesWithFour: number) => {
      const others = Array.from({ length: pagesWithFour }, (_, index) =>
        thumbs(`/${index}`, index < 19 ? 2 : 0, 4),
      );
      const few = Array.from({ length: 100 - 4 * pagesWithFour }, (_, index) =>
        thumbs(`/few${index % 3}`, 0, 1),
      );
      return find({ votes: [thumbs("/a", 11, 14), ...others, ...few] });
    };
    // Among 24 pages, 0.8% each are below 20% together.
    expect(among(23)).toMatchObject([{ rest: { down: 38, votes: 100 } }]);
    expect(among(24)).toEqual([]);
  });

  it("if the rest of the site has at least 20 votes", () => {
    const site = (rest: number) => find({ votes: [thumbs("/a", 11, 14), thumbs("/b", 0, rest)] });
    expect(site(20)).toHaveLength(1);
    expect(site(19)).toEqual([]);
    expect(find({ votes: [thumbs("/a", 11, 14)] })).toEqual([]);
  });

  it("by the votes of all its names, and not compared with pages elsewhere", () => {
    const votes = [
      ...[thumbs("/a", 2, 2), thumbs("/a/", 1, 1), thumbs("https://docs.example.com/a.md", 1, 1)],
      ...[thumbs("https://elsewhere.example/b", 100, 100), thumbs("/b", 0, 20)],
    ];
    const siteUrl = new URL("https://docs.example.com");
    expect(
      findNextRows(signalsOf({ votes }), twoPages, { threshold, siteUrl, ignored: () => false }),
    ).toMatchObject([{ path: "/a", down: 4, votes: 4, rest: { down: 0, votes: 20 } }]);
  });
});

describe("the examples of a page are reported", () => {
  it("by at least two reports on at least two days in UTC", () => {
    expect(find({ exampleReports: reports("/a", 0, 1) })).toEqual([
      { kind: "examples-reported", path: "/a", readers: { human: 20, ai: 20 }, reports: 2 },
    ]);
    expect(find({ exampleReports: reports("/a", 0, 0, 0) })).toEqual([]);
    const atNight = (...hours: readonly number[]) =>
      hours.map((hour) => ({ page: "/a", reportedAt: noon + (hour * day) / 24 }));
    expect(find({ exampleReports: atNight(11.9, 12) })).toHaveLength(1);
    expect(find({ exampleReports: atNight(-12, 11.9) })).toEqual([]);
  });

  it("by reports without a date too, which show no day", () => {
    expect(find({ exampleReports: reports("/a", 0, undefined) })).toEqual([]);
    expect(find({ exampleReports: reports("/a", undefined, undefined) })).toEqual([]);
    expect(find({ exampleReports: reports("/a", 0, 1, undefined) })).toMatchObject([{ reports: 3 }]);
  });

  it("however few people read it, unless none do", () => {
    const exampleReports = reports("/a", 0, 1);
    expect(find({ exampleReports }, readPages(row("/a", 1)))).toHaveLength(1);
    expect(find({ exampleReports }, readPages())).toEqual([]);
    expect(find({ exampleReports }, { ...readPages(), complete: false })).toMatchObject([
      { path: "/a", readers: undefined },
    ]);
  });
});

describe("the rows", () => {
  const site = readPages(
    ...["/a", "/b", "/c", "/d", "/e", "/f", "/g"].map((name, index) =>
      row(name, 700 - index * 100, 5000 + index),
    ),
  );
  const named = (rows: readonly NextRow[]) =>
    rows.map((row) => `${row.kind} ${row.kind === "searched-unclicked" ? row.term : row.path}`);
  const exampleReports = ["/g", "/a", "/b", "/c", "/d", "/e"].flatMap((page) => reports(page, 0, 1));

  it("are at most five, those that most people read first", () => {
    expect(named(find({ exampleReports }, site))).toEqual(
      ["/a", "/b", "/c", "/d", "/e"].map((page) => `examples-reported ${page}`),
    );
  });

  it("have one of each kind before a second of any, then go by people or hits", () => {
    const searches = {
      recent: [term("import csv", 250), term("webhooks", 900, 900)],
      before: [term("import csv", 9)],
    };
    const votes = [thumbs("/f", 4, 4), thumbs("/g", 0, 40)];
    const questions = [...conversations("/e", 4, 4), ...conversations("/a", 0, 20)];
    expect(named(find({ exampleReports, searches, votes, questions }, site))).toEqual([
      "examples-reported /a",
      "asked-unanswered /e",
      "searched-unclicked import csv",
      "rated-down /f",
      "examples-reported /b",
    ]);
    expect(named(find({ exampleReports, votes }, site))).toEqual([
      "examples-reported /a",
      "rated-down /f",
      ...["/b", "/c", "/d"].map((page) => `examples-reported ${page}`),
    ]);
  });

  it("of pages with unknown readers come behind the others, in the order of their names", () => {
    const partial = { ...readPages(row("/g", 1)), complete: false };
    expect(named(find({ exampleReports: exampleReports.toReversed() }, partial))).toEqual(
      ["/g", "/a", "/b", "/c", "/d"].map((page) => `examples-reported ${page}`),
    );
  });

  it("name no ignored page, whose votes still belong to the site", () => {
    const ignored = (path: string) => path === "/a";
    expect(named(find({ exampleReports }, site, ignored))[0]).toBe("examples-reported /b");
    const votes = [thumbs("/b", 11, 14), thumbs("/a", 0, 20)];
    expect(named(find({ votes }, site, ignored))).toEqual(["rated-down /b"]);
  });

  it("are none without signals, and those of the signals that were read", () => {
    expect(find({})).toEqual([]);
    expect(
      findNextRows(noSignals, twoPages, { threshold, siteUrl: undefined, ignored: () => false }),
    ).toEqual([]);
    expect(find({ exampleReports, missing: [{ signal: "questions", why: "time" }] }, site)).toHaveLength(5);
  });

  it("are at most five and make sense, whatever the signals hold", () => {
    const plain = fc.constantFrom("/a", "/a/", "/b", "/c", "https://docs.example.com/c");
    const page = fc.oneof({ weight: 9, arbitrary: plain }, path);
    const time = fc.oneof(fc.constantFrom(noon, noon + day, noon + 2 * day), fc.double({ noNaN: true }));
    const many = { maxLength: 40 };
    const size = fc.oneof(
      { weight: 5, arbitrary: count },
      fc.nat(9),
      fc.double({ min: 0, noNaN: true, maxExcluded: false }),
    );
    const report = fc.record({ page, reportedAt: fc.option(time, { nil: undefined }) });
    const maybe = <T>(list: fc.Arbitrary<T>) => fc.option(list, { nil: undefined });
    const question = fc.record({
      conversation: fc.oneof(fc.nat(200).map(String), hostile),
      askedAt: time,
      page: maybe(page),
      answered: fc.boolean(),
    });
    // Chance alone leaves no page unanswered that stands out.
    const questionsOfTrouble = fc
      .array(question, { minLength: 40, maxLength: 80 })
      .map((all) => all.map((one) => ({ ...one, answered: one.page !== "/a" })));
    const typed = fc.oneof(fc.constantFrom("import", "import csv", "Import ", "webhooks"), hostile);
    const searched = fc.array(
      fc
        .record({ term: typed, hits: size, clicks: size })
        .map((one) => ({ ...one, hits: one.hits + one.clicks })),
      many,
    );
    const anySignals: fc.Arbitrary<SignalData> = fc.record({
      feedback: maybe(
        fc.record({
          votes: fc.array(fc.record({ page, up: size, down: size }), many),
          exampleReports: maybe(fc.array(report, many)),
        }),
      ),
      questions: maybe(
        fc.record({
          asked: fc.oneof(fc.array(question, many), questionsOfTrouble),
          isCut: fc.boolean(),
        }),
      ),
      searches: maybe(fc.record({ recent: searched, before: searched })),
      missing: fc.constant([]),
    });
    const rows = fc.array(fc.record({ path: page, human: count, ai: count, total: count }), { maxLength: 9 });
    const siteUrl = fc.constantFrom(undefined, new URL("https://docs.example.com"));
    const met = new Set<NextRow["kind"]>();
    fc.assert(
      fc.property(anySignals, rows, fc.boolean(), siteUrl, (signals, rows, complete, siteUrl) => {
        const options = { threshold, siteUrl, ignored: (path: string) => path === "/b" };
        const found = findNextRows(signals, { ...readPages(...rows), complete }, options);
        expect(found.length).toBeLessThanOrEqual(5);
        for (const row of found) {
          met.add(row.kind);
          expectSense(row, rows, complete);
        }
      }),
      runs(3000, 300),
    );
    expect([...met].sort()).toEqual([
      ...["asked-unanswered", "examples-reported", "rated-down", "searched-unclicked"],
    ]);
  });
});

/** Expects numbers that fit together, and a page of the visitors' rows. */
function expectSense(row: NextRow, rows: readonly PageRow[], complete: boolean): void {
  if (row.kind === "searched-unclicked") {
    expect(row.hits).toBeGreaterThanOrEqual(5);
    expect(row.hitsBefore).toBeGreaterThanOrEqual(2);
    return;
  }
  expect(row.path).not.toBe("/b");
  if (complete) expect(rows.map(({ path }) => path)).toContain(row.path);
  if (row.readers !== undefined) {
    expect(rows.map(({ human }) => human)).toContain(row.readers.human);
    expect(rows.map(({ ai }) => ai)).toContain(row.readers.ai);
  }
  if (row.kind === "rated-down") {
    expect(row.down).toBeLessThanOrEqual(row.votes);
    expect(row.rest.down).toBeLessThanOrEqual(row.rest.votes);
    expect(row.rest.votes).toBeGreaterThanOrEqual(20);
    expect(row.down / row.votes).toBeGreaterThan(row.rest.down / row.rest.votes);
  } else if (row.kind === "asked-unanswered") {
    expect(row.unanswered).toBeLessThanOrEqual(row.asked);
    expect(row.conversations).toBeLessThanOrEqual(row.unanswered);
    expect(row.conversations).toBeGreaterThanOrEqual(4);
  } else expect(row.reports).toBeGreaterThanOrEqual(2);
}
