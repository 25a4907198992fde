import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import type { AssistantQuestion, SearchTerm } from "../../../src/visitors/read/data.ts";
import { counts, page } from "../report-fixture.ts";
import { conversations, find, noon, readPages, reports, term, thumbs, twoPages } from "../said.ts";

const unread = { ...readPages(), complete: false };

describe("a page is rated down", () => {
  const rest = thumbs("/b", 0, 20);

  it.each([
    ["four thumbs down", thumbs("/a", 4, 4), rest, 1],
    ["fewer", thumbs("/a", 3.9, 3.9), rest, 0],
    // The lower bounds of 95% are 0.524 for 11 of 14 and 0.497.
    ["not quite", thumbs("/a", 10, 13), rest, 0],
    ["20 votes elsewhere that are as bad", thumbs("/a", 11, 14), thumbs(undefined, 15, 20), 0],
    ["19, which are too few to compare with", thumbs("/a", 11, 14), thumbs(undefined, 15, 19), 1],
  ])("with %s", (_, here, elsewhere, rows) => {
    expect(find({ votes: [here, elsewhere] })).toHaveLength(rows);
  });

  it("if at least as many people read it as the report's threshold", () => {
    const votes = [thumbs("/a", 11, 14), rest];
    const readBy = (human: number) => readPages(page("/a", human, 500), page("/b", 900));
    expect(find({ votes }, readBy(20))).toHaveLength(1);
    expect(find({ votes }, readBy(19))).toEqual([]);
    expect(find({ votes }, unread)).toEqual([]);
  });

  it("by what was said on all of its spellings, compared with what was said on no page, too", () => {
    const votes = [thumbs("/a", 2, 2), thumbs("/a", 2, 2), thumbs(undefined, 9, 39)];
    expect(find({ votes })).toEqual([
      {
        ...{ kind: "rated-down", path: "/a", page: "/a", readers: counts(20, 20) },
        evidence: { down: 4, votes: 4 },
      },
    ]);
  });
});

describe("the examples of a page are reported", () => {
  it.each([
    ["on one day", reports("/a", 0, 0, 0.4), twoPages, []],
    ["around midnight in UTC", reports("/a", 0.4, 0.5), twoPages, [2]],
    ["without a date, which is no day", reports("/a", 0, undefined), twoPages, []],
    ["also without a date", reports("/a", 0, 1, undefined), twoPages, [3]],
    ["where one person reads", reports("/a", 0, 1), readPages(page("/a", 1)), [2]],
    ["where nobody reads", reports("/a", 0, 1), readPages(), []],
    ["where readers are unknown", reports("/a", 0, 1), unread, [2]],
    ["on no page", reports(undefined, 0, 1), unread, []],
  ])("%s", (_, exampleReports, visitors, counted) => {
    const evidence = find({ exampleReports }, visitors).map((row) => row.evidence);
    expect(evidence).toEqual(counted.map((reports) => ({ reports })));
  });
});

describe("a page's questions are unanswered", () => {
  const four = conversations("/a", 4, 4);
  const elsewhere = (count: number) => conversations("/b", 0, count);
  const rest = elsewhere(20);
  const onDays = (...days: readonly number[]) =>
    four.map((one, index) => ({ ...one, at: noon + (days[index] ?? 0) * day }));
  const answered = { conversation: "c", at: noon - day, page: "/a", answered: true, words: "" };
  const repeated = (times: number, questions: readonly AssistantQuestion[]) =>
    Array.from({ length: times }, () => questions).flat();

  it.each<[string, readonly AssistantQuestion[], readonly AssistantQuestion[], number]>([
    ["in three, however often they ask", repeated(10, conversations("/a", 3, 3)), rest, 0],
    ["on one day in UTC", onDays(0, 0, 0, 0.4), rest, 0],
    ["on two days", onDays(0, 0, 0, 0.5), rest, 1],
    ["on one day, and answered on another", [...onDays(0, 0, 0, 0), answered], rest, 0],
    ["no more than elsewhere", conversations("/a", 4, 8), conversations("/b", 50, 100), 0],
    ["with 19 elsewhere, each of two questions", four, repeated(2, elsewhere(19)), 0],
    ["with one on no page", four, [...elsewhere(19), ...conversations(undefined, 0, 1)], 1],
  ])("%s", (_, here, others, rows) => {
    expect(find({ questions: [...here, ...others] })).toHaveLength(rows);
  });

  it("by shares of conversations, and with the evidence of questions", () => {
    // Who was answered asked eleven times: 4 of 48 questions, but 4 of 8 conversations.
    const given = conversations("/a", 4, 8);
    const answered = repeated(10, given.slice(4));
    expect(find({ questions: [...given, ...answered, ...conversations("/b", 7, 100)] })).toEqual([
      {
        ...{ kind: "asked-unanswered", path: "/a", page: "/a", readers: counts(20, 20) },
        evidence: {
          unanswered: 4,
          asked: 48,
          conversations: 4,
          rest: { unanswered: 7, asked: 100 },
        },
        quotes: [],
      },
    ]);
    // Who got no answer asked eleven times: 44 of 80 questions, but 4 of 40 conversations.
    const many = [...conversations("/a", 4, 40), ...repeated(10, conversations("/a", 4, 4))];
    expect(find({ questions: [...many, ...conversations("/b", 7, 100)] })).toEqual([]);
  });
});

describe("a term is searched and nothing is opened", () => {
  /** The rows about terms on a site where visitors open a result of most other searches. */
  const searched = (recent: SearchTerm[], before: SearchTerm[], unlisted = 0) =>
    find({ searches: { recent: [...recent, term("webhooks", 100, 60)], before, unlisted } });

  it.each([
    ["five hits, and two before", 5, 2, 0, 0, 1],
    ["four", 4, 90, 0, 0, 0],
    ["one before", 90, 1, 0, 0, 0],
    ["none before", 90, 0, 0, 0, 0],
    ["one click in twenty over both windows", 15, 5, 1, 0, 1],
    ["one in nineteen", 14, 5, 1, 0, 0],
    // A longer term that explains it may have as many hits as the last that is listed.
    ["four times the hits of the last term", 24, 2, 0, 6, 1],
    ["hardly four times", 23, 2, 0, 6, 0],
  ])(
    "with %s: %i, before %i, clicks %i, the last %i",
    (_, hits, before, clicks, unlisted, rows) => {
      const [now, then] = [term("csv", hits, clicks), term("csv", before)];
      expect(searched([now], [then], unlisted)).toHaveLength(rows);
    },
  );

  it.each<[string, ...SearchTerm[]]>([
    ["no fewer clicks than others", term("csv", 5), term("web", 400, 40)],
    ["no term", term("cs", 9)],
    ["a private one", term("jane@example.com", 9)],
  ])("not with %s", (_, ...terms) => {
    expect(searched(terms, terms)).toEqual([]);
  });

  it("by what longer terms do not explain, in each window apart", () => {
    const recent = [term("import", 9), term("import c", 7), term("import csv", 7)];
    expect(searched(recent, [term("import", 2), term("import csv", 2)])).toEqual([
      {
        kind: "searched-unclicked",
        term: "import csv",
        evidence: { hits: 7, hitsBefore: 2, clicks: 0 },
      },
    ]);
    expect(searched(recent, [term("import", 2)])).toEqual([]);
  });
});

describe("the rows", () => {
  const names = ["/a", "/b", "/c", "/d", "/e", "/f", "/g"];
  const pages = names.map((name, index) => page(name, 700 - index * 100, 5000 + index));
  const site = readPages(...pages);
  const named = (...given: Parameters<typeof find>) =>
    find(...given).map((row) => `${row.kind} ${"term" in row ? row.term : row.path}`);
  const exampleReports = ["/g", "/a", "/b", "/c", "/d", "/e"].flatMap((page) =>
    reports(page, 0, 1),
  );

  it("are at most five, those that most people read first, those with unknown readers last", () => {
    const reported = (...pages: string[]) => pages.map((page) => `examples-reported ${page}`);
    expect(named({ exampleReports }, site)).toEqual(reported("/a", "/b", "/c", "/d", "/e"));
    const partial = { ...readPages(page("/g", 1)), complete: false };
    expect(named({ exampleReports }, partial)).toEqual(reported("/g", "/a", "/b", "/c", "/d"));
  });

  it("have one of each kind before a second of any, then go by people or hits", () => {
    const searches = {
      recent: [term("import csv", 250), term("webhooks", 900, 900)],
      before: [term("import csv", 9)],
      unlisted: 0,
    };
    const votes = [thumbs("/f", 4, 4), thumbs("/g", 0, 40)];
    const questions = [...conversations("/e", 4, 4), ...conversations("/a", 0, 20)];
    expect(named({ exampleReports, searches, votes, questions }, site)).toEqual([
      "examples-reported /a",
      "asked-unanswered /e",
      "searched-unclicked import csv",
      "rated-down /f",
      "examples-reported /b",
    ]);
  });

  it("name no page that is ignored or was named lately, whose votes still belong to the site", () => {
    const votes = [thumbs("/b", 11, 14), thumbs("/a", 15, 20)];
    const isIgnored = ({ path }: { path: string }) => path === "/a";
    for (const given of [{ isIgnored }, { resting: ["/a"] }]) {
      expect(named({ exampleReports }, site, given)[0]).toBe("examples-reported /b");
      expect(named({ votes }, site, given)).toEqual([]);
    }
  });

  it("quote the newest questions without an answer, as far as these may be seen, each once", () => {
    const words = ["how old", "why 410?", "mail jane@example.com", "why 410?", "is it answered"];
    const said = [...conversations("/a", 4, 5), ...conversations("/b", 0, 90)];
    const questions = said.map((one, index) => ({ ...one, words: words[index] ?? "" }));
    const quoted = (quotes: number) =>
      find({ questions }, site, { quotes }).flatMap((row) => ("quotes" in row ? row.quotes : []));
    expect([quoted(0), quoted(1), quoted(5)]).toEqual([[], ["why 410?"], ["why 410?", "how old"]]);
  });
});
