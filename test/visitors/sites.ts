import { day } from "../../src/dates.ts";
import { resolvePeriods } from "../../src/visitors/period.ts";
import { visitorsChunk } from "../../src/visitors/read.ts";
import type { PeriodData } from "../../src/visitors/report-model.ts";
import type { PageReport, PageVotes, Question } from "../../src/visitors/signals.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { noSignals } from "./report-fixture.ts";
import {
  countedAsBoth,
  counts,
  inputs,
  type PlantedPage,
  periodOf,
  type Site,
  saturday,
  site,
  type Triple,
  trendOf,
  twoPeriods,
} from "./site-builder.ts";

const movedGuides = (
  [
    ["authentication", 1_204, 1_166],
    ["webhooks", 812, 845],
    ["errors", 640, 618],
    ["rate-limits", 511, 534],
    ["pagination", 433, 420],
    ["testing", 322, 340],
    ["monitoring", 271, 262],
    ["docker", 233, 241],
    ["kubernetes", 198, 190],
    ["file-uploads", 171, 164],
    ["background-jobs", 142, 150],
    ["self-hosting", 118, 109],
    ["encryption", 96, 101],
    ["terraform", 74, 70],
  ] as const
).map(([name, before, now]) => ({ from: `/guides/${name}`, to: `/learn/${name}`, before, now }));

/** Mostly people, a fifth AI; both together are this total. */
const mostlyPeople = (total: number): Triple => {
  const ai = Math.round(total * 0.2);
  return [total - ai + Math.round(ai * countedAsBoth), ai, total];
};

/** What the service sends, read as the action reads it. */
function fromService(totals: object, visitors: readonly object[]): PeriodData {
  const chunk = visitorsChunk.parse({ totals, visitors, hasMore: false });
  return { totals: chunk.totals, rows: chunk.rows.toSorted((a, b) => b.total - a.total), complete: true };
}

/** What was said about a page, each of `count` on a day of its own. */
const reports = (page: string, count: number): PageReport[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${page} ${index}`,
    page,
    reportedAt: saturday - (3 + index) * day,
  }));

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

function firstWeek(): Site {
  const { current } = twoPeriods({
    seed: 8,
    pages: 45,
    before: [1_010, 260, 1_240],
    now: [1_010, 260, 1_240],
  });
  return site({
    name: "first-week",
    host: "docs.newmoon.example",
    lesson:
      "The first week with visitors: 1,240, of them 260 AI. There is nothing to compare with, so the report says nothing of growth.",
    current,
    previous: periodOf([0, 0, 0]),
  });
}

function partial(): Site {
  const { current, previous } = twoPeriods({
    seed: 11,
    pages: 5_000,
    before: [61_200, 17_900, 77_400],
    now: [62_400, 18_300, 78_950],
    planted: [
      ["/integrations/mcp-server", [1_100, 420, 1_470], [2_500, 1_600, 3_980]],
      // In the pages of the week before that were read, but not in those of this week.
      ["/guides/legacy-tokens", [2_100, 300, 2_360], [3, 1, 4]],
      // Much read this week, little before: not among the pages of the week before that were read.
      ["/guides/batch-requests", [30, 8, 37], [700, 210, 890]],
    ],
  });
  const chart = { people: [60_100, 60_700, 61_200, 62_400], ai: [17_300, 17_600, 17_900, 18_300] };
  return site({
    name: "partial-read",
    host: "docs.granary.example",
    lesson:
      "Only part of the pages was read, and the report says so at the top. The totals are complete (+2%). One page clearly rose; the report does not claim that pages are new or gone.",
    requests: 10,
    current: { ...current, rows: current.rows.slice(0, 1_250), complete: false },
    previous: { ...previous, rows: previous.rows.slice(0, 250), complete: false },
    missing: [
      { what: "trend", why: "budget" },
      { what: "pages", why: "budget" },
      { what: "previous-pages", why: "budget" },
    ],
    trend: [undefined, undefined, undefined, undefined, ...trendOf(chart, { current, previous })],
    chart,
  });
}

function oneYear(): Site {
  const periods = resolvePeriods({ ...inputs, period: "365d" }, saturday);
  const years = twoPeriods({
    seed: 24,
    pages: 110,
    before: [212_000, 41_000, 246_000],
    now: [318_000, 61_500, 369_000],
  });
  return site({
    name: "one-year",
    host: "docs.almanac.example",
    lesson: "A year with half as many visitors again as the year before.",
    periods,
    ...years,
    trend: trendOf(
      {
        people: [0, 0, 0, 0, 0, 38_000, 212_000, 318_000],
        ai: [0, 0, 0, 0, 0, 4_000, 41_000, 61_500],
      },
      years,
    ),
    chart: {
      people: [0, 38_000, 212_000, 318_000],
      ai: [0, 4_000, 41_000, 61_500],
    },
  });
}

function hostilePaths(): Site {
  const rows = HOSTILE_PATHS.map((path, index): [string, number, number, number] => [
    path,
    400 + index,
    90,
    460 + index,
  ]);
  return site({
    name: "hostile-paths",
    host: "docs.target.example",
    lesson:
      "Pages with odd names got visitors. None of the names does anything: no link, mention, command or new row.",
    current: periodOf([9_000, 2_000, 10_500], rows),
    previous: periodOf([3_000, 700, 3_500], [["/", 2_900, 650, 3_400]]),
  });
}

function dark(): Site {
  const { previous } = twoPeriods({
    seed: 29,
    pages: 45,
    before: [1_010, 260, 1_240],
    now: [1_010, 260, 1_240],
  });
  return site({
    name: "site-went-dark",
    host: "docs.blackout.example",
    lesson:
      "Nobody came this week after 1,240 the week before. That is an outage of the site or of its counting; the report must not ask for redirects of every page.",
    current: periodOf([0, 0, 0]),
    previous,
    chart: {
      people: [980, 1_005, 990, 1_020, 1_000, 1_015, 1_010, 0],
      ai: [240, 245, 250, 252, 255, 258, 260, 0],
    },
  });
}

function gapInTrend(): Site {
  const periods = twoPeriods({ seed: 30, pages: 60, before: [4_010, 905, 4_800], now: [4_060, 915, 4_860] });
  const lines = {
    people: [3_950, 3_980, 3_990, 4_020, 3_970, 4_000, 4_010, 4_060],
    ai: [880, 885, 890, 893, 897, 900, 905, 915],
  };
  return site({
    name: "gap-in-the-trend",
    host: "docs.skipstone.example",
    lesson: "A steady site, of which one week could not be read. The chart begins after it.",
    ...periods,
    missing: [{ what: "trend", why: "failure", reason: "service" }],
    trend: trendOf(lines, periods).map((point, index) => (index === 3 ? undefined : point)),
    chart: {
      people: lines.people.slice(4),
      ai: lines.ai.slice(4),
    },
  });
}

function onlyPeople(): Site {
  const { current } = twoPeriods({ seed: 31, pages: 25, before: [620, 0, 620], now: [620, 0, 620] });
  return site({
    name: "only-people",
    host: "docs.handmade.example",
    lesson: "620 visitors, all of them people. Nothing is compared, so nothing moved.",
    periods: resolvePeriods({ ...inputs, compare: false, trend: 0 }, saturday),
    current,
    previous: undefined,
  });
}

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
  });
}

/** Made-up sites with a story each; `npm run sites` shows their reports as their readers would see them. */
export const sites: readonly Site[] = [
  site({
    name: "steady",
    host: "docs.meridian.example",
    lesson:
      "An ordinary week: a percent more than the week before, a quarter of it AI as before. No page needs a look.",
    ...twoPeriods({ seed: 1, pages: 180, before: [14_455, 4_950, 18_806], now: [14_744, 4_999, 18_994] }),
    chart: {
      people: [14_210, 14_391, 14_502, 14_288, 14_620, 14_377, 14_455, 14_744],
      ai: [4_870, 4_902, 4_931, 4_888, 4_960, 4_915, 4_950, 4_999],
    },
  }),
  site({
    name: "growth",
    host: "docs.tidewater.example",
    lesson:
      "October has 18% more visitors than September, people and AI alike, and every month before grew too. It is the whole site, not one page.",
    periods: resolvePeriods({ ...inputs, period: "last-month" }, saturday),
    ...twoPeriods({ seed: 2, pages: 140, before: [20_310, 5_120, 24_800], now: [23_966, 6_042, 29_264] }),
    chart: {
      people: [7_450, 8_790, 10_400, 12_260, 14_480, 17_210, 20_310, 23_966],
      ai: [1_880, 2_210, 2_620, 3_090, 3_650, 4_340, 5_120, 6_042],
    },
  }),
  site({
    name: "launch",
    host: "docs.lanternhq.example",
    lesson:
      "The launch brought 16% more visitors. They read the new pages of the agents section, and the changelog three times as much.",
    ...twoPeriods({
      seed: 3,
      pages: 120,
      before: [8_120, 1_930, 9_690],
      now: [9_420, 2_240, 11_240],
      planted: [
        ["/agents/quickstart", undefined, [1_190, 340, 1_480]],
        ["/agents/overview", undefined, [930, 210, 1_105]],
        ["/agents/tools", undefined, [470, 200, 640]],
        ["/changelog/agents-launch", undefined, [455, 90, 530]],
        ["/agents/pricing", undefined, [380, 40, 410]],
        ["/agents/api", undefined, [240, 170, 388]],
        ["/changelog", [335, 78, 402], [1_090, 205, 1_262]],
      ],
    }),
    chart: {
      people: [7_960, 8_040, 8_110, 7_990, 8_180, 8_060, 8_120, 9_420],
      ai: [1_880, 1_900, 1_925, 1_890, 1_940, 1_910, 1_930, 2_240],
    },
  }),
  site({
    name: "holiday",
    host: "docs.meridian.example",
    lesson: "A holiday week: 45% fewer, people and AI alike, on every page alike. No page is broken.",
    ...twoPeriods({ seed: 4, pages: 220, before: [15_240, 4_180, 18_900], now: [8_382, 2_299, 10_395] }),
    chart: {
      people: [14_980, 15_110, 15_040, 15_320, 15_170, 15_290, 15_240, 8_382],
      ai: [4_020, 4_060, 4_110, 4_090, 4_150, 4_130, 4_180, 2_299],
    },
  }),
  site({
    name: "ai-overtakes-people",
    host: "developers.quillstack.example",
    lesson:
      "AI visits more than people for the first time: people −4%, AI +29%, 57% of all instead of 48%. It came in most on three reference pages.",
    ...twoPeriods({
      seed: 5,
      pages: 130,
      before: [5_210, 4_730, 9_810],
      now: [5_010, 6_120, 10_790],
      planted: [
        ["/api-reference/orders/list", [300, 130, 412], [168, 300, 446]],
        ["/api-reference/refunds/create", [240, 90, 318], [140, 228, 352]],
        ["/guides/rate-limits", [420, 160, 560], [260, 350, 588]],
      ],
    }),
    chart: {
      people: [5_610, 5_540, 5_480, 5_390, 5_330, 5_270, 5_210, 5_010],
      ai: [2_310, 2_640, 3_020, 3_410, 3_850, 4_260, 4_730, 6_120],
    },
  }),
  site({
    name: "pages-moved",
    host: "docs.harborlight.example",
    lesson:
      "Fourteen guides moved to /learn and kept their readers. Only one page is really new (/learn/paths) and one is really gone (/guides/legacy-tokens).",
    ...twoPeriods({
      seed: 6,
      pages: 200,
      without: /^\/(?:v\d\/)?guides\//,
      before: [11_870, 2_910, 14_430],
      now: [11_990, 2_925, 14_560],
      planted: [
        ...movedGuides.flatMap(({ from, to, before, now }): PlantedPage[] => [
          [from, mostlyPeople(before), undefined],
          [to, undefined, mostlyPeople(now)],
        ]),
        ["/learn/paths", undefined, mostlyPeople(214)],
        ["/guides/legacy-tokens", mostlyPeople(131), undefined],
      ],
    }),
    chart: {
      people: [11_720, 11_810, 11_790, 11_905, 11_840, 11_900, 11_870, 11_990],
      ai: [2_850, 2_870, 2_880, 2_890, 2_900, 2_905, 2_910, 2_925],
    },
  }),
  site({
    name: "one-page-collapses",
    host: "docs.copperkettle.example",
    lesson:
      "/guides/installation lost 82% of its visitors (1,240 to 221); that is where the site's 5% went. Somebody should open that page now.",
    ...twoPeriods({
      seed: 7,
      pages: 160,
      before: [11_480, 3_140, 14_020],
      now: [10_890, 2_990, 13_310],
      planted: [["/guides/installation", [1_010, 290, 1_240], [168, 62, 221]]],
    }),
    chart: {
      people: [11_320, 11_400, 11_390, 11_510, 11_450, 11_500, 11_480, 10_890],
      ai: [3_050, 3_080, 3_090, 3_110, 3_120, 3_130, 3_140, 2_990],
    },
  }),
  firstWeek(),
  site({
    name: "tiny",
    host: "docs.pebble.example",
    lesson:
      "About thirty visitors, most of them people. That is too few to tell a change: no growth is claimed for AI, and no page stands out.",
    current: periodOf(
      [25, 7, 30],
      [
        ["/", 14, 3, 16],
        ["/quickstart", 9, 2, 11],
        ["/guides/first-project", 7, 1, 8],
        ["/api-reference/introduction", 3, 4, 7],
        ["/guides/import-data", 4, 0, 4],
        ["/faq", 3, 0, 3],
        ["/llms.txt", 0, 3, 3],
        ["/support", 2, 0, 2],
        ["/changelog", 1, 0, 1],
      ],
    ),
    previous: periodOf(
      [21, 4, 24],
      [
        ["/", 15, 1, 16],
        ["/quickstart", 5, 1, 6],
        ["/guides/first-project", 2, 0, 2],
        ["/api-reference/introduction", 4, 2, 6],
        ["/pricing", 5, 0, 5],
        ["/llms.txt", 0, 1, 1],
        ["/support", 1, 0, 1],
      ],
    ),
    chart: { people: [19, 24, 17, 22, 26, 18, 21, 25], ai: [2, 5, 3, 4, 6, 3, 4, 7] },
  }),
  site({
    name: "huge",
    host: "docs.monolith.example",
    lesson:
      "A huge site at rest, +2%. Of its 25,000 pages four have a story: one is read three times as much, one lost 40%, one is new, one is gone.",
    requests: 207,
    ...twoPeriods({
      seed: 10,
      pages: 25_000,
      before: [318_000, 110_500, 412_300],
      now: [323_100, 112_300, 418_900],
      planted: [
        ["/guides/streaming-responses", [1_500, 700, 2_110], [4_700, 2_600, 6_930]],
        ["/v1/quickstart", [4_300, 1_100, 5_210], [2_500, 700, 3_105]],
        ["/changelog/3-0", undefined, [3_300, 900, 4_050]],
        ["/v0/introduction", [1_000, 260, 1_212], undefined],
      ],
    }),
    chart: {
      people: [311_000, 313_400, 312_100, 315_900, 316_800, 317_200, 318_000, 323_100],
      ai: [106_100, 107_000, 107_900, 108_400, 109_200, 109_900, 110_500, 112_300],
    },
  }),
  partial(),
  site({
    name: "nothing-at-all",
    host: "docs.void.example",
    lesson: "Nobody came, and nobody came the week before either. No figure is made up.",
    requests: 8,
    current: periodOf([0, 0, 0]),
    previous: periodOf([0, 0, 0]),
    trend: Array.from({ length: 8 }, () => counts([0, 0, 0])),
  }),
  site({
    name: "people-fall-ai-rises",
    host: "docs.crosswind.example",
    lesson:
      "People fell by 27%, AI rose by 150% and is half of all now; the +8% of all visitors hides that. It is so on every page, so the site is the finding.",
    ...twoPeriods({ seed: 21, pages: 150, before: [15_100, 3_980, 18_410], now: [11_020, 9_950, 19_883] }),
    chart: {
      people: [15_400, 15_250, 15_310, 15_180, 15_220, 15_090, 15_100, 11_020],
      ai: [3_610, 3_700, 3_740, 3_820, 3_850, 3_910, 3_980, 9_950],
    },
  }),
  site({
    name: "ai-alone-falls",
    host: "docs.lockgate.example",
    lesson:
      "AI fell by 81% and people stayed. It is so on every page, so something keeps assistants out: robots.txt, a firewall or a bot filter.",
    ...twoPeriods({ seed: 32, pages: 150, before: [12_040, 4_310, 15_830], now: [12_160, 830, 12_890] }),
    chart: {
      people: [11_900, 11_960, 12_010, 11_980, 12_050, 12_020, 12_040, 12_160],
      ai: [3_880, 3_970, 4_050, 4_120, 4_200, 4_260, 4_310, 830],
    },
  }),
  site({
    name: "good-week",
    host: "docs.sunward.example",
    lesson:
      "A good week: 17% more people than the week before. Many came for one guide, /guides/streaming-responses, which is read 3.6 times as much.",
    ...twoPeriods({
      seed: 33,
      pages: 120,
      before: [9_120, 2_040, 10_890],
      now: [10_640, 2_390, 12_710],
      planted: [["/guides/streaming-responses", [396, 70, 458], [1_440, 240, 1_652]]],
    }),
    chart: {
      people: [8_410, 8_520, 8_700, 8_650, 8_940, 9_060, 9_120, 10_640],
      ai: [1_720, 1_790, 1_840, 1_900, 1_950, 1_990, 2_040, 2_390],
    },
  }),
  site({
    name: "one-page-only",
    host: "readme.soloist.example",
    lesson: "A site of one page with 845 visitors, 4% more.",
    current: periodOf([700, 160, 845], [["/", 700, 160, 845]]),
    previous: periodOf([674, 152, 812], [["/", 674, 152, 812]]),
  }),
  site({
    name: "one-day",
    host: "docs.daybreak.example",
    lesson: "Friday 20 November has 12% fewer visitors than Thursday. The whole site did that, not a page.",
    periods: resolvePeriods({ ...inputs, period: "1d" }, saturday),
    ...twoPeriods({ seed: 23, pages: 90, before: [1_905, 510, 2_330], now: [1_676, 449, 2_050] }),
    chart: {
      people: [1_820, 990, 940, 1_870, 1_880, 1_930, 1_905, 1_676],
      ai: [480, 470, 465, 490, 495, 505, 510, 449],
    },
  }),
  oneYear(),
  site({
    name: "totals-that-do-not-fit",
    host: "docs.askew.example",
    lesson:
      "The counts contradict each other: that is said first. No share is above 100% and no count is negative.",
    current: periodOf(
      [100, 460, 400],
      [
        ["/", 20, 30, 300],
        ["/guides/webhooks", 0, 260, 90],
        ["/faq", 80, 0, 40],
      ],
    ),
    previous: periodOf(
      [110, 440, 390],
      [
        ["/", 25, 30, 290],
        ["/guides/webhooks", 0, 240, 88],
        ["/faq", 75, 0, 41],
      ],
    ),
  }),
  site({
    name: "fractions",
    host: "docs.halfway.example",
    lesson: "About 1,205 visitors; a visitor is never shown as a fraction.",
    current: fromService({ human: 1000.4, ai: 250.25, total: 1204.9 }, [
      { path: "/", human: 600.5, ai: 120.1, total: 700.4 },
      { path: "/quickstart", human: 300.2, ai: 99.9, total: 390.7 },
    ]),
    previous: fromService({ human: 990.3, ai: 245.5, total: 1190.2 }, [
      { path: "/", human: 590.8, ai: 119.2, total: 690.1 },
      { path: "/quickstart", human: 310.4, ai: 101.6, total: 402.3 },
    ]),
  }),
  site({
    name: "page-without-a-name",
    host: "docs.anon.example",
    lesson:
      "310 visits without a path are no page: the report has no row and no finding for them, and says so.",
    ...twoPeriods({
      seed: 27,
      pages: 30,
      before: [1_500, 300, 1_760],
      now: [1_520, 305, 1_790],
      planted: [["", undefined, [260, 60, 310]]],
    }),
  }),
  hostilePaths(),
  dark(),
  gapInTrend(),
  onlyPeople(),
  site({
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
      questions: [...ordinaryQuestions, ...questions("/guides/webhooks", 31, 9)],
      searches: {
        recent: [...ordinarySearches, { term: "import csv", hits: 12, clicks: 0 }],
        before: [...ordinarySearches, { term: "import csv", hits: 6, clicks: 0 }],
      },
      missing: [],
    },
  }),
  site({
    name: "only-questions",
    host: "docs.fernway.example",
    lesson:
      "Visitors are steady. On two pages the assistant fails far more often than elsewhere: first /guides/webhooks, which more people read, then /guides/billing.",
    ...steadyWeek(42),
    signals: {
      ...noSignals,
      questions: [
        ...ordinaryQuestions,
        ...questions("/guides/billing", 18, 8),
        ...questions("/guides/webhooks", 31, 9),
      ],
    },
  }),
  refusedSignals(),
];
