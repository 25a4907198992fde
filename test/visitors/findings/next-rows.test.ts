import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { findNextRows } from "../../../src/visitors/findings/next-rows.ts";
import type { PageRow, PeriodData } from "../../../src/visitors/report-model.ts";
import type {
  Feedback,
  NextRow,
  PageReport,
  PageVotes,
  Question,
  SearchTerm,
  SignalData,
} from "../../../src/visitors/signals-model.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import { count, path } from "../arbitraries.ts";
import { counts, noSignals, period } from "../report-fixture.ts";

const threshold = 20;
const noon = Date.UTC(2026, 10, 16, 12);

/** What visitors said, without the lists that are empty. */
type Said = Partial<Feedback & Pick<SignalData, "searches" | "missing">> & {
  questions?: readonly Question[];
};

const signalsOf = ({ searches, questions, missing = [], ...feedback }: Said): SignalData => ({
  feedback: { votes: [], exampleReports: undefined, agentReports: undefined, ...feedback },
  questions: questions && { asked: questions, isCut: false },
  searches,
  missing,
});

const row = (path: string, human: number, ai = 0): PageRow => ({ path, ...counts(human, ai) });

/** A period in which these pages were read. */
const readPages = (...rows: readonly PageRow[]): PeriodData => period(counts(9000, 900), rows);

/** `/a` and `/b` have just enough people, and as much AI. */
const twoPages = readPages(row("/a", 20, 20), row("/b", 20, 20));

function find(said: Said, visitors = twoPages, ignored = (_path: string) => false): NextRow[] {
  return findNextRows(signalsOf(said), visitors, { threshold, siteUrl: undefined, ignored });
}

/** `down` of `votes` thumbs on a page are down. */
const thumbs = (page: string, down: number, votes: number): PageVotes => ({ page, down, up: votes - down });

/** One report on a page for each of these days. */
const reports = (page: string, ...days: readonly (number | undefined)[]): PageReport[] =>
  days.map((index) => ({ page, reportedAt: index === undefined ? undefined : noon + index * day }));

/** Conversations on a page, each with one question on a day of its own; the first `unanswered` had no answer. */
const conversations = (page: string | undefined, unanswered: number, all: number): Question[] =>
  Array.from({ length: all }, (_, index) => ({
    conversation: `${page} ${index}`,
    askedAt: noon + index * day,
    page,
    answered: index >= unanswered,
  }));

const term = (text: string, hits: number, clicks = 0): SearchTerm => ({ term: text, hits, clicks });

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

describe("a page is reported by agents", () => {
  it("by at least two reports on at least two days, if as much AI read it as the report's threshold", () => {
    const agentReports = reports("/a", 0, 1);
    const readBy = (ai: number) => readPages(row("/a", 900, ai));
    expect(find({ agentReports }, readBy(20))).toEqual([
      { kind: "reported-by-agents", path: "/a", readers: { human: 900, ai: 20 }, reports: 2 },
    ]);
    expect(find({ agentReports }, readBy(19))).toEqual([]);
    expect(find({ agentReports }, { ...readPages(), complete: false })).toEqual([]);
    expect(find({ agentReports: reports("/a", 0, 0) }, readBy(20))).toEqual([]);
  });
});

describe("a page's questions are unanswered", () => {
  const rest = conversations("/b", 0, 20);

  it("in at least four conversations", () => {
    expect(find({ questions: [...conversations("/a", 4, 4), ...rest] })).toEqual([
      {
        ...{ kind: "asked-unanswered", path: "/a", readers: { human: 20, ai: 20 } },
        ...{ unanswered: 4, asked: 4, conversations: 4 },
      },
    ]);
    expect(find({ questions: [...conversations("/a", 3, 3), ...rest] })).toEqual([]);
    // Three people who ask ten times each.
    const often = Array.from({ length: 10 }, () => conversations("/a", 3, 3)).flat();
    expect(find({ questions: [...often, ...rest] })).toEqual([]);
  });

  it("on at least two days in UTC", () => {
    const asked = (...days: readonly number[]) =>
      conversations("/a", 4, 4).map((one, index) => ({ ...one, askedAt: noon + (days[index] ?? 0) * day }));
    expect(find({ questions: [...asked(0, 0, 0, 0.4), ...rest] })).toEqual([]);
    expect(find({ questions: [...asked(0, 0, 0, 0.5), ...rest] })).toHaveLength(1);
    // What was answered on another day counts no day.
    const answered = { conversation: "c", askedAt: noon - day, page: "/a", answered: true };
    expect(find({ questions: [...asked(0, 0, 0, 0), answered, ...rest] })).toEqual([]);
  });

  it("if so many conversations are on one page like the rest of the site less probable than 1%", () => {
    // The probabilities of 4 in 8 are 0.8% and 1.2%.
    const compared = (unanswered: number) =>
      find({ questions: [...conversations("/a", 4, 8), ...conversations("/b", unanswered, 100)] });
    expect(compared(8)).toHaveLength(1);
    expect(compared(9)).toEqual([]);
  });

  it("if they are less probable than 20% among all pages with four conversations", () => {
    /** 150 conversations on the rest of the site, 12 of them unanswered. */
    const among = (pagesWithFour: number) => {
      const others = Array.from({ length: pagesWithFour }, (_, index) =>
        conversations(`/${index}`, index < 12 ? 1 : 0, 4),
      );
      const few = Array.from({ length: 15 }, (_, index) => conversations(`/few${index}`, 0, 3));
      const anywhere = conversations(undefined, 0, 150 - 45 - 4 * pagesWithFour);
      return find({
        questions: [...conversations("/a", 4, 8), ...others.flat(), ...few.flat(), ...anywhere],
      });
    };
    // Among 26 pages, 0.8% each are below 20% together.
    expect(among(25)).toHaveLength(1);
    expect(among(26)).toEqual([]);
  });

  it("by shares of conversations, and evidence of questions", () => {
    // Who was answered asked eleven times: 4 of 48 questions, but 4 of 8 conversations.
    const answered = conversations("/a", 4, 8).filter((one) => one.answered);
    const questions = [
      ...conversations("/a", 4, 8),
      ...Array.from({ length: 10 }, () => answered).flat(),
      ...conversations("/b", 8, 100),
    ];
    expect(find({ questions })).toMatchObject([{ unanswered: 4, asked: 48, conversations: 4 }]);
    // A conversation with an answer and none is unanswered.
    const both = conversations("/a", 4, 4).flatMap((one) => [{ ...one, answered: true }, one]);
    expect(find({ questions: [...both, ...rest] })).toMatchObject([
      { unanswered: 4, asked: 8, conversations: 4 },
    ]);
    // Who got no answer asked eleven times: 44 of 80 questions, but 4 of 40 conversations.
    const unanswered = conversations("/a", 4, 4);
    const many = [...conversations("/a", 4, 40), ...Array.from({ length: 10 }, () => unanswered).flat()];
    expect(find({ questions: [...many, ...conversations("/b", 8, 100)] })).toEqual([]);
  });

  it("if the rest of the site has at least 20 conversations", () => {
    const compared = (...others: readonly Question[]) =>
      find({ questions: [...conversations("/a", 4, 4), ...others] });
    expect(compared(...conversations("/b", 0, 20))).toHaveLength(1);
    expect(compared(...conversations("/b", 0, 19))).toEqual([]);
    const asked = conversations("/b", 0, 19);
    expect(compared(...asked, ...asked)).toEqual([]);
    // Those that name no page are on the site; those elsewhere are not, and those of the page are not the rest.
    expect(compared(...conversations("/b", 0, 19), ...conversations(undefined, 0, 1))).toHaveLength(1);
    expect(compared(...conversations("/b", 0, 19), ...conversations("file:///b", 0, 1))).toEqual([]);
    const sameConversation = { ...conversations("/a", 4, 4)[0], page: "/b" } as Question;
    expect(compared(...conversations("/b", 0, 19), sameConversation)).toEqual([]);
  });

  it("however few people read it, unless none do", () => {
    const questions = [...conversations("/a", 4, 4), ...rest];
    expect(find({ questions }, readPages(row("/a", 1)))).toHaveLength(1);
    expect(find({ questions }, readPages(row("/b", 900)))).toEqual([]);
    expect(find({ questions }, { ...readPages(), complete: false })).toMatchObject([
      { path: "/a", readers: undefined },
    ]);
  });
});

describe("a term is searched and nothing is opened", () => {
  const searched = (recent: readonly SearchTerm[], before: readonly SearchTerm[]) =>
    find({ searches: { recent, before } });
  /** 60% of the other searches open something. */
  const others = term("webhooks", 100, 60);

  it("with at least five hits, and two in the window before", () => {
    expect(searched([term("import csv", 5), others], [term("import csv", 2)])).toEqual([
      { kind: "searched-unclicked", term: "import csv", hits: 5, hitsBefore: 2, clicks: 0 },
    ]);
    expect(searched([term("import csv", 4), others], [term("import csv", 90)])).toEqual([]);
    expect(searched([term("import csv", 90), others], [term("import csv", 1)])).toEqual([]);
    expect(searched([term("import csv", 90), others], [])).toEqual([]);
  });

  it("with at most one click in twenty over both windows", () => {
    expect(searched([term("import csv", 15), others], [term("import csv", 5, 1)])).toHaveLength(1);
    expect(searched([term("import csv", 15, 1), others], [term("import csv", 5)])).toHaveLength(1);
    expect(searched([term("import csv", 14, 1), others], [term("import csv", 5)])).toEqual([]);
    expect(searched([term("import csv", 15, 1), others], [term("import csv", 15, 1)])).toEqual([]);
  });

  it("if so few clicks on a term like the rest are less probable than 1%", () => {
    // The probabilities of none in 7 are 0.9% and 1.03%.
    const compared = (clicks: number) =>
      searched(
        [term("import csv", 5), term("webhooks", 60, clicks)],
        [term("import csv", 2), term("webhooks", 40)],
      );
    expect(compared(49)).toHaveLength(1);
    expect(compared(48)).toEqual([]);
  });

  it("if so few clicks are less probable than 20% among all terms with such hits", () => {
    /** 200 other hits, 98 of them with a click. */
    const among = (terms: number) => {
      const names = Array.from({ length: terms }, (_, index) => `${String.fromCharCode(97 + index)}-term`);
      const recent = [
        ...names.map((name) => term(name, 5, 3)),
        term("webhooks", 200 - 7 * terms, 98 - 3 * terms),
      ];
      return searched(
        [term("import csv", 5), ...recent],
        [term("import csv", 2), ...names.map((name) => term(name, 2))],
      );
    };
    // Among 22 terms, 0.9% each are below 20% together. The term without hits in the window before is not compared.
    expect(among(21)).toHaveLength(1);
    expect(among(22)).toEqual([]);
  });

  it("if the rest of the searches are at least 20", () => {
    const compared = (hits: number) =>
      searched([term("import csv", 5)], [term("import csv", 2), term("webhooks", hits, hits)]);
    expect(compared(20)).toHaveLength(1);
    expect(compared(19)).toEqual([]);
  });

  it("by what longer terms do not explain, in each window apart", () => {
    const typed = (...all: readonly (readonly [string, number])[]) =>
      all.map(([text, hits]) => term(text, hits));
    const recent = typed(["import", 9], ["import c", 7], ["import csv", 7]);
    expect(searched([...recent, others], typed(["import", 2], ["import csv", 2]))).toMatchObject([
      { term: "import csv", hits: 7, hitsBefore: 2 },
    ]);
    expect(searched([...recent, others], typed(["import", 2]))).toEqual([]);
    // The beginnings, which nobody clicks, do not lower the site's share of clicks.
    const beginnings = typed(...["web", "webh", "webho", "webhoo"].map((text) => [text, 100] as const));
    expect(searched([...recent, others, ...beginnings], typed(["import csv", 2]))).toHaveLength(1);
  });

  it("by more hits than the longer terms may explain that the service does not list", () => {
    const found = (text: string, hits: number, unlisted: number) =>
      find({
        searches: { recent: [term(text, hits), others], before: [term(text, 2)], unlisted },
      });
    expect(found("integrat", 12, 6)).toEqual([]);
    expect(found("integrat", 13, 6)).toHaveLength(1);
    expect(found("impor", 13, 6)).toHaveLength(1);
    // More longer ones begin with a short text.
    expect(found("prov", 24, 6)).toEqual([]);
    expect(found("prov", 25, 6)).toHaveLength(1);
  });

  it("if it is a term", () => {
    const unclicked = (text: string) => searched([term(text, 9), others], [term(text, 9)]);
    expect(unclicked("csv")).toHaveLength(1);
    for (const text of ["cs", "csv?", "a b c d e f g"]) expect(unclicked(text)).toEqual([]);
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

  it("have one of each kind before a second of any, then go by people or hits, those by agents last", () => {
    const searches = {
      recent: [term("import csv", 250), term("webhooks", 900, 900)],
      before: [term("import csv", 9)],
    };
    const votes = [thumbs("/f", 4, 4), thumbs("/g", 0, 40)];
    const questions = [...conversations("/e", 4, 4), ...conversations("/a", 0, 20)];
    const agentReports = ["/a", "/b"].flatMap((page) => reports(page, 0, 1));
    expect(named(find({ exampleReports, searches, votes, questions, agentReports }, site))).toEqual([
      "examples-reported /a",
      "asked-unanswered /e",
      "searched-unclicked import csv",
      "rated-down /f",
      "reported-by-agents /b",
    ]);
    // Third reports on examples come before third ones by agents, however much AI read these pages.
    const manyByAgents = [...agentReports, ...reports("/c", 0, 1)];
    expect(named(find({ exampleReports, agentReports: manyByAgents }, site))).toEqual([
      ...["/a", "/b", "/c"].map((page) => `examples-reported ${page}`),
      ...["/c", "/b"].map((page) => `reported-by-agents ${page}`),
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
          agentReports: maybe(fc.array(report, many)),
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
      ...["asked-unanswered", "examples-reported", "rated-down", "reported-by-agents", "searched-unclicked"],
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
