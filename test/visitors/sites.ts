import { resolvePeriods } from "../../src/visitors/period.ts";
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

/** Nothing but chance moves: +1%, the same share of AI, and not one page that stands out. */
function steady(): Site {
  return site({
    name: "steady",
    host: "docs.meridian.example",
    lesson:
      "An ordinary week: a percent more than the week before, a quarter of it AI as before. No page needs a look.",
    ...twoPeriods({ seed: 1, pages: 180, before: [14_455, 4_950, 18_806], now: [14_744, 4_999, 18_994] }),
    expected: {
      headline: [
        "18,994 visitors, +1%.",
        "People 14,744 (+2%)",
        "AI 4,999 (+1%)",
        "26% of all as before. Nothing needs you this week.",
      ],
      worthALook: [],
      moved: [],
      says: [/No page stood out/],
      chart: {
        people: [14_210, 14_391, 14_502, 14_288, 14_620, 14_377, 14_455, 14_744],
        ai: [4_870, 4_902, 4_931, 4_888, 4_960, 4_915, 4_950, 4_999],
      },
    },
  });
}

/** October is the eighth month in a row that grows. Each page grows with the site. */
function growth(): Site {
  return site({
    name: "growth",
    host: "docs.tidewater.example",
    lesson:
      "October has 18% more visitors than September, people and AI alike, and every month before grew too. It is the whole site, not one page.",
    periods: resolvePeriods({ ...inputs, period: "last-month" }, saturday),
    ...twoPeriods({ seed: 2, pages: 140, before: [20_310, 5_120, 24_800], now: [23_966, 6_042, 29_264] }),
    expected: {
      headline: ["29,264 visitors, +18%.", "People 23,966 (+18%)", "AI 6,042 (+18%)", "21% of all as before"],
      worthALook: [],
      moved: [],
      says: [/No page stood out from the site-wide \+18%/],
      chart: {
        people: [7_450, 8_790, 10_400, 12_260, 14_480, 17_210, 20_310, 23_966],
        ai: [1_880, 2_210, 2_620, 3_090, 3_650, 4_340, 5_120, 6_042],
      },
    },
  });
}

/** A product is launched: six new pages, the changelog is read three times as much, the rest stays. */
function launch(): Site {
  return site({
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
    expected: {
      headline: ["11,240 visitors, +16%.", "People 9,420 (+16%)", "AI 2,240 (+16%)", "20% of all as before"],
      worthALook: ["/agents/", "/changelog"],
      says: [/6 new pages.*5 of them below.*the most read is .*\/agents\/quickstart/],
      moved: [
        "▲ /changelog",
        "new /agents/quickstart",
        "new /agents/overview",
        "new /agents/tools",
        "new /changelog/agents-launch",
        "new /agents/pricing",
        "new /agents/api",
      ],
      chart: {
        people: [7_960, 8_040, 8_110, 7_990, 8_180, 8_060, 8_120, 9_420],
        ai: [1_880, 1_900, 1_925, 1_890, 1_940, 1_910, 1_930, 2_240],
      },
    },
  });
}

/** Every page falls by 45%. That is the week, not the pages. */
function holiday(): Site {
  return site({
    name: "holiday",
    host: "docs.meridian.example",
    lesson: "A holiday week: 45% fewer, people and AI alike, on every page alike. No page is broken.",
    ...twoPeriods({ seed: 4, pages: 220, before: [15_240, 4_180, 18_900], now: [8_382, 2_299, 10_395] }),
    expected: {
      headline: ["10,395 visitors, −45%.", "People 8,382 (−45%)", "AI 2,299 (−45%)", "22% of all as before"],
      worthALook: ["People and AI fell across the site"],
      moved: [],
      says: [/a holiday, or visits that were not counted/, /No page stood out from the site-wide −45%/],
      saysNot: [/no page moved/i],
      chart: {
        people: [14_980, 15_110, 15_040, 15_320, 15_170, 15_290, 15_240, 8_382],
        ai: [4_020, 4_060, 4_110, 4_090, 4_150, 4_130, 4_180, 2_299],
      },
    },
  });
}

/** AI passes people for the first time. On three pages it took over within this one week. */
function aiOvertakes(): Site {
  return site({
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
    expected: {
      headline: [
        "AI +29% (4,730 → 6,120), people −4% (5,210 → 5,010).",
        "10,790 visitors, +10%.",
        "57% of all",
        "48%",
      ],
      headlineNot: /as before/,
      worthALook: ["More AI across the site", "/api-reference/"],
      // It won 190 visitors of AI, the other two 170 and 138.
      says: [/visitors of 3 pages, 2 of them below.*\/guides\/rate-limits/],
      moved: [
        "AI ▲ /api-reference/orders/list",
        "AI ▲ /api-reference/refunds/create",
        "AI ▲ /guides/rate-limits",
      ],
      chart: {
        people: [5_610, 5_540, 5_480, 5_390, 5_330, 5_270, 5_210, 5_010],
        ai: [2_310, 2_640, 3_020, 3_410, 3_850, 4_260, 4_730, 6_120],
      },
    },
  });
}

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

/** The folder guides became learn. The readers came along; one page was new there, one did not come along. */
function movedFolder(): Site {
  return site({
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
    expected: {
      headline: ["14,560 visitors, +1%.", "People 11,990 (+1%)", "AI 2,925 (+1%)", "20% of all as before"],
      worthALook: ["/guides/", "/learn/paths", "/guides/legacy-tokens"],
      says: [/14 pages moved\*\* from `\/guides\/` to `\/learn\/` \(5,225 visitors before/],
      moved: [
        ...movedGuides.map(({ from, to }) => `moved ${from} → ${to}`),
        "new /learn/paths",
        "gone /guides/legacy-tokens",
      ],
      chart: {
        people: [11_720, 11_810, 11_790, 11_905, 11_840, 11_900, 11_870, 11_990],
        ai: [2_850, 2_870, 2_880, 2_890, 2_900, 2_905, 2_910, 2_925],
      },
    },
  });
}

/** One of the most read pages loses four of five readers while the site loses a twentieth. */
function collapse(): Site {
  return site({
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
    expected: {
      headline: ["13,310 visitors, −5%.", "People 10,890 (−5%)", "AI 2,990 (−5%)", "22% of all as before"],
      worthALook: ["/guides/installation"],
      moved: ["▼ /guides/installation"],
      says: [/1,240/, /−82%/],
      chart: {
        people: [11_320, 11_400, 11_390, 11_510, 11_450, 11_500, 11_480, 10_890],
        ai: [3_050, 3_080, 3_090, 3_110, 3_120, 3_130, 3_140, 2_990],
      },
    },
  });
}

/** The site opened this week. There is nothing to compare with, so no page is new and nothing grew. */
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
    expected: {
      headline: ["1,240 visitors", "People 1,010", "AI 260", "21% of all"],
      headlineNot: /[+−]\d|×|as before|Infinity/,
      worthALook: [],
      moved: [],
      saysNot: [/\| new \|/, /×\d/, /\+\d+%/],
    },
  });
}

/** Thirty visitors. Six more than before is chance, and so is every page. */
function tiny(): Site {
  return site({
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
    expected: {
      headline: ["30 visitors", "People 25", "AI 7"],
      // Seven after four is no trend, and a share of seven visitors is none either.
      headlineNot: /AI 7 \([+−×]/,
      worthALook: [],
      moved: [],
      says: [/No page stood out/],
      chart: { people: [19, 24, 17, 22, 26, 18, 21, 25], ai: [2, 5, 3, 4, 6, 3, 4, 7] },
    },
  });
}

/** Twenty-five thousand pages, four of which have a story. */
function huge(): Site {
  return site({
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
    expected: {
      headline: [
        "418,900 visitors, +2%.",
        "People 323,100 (+2%)",
        "AI 112,300 (+2%)",
        "27% of all as before",
      ],
      // The new page is the fourth kind: the team knows what it wrote.
      worthALook: ["/guides/streaming-responses", "/changelog/3-0", "/v1/quickstart"],
      moved: [
        "▲ /guides/streaming-responses",
        "▼ /v1/quickstart",
        "new /changelog/3-0",
        "gone /v0/introduction",
      ],
      chart: {
        people: [311_000, 313_400, 312_100, 315_900, 316_800, 317_200, 318_000, 323_100],
        ai: [106_100, 107_000, 107_900, 108_400, 109_200, 109_900, 110_500, 112_300],
      },
    },
  });
}

/** 1,250 of 5,000 pages were read, 250 of the week before, and half of the trend. */
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
    expected: {
      headline: ["78,950 visitors, +2%.", "People 62,400 (+2%)", "AI 18,300 (+2%)", "23% of all as before"],
      worthALook: ["/integrations/mcp-server"],
      moved: ["▲ /integrations/mcp-server"],
      says: [
        /^> Not read: .*the pages of this week beyond 1,250/m,
        /max-requests/,
        /The totals are complete/,
      ],
      saysNot: [/\| new \|/, /\| gone \|/, /\/guides\/legacy-tokens/],
      chart,
    },
  });
}

/** Nobody came, this week or before. */
function nothing(): Site {
  return site({
    name: "nothing-at-all",
    host: "docs.void.example",
    lesson: "Nobody came, and nobody came the week before either. No figure is made up.",
    requests: 8,
    current: periodOf([0, 0, 0]),
    previous: periodOf([0, 0, 0]),
    trend: Array.from({ length: 8 }, () => counts([0, 0, 0])),
    expected: {
      headline: [
        "No visitors, and none the week before either. Is this the right project, and is the site published?",
      ],
      headlineNot: /%|\d/,
      worthALook: [],
      moved: [],
      saysNot: [/%/, /xychart/, /[+−]\d/],
    },
  });
}

/** The twelve sites. */
export const sites: readonly Site[] = [
  steady(),
  growth(),
  launch(),
  holiday(),
  aiOvertakes(),
  movedFolder(),
  collapse(),
  firstWeek(),
  tiny(),
  huge(),
  partial(),
  nothing(),
];
