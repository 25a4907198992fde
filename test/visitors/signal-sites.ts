import { day } from "../../src/dates.ts";
import type { PageReport, PageVotes, Question } from "../../src/visitors/signals.ts";
import { noSignals } from "./report-fixture.ts";
import { type PlantedPage, type Site, saturday, site, twoPeriods } from "./site-builder.ts";

/** What was said about a page, each of `count` on a day of its own. */
const reports = (page: string, count: number): PageReport[] =>
  Array.from({ length: count }, (_, index) => ({ page, reportedAt: saturday - (3 + index) * day }));

/** So many questions on a page, each in a conversation of its own; the first ones had no answer. */
const questions = (page: string, asked: number, unanswered: number): Question[] =>
  Array.from({ length: asked }, (_, index) => ({
    conversation: `${page} ${index}`,
    askedAt: saturday - (1 + (index % 25)) * day,
    page,
    answered: index >= unanswered,
  }));

/** A page with fewer thumbs down than up, as most have. */
const ordinaryVotes: PageVotes = { page: "/quickstart", up: 66, down: 34 };
const ordinaryQuestions = [...questions("/quickstart", 120, 6), ...questions("/sdks/typescript", 40, 3)];
const ordinarySearches = [
  { term: "webhooks", hits: 60, clicks: 41 },
  { term: "rate limits", hits: 48, clicks: 30 },
];

/** The pages that something was said about; their visitors changed as the site did. */
const storyPages: PlantedPage[] = [
  ["/sdks/python", [660, 130, 772], [675, 131, 790]],
  ["/guides/webhooks", [538, 180, 696], [543, 188, 709]],
  ["/guides/billing", [405, 40, 440], [412, 38, 446]],
  ["/api-reference/orders/list", [98, 170, 248], [101, 176, 256]],
];

const steadyWeek = (seed: number) =>
  twoPeriods({
    ...{ seed, pages: 120, planted: storyPages },
    ...{ before: [9_060, 2_080, 10_890], now: [9_120, 2_104, 10_972] },
  });

/** All three signals, each with something to say; the visitors say nothing. */
function allSignals(): Site {
  return site({
    name: "all-signals",
    host: "docs.fernway.example",
    lesson:
      "Visitors are steady, but four places want words: broken examples on /sdks/python, unanswered questions on /guides/webhooks, bad votes on /guides/billing, and a search that finds nothing.",
    ...steadyWeek(41),
    signals: {
      feedback: {
        votes: [ordinaryVotes, { page: "/guides/billing", up: 3, down: 11 }],
        exampleReports: reports("/sdks/python", 3),
      },
      questions: { asked: [...ordinaryQuestions, ...questions("/guides/webhooks", 31, 9)], isCut: false },
      searches: {
        recent: [...ordinarySearches, { term: "import csv", hits: 12, clicks: 0 }],
        before: [...ordinarySearches, { term: "import csv", hits: 6, clicks: 0 }],
      },
      missing: [],
    },
    expected: {
      headline: ["10,972 visitors, +1%.", "People 9,120 (+1%)", "AI 2,104 (+1%)"],
      headlineNot: /Nothing needs you/,
      worthALook: [],
      next: [
        "/sdks/python: 3 reports on its code examples, all open",
        "/guides/webhooks: the assistant had no answer to 9 of 31 questions",
        "/guides/billing: 11 of 14 votes are thumbs down (elsewhere 34 of 100)",
        "Readers searched for import csv 12 times and opened nothing",
      ],
      moved: [],
      says: [/Based on 90 days of feedback, 28 days of questions and searches, and this week's readers\./],
    },
  });
}

/** Only the questions were asked for. */
function onlyQuestions(): Site {
  return site({
    name: "only-questions",
    host: "docs.fernway.example",
    lesson:
      "Visitors are steady. On two pages the assistant fails far more often than elsewhere: first /guides/webhooks, which more people read, then /guides/billing.",
    ...steadyWeek(42),
    signals: {
      ...noSignals,
      questions: {
        asked: [
          ...ordinaryQuestions,
          ...questions("/guides/billing", 18, 8),
          ...questions("/guides/webhooks", 31, 9),
        ],
        isCut: false,
      },
    },
    expected: {
      headline: ["10,972 visitors, +1%."],
      headlineNot: /Nothing needs you/,
      worthALook: [],
      next: [
        "/guides/webhooks: the assistant had no answer to 9 of 31 questions",
        "/guides/billing: the assistant had no answer to 8 of 18 questions",
      ],
      moved: [],
      says: [/Based on 28 days of questions, and this week's readers\./],
      saysNot: [/feedback/i, /search/i],
    },
  });
}

/** The plan allows none of the signals. */
function refusedSignals(): Site {
  const refused = { why: "failure", reason: "forbidden" } as const;
  return site({
    name: "signals-refused",
    host: "docs.fernway.example",
    lesson:
      "Visitors are steady. Feedback, questions and searches could not be read, because the plan or the key does not allow it; that is said first, and the visitors are complete.",
    ...steadyWeek(43),
    signals: {
      ...noSignals,
      missing: [
        { signal: "feedback", ...refused },
        { signal: "questions", ...refused },
        { signal: "searches", ...refused },
      ],
    },
    expected: {
      headline: ["10,972 visitors, +1%."],
      // Nobody looked at what was asked for.
      headlineNot: /Nothing needs you/,
      worthALook: [],
      next: [],
      moved: [],
      says: [
        /^> No suggestions this week: the service refused feedback, questions and searches \(plan or key\)\.$/m,
      ],
      saysNot: [/Incomplete/, /What to document next/],
    },
  });
}

/** Made-up sites on which visitors said something beside coming, or nobody could hear it. */
export const signalSites: readonly Site[] = [allSignals(), onlyQuestions(), refusedSignals()];
