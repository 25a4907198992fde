import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import type { Question, SearchTerm } from "../../../src/visitors/signals.ts";
import { conversations, find, noon, readPages, row, term } from "./said.ts";

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

  it("if it is opened less often than the others, by more than chance", () => {
    const site = [term("webhooks", 20, 5)];
    expect(searched([term("import csv", 15, 0), ...site], [term("import csv", 5)])).toHaveLength(1);
    expect(searched([term("import csv", 15, 1), ...site], [term("import csv", 5)])).toEqual([]);
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

  it("by four times the hits of the last term of a list that goes on", () => {
    const found = (text: string, hits: number, unlisted: number) =>
      find({
        searches: { recent: [term(text, hits), others], before: [term(text, 2)], unlisted },
      });
    expect(found("integrat", 23, 6)).toEqual([]);
    expect(found("integrat", 24, 6)).toHaveLength(1);
  });

  it("if it is a term", () => {
    const unclicked = (text: string) => searched([term(text, 9), others], [term(text, 9)]);
    expect(unclicked("csv")).toHaveLength(1);
    for (const text of ["cs", "csv?", "a b c d e f g"]) expect(unclicked(text)).toEqual([]);
  });
});
