import { day } from "../../src/dates.ts";
import type { AssistantQuestion } from "../../src/visitors/read/data.ts";
import type { Row } from "../../src/visitors/read/pages.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { emptySignals, periodsOf } from "./report-fixture.ts";
import { conversations, noon, reports, thumbs } from "./said.ts";
import { type PlantedPage, type Site, type Story, siteOf } from "./site-builder.ts";

const ordinaryQuestions = [
  ...conversations("/quickstart", 6, 120),
  ...conversations("/sdks/typescript", 3, 40),
];

/** The same questions, with their words. */
function worded(
  questions: readonly AssistantQuestion[],
  ...words: readonly string[]
): AssistantQuestion[] {
  return questions.map((one, index) => ({
    ...one,
    words: words[index] ?? "",
  }));
}

const webhooks = worded(
  conversations("/guides/webhooks", 9, 31),
  "how do i verify the signature in go",
  "retry after 410?",
  "send it to jane@example.com",
  "is the payload ordered",
);

const feedback = {
  ...emptySignals.feedback,
  // A page with fewer thumbs down than up, as most have, and one with more.
  votes: [thumbs("/quickstart", 34, 100), thumbs("/guides/billing", 11, 14)],
  exampleReports: reports("/sdks/python", 0, 1, 2),
};
const searches = (hits: number) => [
  { term: "webhooks", hits: 60, clicks: 41 },
  { term: "rate limits", hits: 48, clicks: 30 },
  { term: "import csv", hits, clicks: 0 },
];

/** What was said in most weeks: nothing that asks for work. */
const quiet = {
  ...emptySignals,
  feedback: { ...emptySignals.feedback, votes: [thumbs("/quickstart", 34, 100)] },
  questions: { newest: ordinaryQuestions, areAll: true },
  searches: undefined,
};

/** A steady week in which something was said about some pages; their visitors changed as the site did. */
const steadyWeek: Pick<Story, "site" | "planted" | "grew"> = {
  site: { seed: 41, pages: 120, before: [9_060, 2_080, 10_890], now: [9_120, 2_104, 10_972] },
  planted: [
    ["/sdks/python", [660, 130, 772], [675, 131, 790]],
    ["/guides/webhooks", [538, 180, 696], [543, 188, 709]],
    ["/guides/billing", [405, 40, 440], [412, 38, 446]],
    ["/api-reference/orders/list", [98, 170, 248], [101, 176, 256]],
  ],
  grew: [1.01, 1.02],
};

/** So many pages below a folder, each read by fewer people than the one before. */
function folder(name: string, pages: number, most: number): [path: string, people: number][] {
  return Array.from({ length: pages }, (_, index) => [
    `/${name}/part-${index + 1}`,
    Math.round(most * 0.9 ** index),
  ]);
}

const ordinary: readonly Story[] = [
  {
    name: "steady",
    lesson: "An ordinary week, a percent more than the week before. Nothing is to be done.",
    site: { seed: 1, pages: 180, before: [14_455, 4_950, 18_806], now: [14_744, 4_999, 18_994] },
    grew: [1, 1],
    signals: quiet,
  },
  {
    name: "what-to-document",
    lesson:
      "Visitors are steady, but four things want work: broken examples on /sdks/python, unanswered questions on /guides/webhooks, bad votes on /guides/billing, and a search that finds nothing.",
    ...steadyWeek,
    signals: {
      feedback,
      questions: { newest: [...ordinaryQuestions, ...webhooks], areAll: true },
      searches: { recent: searches(12), before: searches(6), unlisted: 0 },
    },
  },
  {
    name: "suggested-before",
    lesson:
      "A steady week. An earlier report has named /guides/webhooks for the agent: its numbers before and since are there, and it is no finding. /sdks/python is.",
    ...steadyWeek,
    signals: {
      feedback: { ...feedback, votes: [] },
      questions: {
        areAll: true,
        newest: [
          ...ordinaryQuestions,
          ...conversations("/guides/webhooks", 7, 19).map((one) => ({
            ...one,
            at: one.at - 26 * day,
          })),
          ...conversations("/guides/webhooks", 1, 9),
        ],
      },
    },
    memory: [{ page: "/guides/webhooks", at: noon - 7 * day }],
  },
  {
    name: "growth",
    lesson:
      "October has 14% more visitors a day than September. It is the whole site, not one page.",
    site: { seed: 2, pages: 140, before: [20_310, 5_120, 24_800], now: [23_966, 6_042, 29_264] },
    periods: periodsOf({ period: "last-month" }),
    grew: [1.18, 1.18],
    signals: quiet,
  },
  {
    name: "launch",
    lesson:
      "16% more visitors. They read six new pages, most of them in the agents section, and the changelog three times as much.",
    site: { seed: 3, pages: 120, before: [8_120, 1_930, 9_690], now: [9_420, 2_240, 11_240] },
    grew: [1, 1],
    planted: [
      ["/agents/quickstart", undefined, [1_190, 340, 1_480]],
      ["/agents/overview", undefined, [930, 210, 1_105]],
      ["/agents/tools", undefined, [470, 200, 640]],
      ["/changelog/agents-launch", undefined, [455, 90, 530]],
      ["/agents/pricing", undefined, [380, 40, 410]],
      ["/agents/api", undefined, [240, 170, 388]],
      ["/changelog", [335, 78, 402], [1_090, 205, 1_262]],
    ],
    signals: quiet,
  },
  {
    name: "holiday",
    lesson: "45% fewer, people and AI alike, on every page alike.",
    site: { seed: 4, pages: 220, before: [15_240, 4_180, 18_900], now: [8_382, 2_299, 10_395] },
    grew: [1, 1],
    signals: quiet,
  },
  {
    name: "one-page-collapses",
    lesson: "5% fewer visitors. /guides/installation went from 1,240 to 221.",
    site: { seed: 7, pages: 160, before: [11_480, 3_140, 14_020], now: [10_890, 2_990, 13_310] },
    grew: [1, 1],
    planted: [["/guides/installation", [1_010, 290, 1_240], [168, 62, 221]]],
    signals: quiet,
  },
  {
    name: "first-week",
    lesson:
      "The first week with visitors: 1,240, of them 260 AI. There is nothing to compare with.",
    site: { seed: 8, pages: 45, before: [0, 0, 0], now: [1_010, 260, 1_240] },
    signals: emptySignals,
  },
  {
    name: "site-went-dark",
    lesson:
      "Nobody came this week after 1,240 the week before: an outage of the site or of its counting.",
    site: { seed: 29, pages: 45, before: [1_010, 260, 1_240], now: [0, 0, 0] },
    grew: [1, 1],
    signals: emptySignals,
  },
  {
    name: "huge",
    lesson:
      "A huge site at rest, +2%. Of its 25,000 pages four have a story: one is read three times as much, one lost 40%, one is new, one has no visitors any more.",
    site: {
      seed: 10,
      pages: 25_000,
      before: [318_000, 110_500, 412_300],
      now: [323_100, 112_300, 418_900],
    },
    grew: [1, 1.01],
    planted: [
      ["/guides/streaming-responses", [1_500, 700, 2_110], [4_700, 2_600, 6_930]],
      ["/v1/quickstart", [4_300, 1_100, 5_210], [2_500, 700, 3_105]],
      ["/changelog/3-0", undefined, [3_300, 900, 4_050]],
      ["/v0/introduction", [1_000, 260, 1_212], undefined],
    ],
    signals: quiet,
  },
  {
    name: "partial-read",
    lesson:
      "Only part of the pages was read, and the report says so at the top. One page clearly rose; the report does not claim that pages are new or gone.",
    site: {
      seed: 11,
      pages: 5_000,
      before: [61_200, 17_900, 77_400],
      now: [62_400, 18_300, 78_950],
    },
    grew: [1.01, 1.02],
    planted: [
      ["/integrations/mcp-server", [1_100, 420, 1_470], [2_500, 1_600, 3_980]],
      // In the pages of the week before that were read, but not in those of this week.
      ["/guides/legacy-tokens", [2_100, 300, 2_360], [3, 1, 4]],
      // Much read this week, little before: not among the pages of the week before that were read.
      ["/guides/batch-requests", [30, 8, 37], [700, 210, 890]],
    ],
    signals: quiet,
    read: ({ current, previous, trend }) => ({
      current: { ...current, pages: current.pages.slice(0, 1_250), complete: false },
      previous: previous && { ...previous, pages: previous.pages.slice(0, 250), complete: false },
      trend: trend.map((point, index) => (index < 4 ? undefined : point)),
      missing: [
        { what: "pages", why: "budget" },
        { what: "previous-pages", why: "budget" },
      ],
    }),
  },
  {
    name: "totals-that-do-not-fit",
    lesson: "The counts contradict each other: that is said first, and nothing else.",
    site: { seed: 25, before: [110, 440, 390], now: [100, 460, 400] },
    planted: [
      ["/", [25, 30, 290], [20, 30, 300]],
      ["/guides/webhooks", [0, 240, 88], [0, 260, 90]],
      ["/faq", [75, 0, 41], [80, 0, 40]],
    ],
    signals: emptySignals,
  },
  {
    name: "signals-refused",
    lesson:
      "Visitors are steady. Feedback and questions are not in the plan, and the report says so.",
    ...steadyWeek,
    signals: {
      missing: (["feedback", "questions"] as const).map((signal) => {
        return { what: signal, why: "failure", reason: "forbidden" };
      }),
    },
  },
];

/** Each row with a slash at its end. */
const withSlash = (row: Row): Row[] => [{ ...row, path: `${row.path.replace(/\/$/, "")}/` }];

/** The ways in which one page is asked for. */
const spellings = (row: Row): Row[] => [
  row,
  { path: `${row.path}.md`, human: 0, ai: Math.round(row.ai / 2), total: Math.round(row.ai / 2) },
  { path: `${row.path}?utm_source=newsletter`, human: Math.round(row.human / 9), ai: 0, total: 7 },
  { path: `${row.path}#install`, human: 3, ai: 0, total: 3 },
  { path: row.path.toUpperCase(), human: 2, ai: 0, total: 2 },
];

const scannerPaths = [
  "/wp-login.php",
  "/.env",
  "/.git/config",
  "/wp-admin/",
  "/backup.zip",
  "/xmlrpc.php",
];
const scanned = scannerPaths.map((path, index): PlantedPage => {
  const visitors = 5_021 - 300 * index;
  return [path, undefined, [40, visitors - 30, visitors]];
});

/** What people's data does to a report. */
const unusual: readonly Story[] = [
  {
    name: "changed-while-read",
    lesson:
      "The list of pages changed while it was read: rows came twice, and 135 pages are missing. The report calls none of them gone, and says that pages may be missing.",
    site: { seed: 51, pages: 700, before: [40_100, 9_020, 47_900], now: [40_400, 9_100, 48_300] },
    grew: [1, 1],
    signals: quiet,
    read: ({ current }) => ({
      current: {
        ...current,
        pages: current.pages.filter((_, index) => index < 200 || index % 3 > 0 || index > 605),
        complete: false,
      },
      missing: [{ what: "pages", why: "repeated" }],
    }),
  },
  {
    name: "scanner",
    lesson:
      "A scanner asked for addresses that are no pages. They are counted in one line, and nothing is new. People are compared: it is counted as AI.",
    site: { seed: 52, pages: 120, before: [9_060, 2_080, 10_890], now: [9_120, 6_904, 15_772] },
    grew: [1, 1],
    planted: scanned,
    signals: quiet,
  },
  {
    name: "end-of-a-scan",
    lesson:
      "The scanner is gone: fewer AI than in the week before, and no page has lost its visitors.",
    site: { seed: 53, pages: 120, before: [9_120, 6_904, 15_772], now: [9_180, 2_110, 11_020] },
    planted: scanned.map(([path, before, now]): PlantedPage => [path, now, before]),
    signals: quiet,
  },
  {
    name: "trailing-slashes",
    lesson:
      "Since this week all addresses end with a slash. No page moved, none is new and none is gone.",
    site: { seed: 54, pages: 140, before: [11_870, 2_910, 14_430], now: [11_990, 2_925, 14_560] },
    grew: [1, 1],
    sent: { now: withSlash },
    signals: quiet,
  },
  {
    name: "spellings",
    lesson:
      "Pages come as Markdown, with queries, fragments and in upper case: each is one page, and none is new.",
    site: { seed: 55, pages: 90, before: [9_060, 2_080, 10_890], now: [9_120, 2_104, 10_972] },
    grew: [1, 1],
    sent: { now: spellings },
    planted: [
      ["/login?email=jane.doe%40example.com&token=eyJhbGciOi", [58, 0, 58], [60, 0, 60]],
      ["/guides/webhooks?email=joe@example.com", [41, 0, 41], [40, 0, 40]],
    ],
    signals: quiet,
  },
  {
    name: "feeds-and-site-maps",
    lesson:
      "The service's own files, feeds and site maps were read a lot. They are no pages and no findings.",
    site: { seed: 56, pages: 90, before: [9_060, 2_080, 10_890], now: [9_120, 2_404, 11_172] },
    grew: [1, 1],
    planted: [
      "/skill.md",
      "/sitemap.xml",
      "/changelog/rss.xml",
      "/.well-known/mcp.json",
      "/404",
    ].map((path, index): PlantedPage => [path, undefined, [5, 700 - 90 * index, 702 - 90 * index]]),
    signals: quiet,
  },
  {
    name: "japanese",
    lesson:
      "A site in Japanese. One page is read three times as much, and a term of two characters opens nothing.",
    site: { seed: 58, before: [2_060, 380, 2_390], now: [2_120, 404, 2_472] },
    grew: [1, 1],
    planted: [
      ["/ja/はじめに", [610, 90, 690], [620, 95, 702]],
      ["/ja/%E8%AA%8D%E8%A8%BC", [110, 20, 128], [390, 30, 412]],
      ["/ja/請求", [210, 40, 244], [205, 38, 240]],
    ],
    signals: {
      ...quiet,
      searches: {
        recent: [...searches(0), { term: "課金", hits: 31, clicks: 0 }],
        before: [...searches(0), { term: "課金", hits: 22, clicks: 0 }],
        unlisted: 0,
      },
    },
  },
  {
    name: "five-visitors",
    lesson: "Five visitors after nine. No growth is claimed, and no page of theirs is listed.",
    site: { seed: 9, before: [8, 1, 9], now: [4, 1, 5] },
    grew: [1, 1],
    planted: [
      ["/", [7, 1, 8], [4, 0, 4]],
      ["/quickstart", [3, 0, 3], [2, 1, 3]],
      ["/pricing", [4, 0, 4], undefined],
    ],
    signals: emptySignals,
  },
  {
    name: "people-became-ai",
    lesson:
      "Half of the people of the week before are counted as AI, on every page. The report shows both numbers.",
    site: { seed: 21, pages: 150, before: [15_100, 3_980, 18_410], now: [7_620, 11_450, 18_520] },
    grew: [1, 1.02],
    signals: quiet,
  },
  {
    name: "section-removed",
    lesson: "A section of eight pages has no visitors any more. They are one row.",
    site: { seed: 59, pages: 120, before: [9_600, 2_180, 11_390], now: [9_320, 2_104, 11_072] },
    grew: [1, 1],
    planted: folder("legacy", 8, 140).map(
      ([path, people]): PlantedPage => [path, [people, 10, people + 9], undefined],
    ),
    signals: quiet,
  },
  {
    name: "hostile-paths",
    lesson:
      "Pages with odd names got visitors. None of the names does anything: no link, mention or command.",
    site: { seed: 28, pages: 60, before: [3_000, 700, 3_500], now: [3_060, 714, 3_570] },
    planted: HOSTILE_PATHS.map(
      (path, index): PlantedPage => [path, undefined, [30 + index, 9, 39 + index]],
    ),
    signals: emptySignals,
  },
];

/** Made-up sites with a story each; `npm run sites` shows their reports as their readers would see them. */
export const sites: readonly Site[] = [...ordinary, ...unusual].map(siteOf);
