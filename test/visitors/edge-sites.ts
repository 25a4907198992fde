import { resolvePeriods } from "../../src/visitors/period.ts";
import { visitorsChunk } from "../../src/visitors/read.ts";
import type { PeriodData } from "../../src/visitors/report-model.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { inputs, periodOf, type Site, saturday, site, trendOf, twoPeriods } from "./site-builder.ts";

/** People leave and AI comes: their sum hides both. Each page does as the site does. */
function opposite(): Site {
  return site({
    name: "people-fall-ai-rises",
    host: "docs.crosswind.example",
    lesson:
      "People fell by 27%, AI rose by 150% and is half of all now; the +8% of all visitors hides that. It is so on every page, so the site is the finding.",
    ...twoPeriods({ seed: 21, pages: 150, before: [15_100, 3_980, 18_410], now: [11_020, 9_950, 19_883] }),
    expected: {
      headline: [
        "People −27% (15,100 → 11,020), AI +150% (3,980 → 9,950).",
        "Together 19,883 visitors, +8%.",
      ],
      headlineNot: /as before/,
      worthALook: ["Fewer people across the site"],
      moved: [],
      chart: {
        people: [15_400, 15_250, 15_310, 15_180, 15_220, 15_090, 15_100, 11_020],
        ai: [3_610, 3_700, 3_740, 3_820, 3_850, 3_910, 3_980, 9_950],
      },
    },
  });
}

/** Assistants stay away from one day to the next, and people do not. */
function aiFalls(): Site {
  return site({
    name: "ai-alone-falls",
    host: "docs.lockgate.example",
    lesson:
      "AI fell by 81% and people stayed. It is so on every page, so something keeps assistants out: robots.txt, a firewall or a bot filter.",
    ...twoPeriods({ seed: 32, pages: 150, before: [12_040, 4_310, 15_830], now: [12_160, 830, 12_890] }),
    expected: {
      headline: [
        "AI −81% (4,310 → 830), people +1% (12,040 → 12,160).",
        "12,890 visitors, −19%.",
        "AI is 6% of all, down from 27%.",
      ],
      headlineNot: /Nothing needs you/,
      worthALook: ["Less AI across the site"],
      moved: [],
      says: [/robots\.txt, a firewall or a bot filter/],
      chart: {
        people: [11_900, 11_960, 12_010, 11_980, 12_050, 12_020, 12_040, 12_160],
        ai: [3_880, 3_970, 4_050, 4_120, 4_200, 4_260, 4_310, 830],
      },
    },
  });
}

/** What one hopes for: more people, and one guide that they came for. */
function goodWeek(): Site {
  return site({
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
    expected: {
      headline: ["12,710 visitors, +17%.", "People 10,640 (+17%)", "AI 2,390 (+17%)"],
      headlineNot: /Nothing needs you/,
      worthALook: ["/guides/streaming-responses"],
      moved: ["▲ /guides/streaming-responses"],
      chart: {
        people: [8_410, 8_520, 8_700, 8_650, 8_940, 9_060, 9_120, 10_640],
        ai: [1_720, 1_790, 1_840, 1_900, 1_950, 1_990, 2_040, 2_390],
      },
    },
  });
}

/** A site with one page. What the site does, the page does. */
function onePage(): Site {
  return site({
    name: "one-page-only",
    host: "readme.soloist.example",
    lesson: "A site of one page with 845 visitors, 4% more.",
    current: periodOf([700, 160, 845], [["/", 700, 160, 845]]),
    previous: periodOf([674, 152, 812], [["/", 674, 152, 812]]),
    expected: {
      headline: ["845 visitors, +4%.", "People 700 (+4%)", "AI 160 (+5%)", "19% of all as before"],
      worthALook: [],
      moved: [],
      says: [/No page stood out/],
      saysNot: [/1 pages/],
    },
  });
}

/** One day beside the day before. */
function oneDay(): Site {
  return site({
    name: "one-day",
    host: "docs.daybreak.example",
    lesson: "Friday 20 November has 12% fewer visitors than Thursday. The whole site did that, not a page.",
    periods: resolvePeriods({ ...inputs, period: "1d" }, saturday),
    ...twoPeriods({ seed: 23, pages: 90, before: [1_905, 510, 2_330], now: [1_676, 449, 2_050] }),
    expected: {
      headline: ["2,050 visitors, −12%.", "People 1,676 (−12%)", "AI 449 (−12%)", "22% of all as before"],
      worthALook: [],
      moved: [],
      says: [/20 Nov/, /19 Nov/, /No page stood out from the site-wide −12%/],
      chart: {
        people: [1_820, 990, 940, 1_870, 1_880, 1_930, 1_905, 1_676],
        ai: [480, 470, 465, 490, 495, 505, 510, 449],
      },
    },
  });
}

/** A year beside the year before; the site opened in the year before that. */
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
    expected: {
      headline: [
        "369,000 visitors, +50%.",
        "People 318,000 (+50%)",
        "AI 61,500 (+50%)",
        "17% of all as before",
      ],
      worthALook: ["People and AI rose across the site"],
      moved: [],
      says: [/21 Nov 2025/, /20 Nov 2026/, /No page stood out from the site-wide \+50%/],
      chart: {
        people: [0, 38_000, 212_000, 318_000],
        ai: [0, 4_000, 41_000, 61_500],
      },
    },
  });
}

/** Totals that contradict each other: more AI than visitors, and pages of which fewer parts are known than the whole. */
function misfit(): Site {
  return site({
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
    expected: {
      headline: ["400 visitors, +3%.", "People 100 (−9%)", "AI 460 (+5%)"],
      headlineNot: /11\d%|-\d/,
      worthALook: [],
      moved: [],
      says: [
        /^> These counts contradict each other \(people 100, AI 460, all 400\)\. Don't decide on them\.$/m,
      ],
      saysNot: [/\b(?:10[1-9]|1[1-9]\d|[2-9]\d\d)(?:\.\d)?%/, /[^\w.`/#&?=:]-\d/],
    },
  });
}

/** What the service sends, read as the action reads it. */
function fromService(totals: object, visitors: readonly object[]): PeriodData {
  const chunk = visitorsChunk.parse({ totals, visitors, hasMore: false });
  return { totals: chunk.totals, rows: chunk.rows.toSorted((a, b) => b.total - a.total), complete: true };
}

/** An approximate service that sends fractions of visitors. */
function fractions(): Site {
  return site({
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
    expected: {
      headline: ["1,205 visitors, +1%.", "People 1,000 (+1%)", "AI 250 (+2%)", "21% of all as before"],
      worthALook: [],
      moved: [],
      saysNot: [/\d{3}\.\d/],
    },
  });
}

/** Many visits are counted without a path. */
function namelessPage(): Site {
  return site({
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
    expected: {
      headline: ["1,790 visitors, +2%."],
      worthALook: [],
      moved: [],
      says: [/^> Visits without a path \(310 visitors\) are left out/m],
      saysNot: [/``/, /\[\]\(/, /\/docs-agent [A-Z]/],
    },
  });
}

/** Every path is a stranger's attempt to say something in the report. */
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
    expected: {
      headline: ["10,500 visitors"],
      worthALook: ["People and AI rose across the site", "/"],
      mayBeWorthALook: "any",
    },
  });
}

/** The counting broke, or the site is down: nobody came after a week with 1,240. */
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
    expected: {
      headline: [
        "No visitors, after 1,240 the week before. Is the site up, and does the dashboard count visits?",
      ],
      worthALook: [],
      moved: [],
      saysNot: [/redirect/i, /\| gone \|/],
      chart: {
        people: [980, 1_005, 990, 1_020, 1_000, 1_015, 1_010, 0],
        ai: [240, 245, 250, 252, 255, 258, 260, 0],
      },
    },
  });
}

/** A week in the middle of the trend could not be read. */
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
    expected: {
      headline: ["4,860 visitors, +1%.", "People 4,060 (+1%)", "AI 915 (+1%)", "19% of all as before"],
      worthALook: [],
      moved: [],
      says: [/^> .*trend/im],
      saysNot: [/line \[(?:.*, )?0[,\]]/],
      chart: {
        people: lines.people.slice(4),
        ai: lines.ai.slice(4),
      },
    },
  });
}

/** No AI at all, and nothing to compare with, as with `compare: false`. */
function onlyPeople(): Site {
  const { current } = twoPeriods({ seed: 31, pages: 25, before: [620, 0, 620], now: [620, 0, 620] });
  return site({
    name: "only-people",
    host: "docs.handmade.example",
    lesson: "620 visitors, all of them people. Nothing is compared, so nothing moved.",
    periods: resolvePeriods({ ...inputs, compare: false, trend: 0 }, saturday),
    current,
    previous: undefined,
    expected: {
      headline: ["620 visitors", "People 620, no AI."],
      headlineNot: /[+−]\d|as before/,
      worthALook: [],
      moved: [],
      saysNot: [/the week before/i, /stood out/i],
    },
  });
}

/** Odd sites, for which each sentence of the report must still be true. */
export const edgeSites: readonly Site[] = [
  opposite(),
  aiFalls(),
  goodWeek(),
  onePage(),
  oneDay(),
  oneYear(),
  misfit(),
  fractions(),
  namelessPage(),
  hostilePaths(),
  dark(),
  gapInTrend(),
  onlyPeople(),
];
