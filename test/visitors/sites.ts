import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { periodsOf } from "./report-fixture.ts";
import { conversations, reports, thumbs } from "./said.ts";
import { type Site, type Story, siteOf } from "./site-builder.ts";

const ordinaryQuestions = [
  ...conversations("/quickstart", 6, 120),
  ...conversations("/sdks/typescript", 3, 40),
];
const complaints = {
  // A page with fewer thumbs down than up, as most have, and one with more.
  votes: [thumbs("/quickstart", 34, 100), thumbs("/guides/billing", 11, 14)],
  exampleReports: reports("/sdks/python", 0, 1, 2),
};
const searches = (hits: number) => [
  { term: "webhooks", hits: 60, clicks: 41 },
  { term: "rate limits", hits: 48, clicks: 30 },
  { term: "import csv", hits, clicks: 0 },
];

/** A steady week in which something was said about some pages; their visitors changed as the site did. */
const steadyWeek: Pick<Story, "site" | "planted"> = {
  site: { seed: 41, pages: 120, before: [9_060, 2_080, 10_890], now: [9_120, 2_104, 10_972] },
  planted: [
    ["/sdks/python", [660, 130, 772], [675, 131, 790]],
    ["/guides/webhooks", [538, 180, 696], [543, 188, 709]],
    ["/guides/billing", [405, 40, 440], [412, 38, 446]],
    ["/api-reference/orders/list", [98, 170, 248], [101, 176, 256]],
  ],
};

const stories: readonly Story[] = [
  {
    name: "steady",
    lesson:
      "An ordinary week: a percent more than the week before, a quarter of it AI as before. No page needs a look.",
    site: { seed: 1, pages: 180, before: [14_455, 4_950, 18_806], now: [14_744, 4_999, 18_994] },
    grew: [1, 1],
  },
  {
    name: "growth",
    lesson:
      "October has 14% more visitors a day than September, people and AI alike, and every month before grew too. It is the whole site, not one page.",
    site: { seed: 2, pages: 140, before: [20_310, 5_120, 24_800], now: [23_966, 6_042, 29_264] },
    periods: periodsOf({ period: "last-month" }),
    grew: [1.18, 1.18],
  },
  {
    name: "launch",
    lesson:
      "The launch brought 16% more visitors. They read the new pages of the agents section, and the changelog three times as much.",
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
  },
  {
    name: "holiday",
    lesson: "A holiday week: 45% fewer, people and AI alike, on every page alike. No page is broken.",
    site: { seed: 4, pages: 220, before: [15_240, 4_180, 18_900], now: [8_382, 2_299, 10_395] },
    grew: [1, 1],
  },
  {
    name: "ai-overtakes-people",
    lesson: "AI visits more than people for the first time: people −4%, AI +29%, 57% of all instead of 48%.",
    site: { seed: 5, pages: 130, before: [5_210, 4_730, 9_810], now: [5_010, 6_120, 10_790] },
    grew: [0.99, 1.13],
    planted: [
      ["/api-reference/orders/list", [300, 130, 412], [168, 300, 446]],
      ["/api-reference/refunds/create", [240, 90, 318], [140, 228, 352]],
      ["/guides/rate-limits", [420, 160, 560], [260, 350, 588]],
    ],
  },
  {
    name: "one-page-collapses",
    lesson:
      "/guides/installation lost 82% of its visitors (1,240 to 221); that is where the site's 5% went. Somebody should open that page now.",
    site: { seed: 7, pages: 160, before: [11_480, 3_140, 14_020], now: [10_890, 2_990, 13_310] },
    grew: [1, 1],
    planted: [["/guides/installation", [1_010, 290, 1_240], [168, 62, 221]]],
  },
  {
    name: "first-week",
    lesson:
      "The first week with visitors: 1,240, of them 260 AI. There is nothing to compare with, so the report says nothing of growth.",
    site: { seed: 8, pages: 45, before: [0, 0, 0], now: [1_010, 260, 1_240] },
  },
  {
    name: "tiny",
    lesson:
      "About thirty visitors, most of them people. That is too few to tell a change: no growth is claimed for AI, and no page stands out.",
    site: { seed: 9, before: [21, 4, 24], now: [25, 7, 30] },
    grew: [1, 1],
    planted: [
      ["/", [15, 1, 16], [14, 3, 16]],
      ["/quickstart", [5, 1, 6], [9, 2, 11]],
      ["/guides/first-project", [2, 0, 2], [7, 1, 8]],
      ["/api-reference/introduction", [4, 2, 6], [3, 4, 7]],
      ["/llms.txt", [0, 1, 1], [0, 3, 3]],
      ["/pricing", [5, 0, 5], undefined],
      ["/guides/import-data", undefined, [4, 0, 4]],
    ],
  },
  {
    name: "huge",
    lesson:
      "A huge site at rest, +2%. Of its 25,000 pages four have a story: one is read three times as much, one lost 40%, one is new, one is gone.",
    site: { seed: 10, pages: 25_000, before: [318_000, 110_500, 412_300], now: [323_100, 112_300, 418_900] },
    grew: [1, 1.01],
    planted: [
      ["/guides/streaming-responses", [1_500, 700, 2_110], [4_700, 2_600, 6_930]],
      ["/v1/quickstart", [4_300, 1_100, 5_210], [2_500, 700, 3_105]],
      ["/changelog/3-0", undefined, [3_300, 900, 4_050]],
      ["/v0/introduction", [1_000, 260, 1_212], undefined],
    ],
  },
  {
    name: "partial-read",
    lesson:
      "Only part of the pages was read, and the report says so at the top. The totals are complete (+2%). One page clearly rose; the report does not claim that pages are new or gone.",
    site: { seed: 11, pages: 5_000, before: [61_200, 17_900, 77_400], now: [62_400, 18_300, 78_950] },
    grew: [1.01, 1.02],
    planted: [
      ["/integrations/mcp-server", [1_100, 420, 1_470], [2_500, 1_600, 3_980]],
      // In the pages of the week before that were read, but not in those of this week.
      ["/guides/legacy-tokens", [2_100, 300, 2_360], [3, 1, 4]],
      // Much read this week, little before: not among the pages of the week before that were read.
      ["/guides/batch-requests", [30, 8, 37], [700, 210, 890]],
    ],
    read: ({ current, previous, trend }) => ({
      current: { ...current, rows: current.rows.slice(0, 1_250), complete: false },
      previous: previous && { ...previous, rows: previous.rows.slice(0, 250), complete: false },
      trend: trend.map((point, index) => (index < 4 ? undefined : point)),
      missing: [
        { what: "trend", why: "budget" },
        { what: "pages", why: "budget" },
        { what: "previous-pages", why: "budget" },
      ],
    }),
  },
  {
    name: "nothing-at-all",
    lesson: "Nobody came, and nobody came the week before either. No figure is made up.",
    site: { seed: 12, before: [0, 0, 0], now: [0, 0, 0] },
    grew: [1, 1],
  },
  {
    name: "people-fall-ai-rises",
    lesson:
      "People fell by 27%, AI rose by 150% and is half of all now; the +8% of all visitors hides that. It is so on every page, so the site is the finding.",
    site: { seed: 21, pages: 150, before: [15_100, 3_980, 18_410], now: [11_020, 9_950, 19_883] },
    grew: [1, 1.02],
  },
  {
    name: "ai-alone-falls",
    lesson:
      "AI fell by 81% and people stayed. It is so on every page, so something keeps assistants out: robots.txt, a firewall or a bot filter.",
    site: { seed: 32, pages: 150, before: [12_040, 4_310, 15_830], now: [12_160, 830, 12_890] },
    grew: [1, 1.02],
  },
  {
    name: "good-week",
    lesson:
      "A good week: 17% more people than the week before. Many came for one guide, /guides/streaming-responses, which is read 3.6 times as much.",
    site: { seed: 33, pages: 120, before: [9_120, 2_040, 10_890], now: [10_640, 2_390, 12_710] },
    ...{
      grew: [1.01, 1.03],
      planted: [["/guides/streaming-responses", [396, 70, 458], [1_440, 240, 1_652]]],
    },
  },
  {
    name: "one-day",
    lesson: "Friday 20 November has 12% fewer visitors than Thursday. The whole site did that, not a page.",
    site: { seed: 23, pages: 90, before: [1_905, 510, 2_330], now: [1_676, 449, 2_050] },
    periods: periodsOf({ period: "1d" }),
    grew: [1, 1],
  },
  {
    name: "one-year",
    lesson: "A year with half as many visitors again as the year before.",
    site: { seed: 24, pages: 110, before: [212_000, 41_000, 246_000], now: [318_000, 61_500, 369_000] },
    periods: periodsOf({ period: "365d" }),
    grew: [5, 10],
  },
  {
    name: "totals-that-do-not-fit",
    lesson:
      "The counts contradict each other: that is said first. No share is above 100% and no count is negative.",
    site: { seed: 25, before: [110, 440, 390], now: [100, 460, 400] },
    planted: [
      ["/", [25, 30, 290], [20, 30, 300]],
      ["/guides/webhooks", [0, 240, 88], [0, 260, 90]],
      ["/faq", [75, 0, 41], [80, 0, 40]],
    ],
  },
  {
    name: "page-without-a-name",
    lesson:
      "310 visits without a path are no page: the report has no row and no finding for them, and says so.",
    site: { seed: 27, pages: 30, before: [1_500, 300, 1_760], now: [1_520, 305, 1_790] },
    planted: [["", undefined, [260, 60, 310]]],
  },
  {
    name: "hostile-paths",
    lesson:
      "Pages with odd names got visitors. None of the names does anything: no link, mention, command or new row.",
    site: { seed: 28, before: [3_000, 700, 3_500], now: [9_000, 2_000, 10_500] },
    planted: [
      ["/", [2_900, 650, 3_400], undefined],
      ...HOSTILE_PATHS.map((path, index) => [path, undefined, [400 + index, 90, 460 + index]] as const),
    ],
  },
  {
    name: "site-went-dark",
    lesson:
      "Nobody came this week after 1,240 the week before. That is an outage of the site or of its counting; the report must not ask for redirects of every page.",
    site: { seed: 29, pages: 45, before: [1_010, 260, 1_240], now: [0, 0, 0] },
    grew: [1, 1],
  },
  {
    name: "all-signals",
    lesson:
      "Visitors are steady, but four places want words: broken examples on /sdks/python, unanswered questions on /guides/webhooks, bad votes on /guides/billing, and a search that finds nothing.",
    ...steadyWeek,
    signals: {
      feedback: complaints,
      questions: {
        newest: [...ordinaryQuestions, ...conversations("/guides/webhooks", 9, 31)],
        areAll: true,
      },
      searches: { recent: searches(12), before: searches(6), unlisted: 0 },
    },
  },
  {
    name: "only-questions",
    lesson:
      "Visitors are steady. On two pages the assistant fails far more often than elsewhere: first /guides/webhooks, which more people read, then /guides/billing.",
    ...steadyWeek,
    signals: {
      questions: {
        areAll: true,
        newest: [
          ...ordinaryQuestions,
          ...conversations("/guides/billing", 9, 18),
          ...conversations("/guides/webhooks", 13, 31),
        ],
      },
    },
  },
  {
    name: "signals-refused",
    lesson:
      "Visitors are steady. Feedback, questions and searches could not be read, because the plan or the key does not allow it; that is said first, and the visitors are complete.",
    ...steadyWeek,
    signals: {
      missing: (["feedback", "questions", "searches"] as const).map((signal) => {
        return { what: signal, why: "failure", reason: "forbidden" };
      }),
    },
  },
];

/** Made-up sites with a story each; `npm run sites` shows their reports as their readers would see them. */
export const sites: readonly Site[] = stories.map(siteOf);
