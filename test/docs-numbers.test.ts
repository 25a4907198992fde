import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listPages } from "../tools/docs.ts";

// What the pages say in numbers. `#` stands for a number: in the code, and in each sentence about it.

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const paths = [...listPages(), ".github/SECURITY.md", "action.yml"];
/** In one line, so that sentences are found however they are wrapped. */
const oneLine = (path: string) => file(path).replace(/\s+/g, " ");
const pages = paths.map(oneLine).join("\n");

const numbers: readonly (readonly [path: string, code: string, ...sentences: string[]])[] = [
  ["src/runner/workspace.ts", "maxPromptBytes = #", "up to # KiB of UTF-8", "# KiB in a file"],
  ["src/agent/review.ts", "maxComments = #", "At most # comments"],
  ["src/agent/review.ts", "maxLength = #", "and # characters are sent"],
  ["src/agent/parse.ts", "maxTalk = #", "at most # words"],
  ["src/agent/context-text.ts", "diffBudget = #", "share # characters", "files to # characters"],
  ["src/agent/context-text.ts", "diffBudget = #", " or # characters"],
  ["src/agent/context-text.ts", "maxNames = #", "(up to # characters)"],
  ["src/agent/context-text.ts", "maxPatch = #", "each cut at #:"],
  ["src/agent/context-text.ts", "maxCommitTitles = #", "named too, in up to # characters"],
  ["src/agent/context-text.ts", "maxHunk = #", "up to # characters of its diff"],
  ["src/agent/commit-range.ts", "- # * day", "where the branch was # days ago", "the last # days"],
  ["src/agent/outputs.ts", "maxFiles = #", "as JSON, the first #:"],
  ["src/agent/job.ts", "graceMs = #", "less than # minute ago"],
  ["src/agent/job.ts", "secondReadMs = #", "asked once more, # seconds later"],
  ["src/agent/job.ts", "minWaitMs = #", "it grows from # to 10 seconds"],
  ["src/agent/job.ts", "maxWaitMs = #", "it grows from 2 to # seconds"],
  ["src/agent/pull-contents.ts", "forTheFirstMs: #", "at most # seconds for the first"],
  ["src/agent/pull-contents.ts", "forMs: #", "and # minutes while one runs"],
  ["src/github/changes.ts", "maxComparedFiles = #", "at most # files of a comparison"],
  [
    "src/github/changes.ts",
    "maxComparedFiles = #",
    "More than # files",
    "lists # files of a merge",
  ],
  ["src/github/changes.ts", "maxPullRequestFiles = #", "and # of a pull request"],
  ["src/github/changes.ts", "maxReleases = #", "the newest of the # releases"],
  ["src/github/client.ts", "maxPerPage = #", "beyond the first #,"],
  ["src/github/octokit.ts", "giveUpMs = #", "GitHub has # minute", "and GitHub # minute."],
  ["src/network/connections.ts", "connectMs: #", "# seconds to connect"],
  ["src/network/connections.ts", "answerMs: #", "# seconds to answer"],
  ["src/service/http.ts", "maxResponseBytes = #", "# MiB for its response", ", and # MiB,"],
  ["src/service/retry.ts", "retryWindowMs = #", "for at most # minutes"],
  ["src/service/retry.ts", "retryWindowMs = #", "# minutes without one good response"],
  ["src/visitors/read/visitors.ts", "rowsPerChunk = #", "One request reads # pages"],
  ["src/visitors/read/signals.ts", "maxVotedPages = #", "Votes of at most # pages"],
  ["src/visitors/read/signals.ts", "maxRows = #", "the newest # |"],
  ["src/visitors/read/data.ts", "feedbackDays = #", "code examples | # |", "count for # days"],
  [
    "src/visitors/read/data.ts",
    "questionDays = #",
    "| # | 1, up to",
    "| #, and the",
    "the # before |",
  ],
  ["src/visitors/read/data.ts", "questionDays = #", " in # days and 2", " in the # days before"],
  ["src/visitors/read/data.ts", "questionDays = #", "`hits` in # days", "the # before, `clicks`"],
  ["src/visitors/find/report.ts", "restDays = #", "named again within # days"],
  ["src/visitors/find/report.ts", "restDays = #", "no finding for # days", "again within # days"],
  ["src/visitors/find/report.ts", "toldDays = #", "For # days, “Suggested on”"],
  ["src/visitors/find/report.ts", "fewestListed = #", "fewer than # visitors** are in no list"],
  ["src/visitors/find/site-totals.ts", "Math.max(#, Math", "M is # visitors"],
  ["src/visitors/find/moved.ts", "fewestInGroup = #", "# and more new pages are one row"],
  ["src/visitors/find/moved.ts", "Math.max(#, Math", "up to # standard deviations"],
  ["src/visitors/find/next.ts", "maxRows = #", "at most #, one of each kind", "next), at most #;"],
  ["src/visitors/find/next.ts", "here.part < #", "At least # conversations"],
  ["src/visitors/find/next.ts", "countDays(open) < #", "on the page, on at least # days"],
  ["src/visitors/find/next.ts", "countDays(said) >= #", "code of the page, on at least # days"],
  ["src/visitors/find/next.ts", "countDays(said) >= #", "At least # open reports"],
  ["src/visitors/find/next.ts", "down >= #", "At least # thumbs down"],
  [
    "src/visitors/find/chance.ts",
    "smallestRest = #",
    "if that has # votes",
    "The rest needs # conversations",
  ],
  ["src/visitors/find/next.ts", "least = Math.max(#,", "At least # searches in"],
  ["src/visitors/find/next.ts", "hitsBefore >= #", "and # in the 28 days"],
  ["src/visitors/tell/chart.ts", "maxBars = #", "the last # periods"],
  ["src/visitors/read/signals.ts", `path: "assistant", pages: #`, "28 | 1, up to # |"],
  ["src/service/errors.ts", "A project has # jobs", "allows # new jobs"],
  ["src/service/errors.ts", "and # messages an hour", "and # messages an hour"],
  ["src/service/errors.ts", "share # requests an hour", "shares # requests an hour"],
  ["src/service/errors.ts", "share # requests an hour", "and # analytics requests an hour"],
  ["src/service/errors.ts", "share # requests an hour", " # an hour", "exceed #:"],
  // What follows from a number of the code.
  ["src/visitors/read/pages.ts", ".{301}", "of more than 300 characters, `/404`"],
  ["src/agent/marker.ts", "maxEarlier = 12", "remembers 13 requests"],
  [
    "src/visitors/find/site-totals.ts",
    "Math.ceil(largest / 500)",
    "0.2% of the site's larger period",
  ],
  ["src/visitors/find/site-totals.ts", "flooded.totals[part] / 5", "and a fifth of the people"],
  ["src/visitors/find/chance.ts", "change * 5 >= before", "a change of at least a fifth"],
  ["src/visitors/find/chance.ts", "Math.max(20, compared) < 0.1", "on fewer than 1 of 200 pages"],
  ["src/visitors/find/next.ts", "clicks * 20 > here.whole", "At most 5% opened a result"],
  ["src/visitors/read/signals.ts", `path: "feedback", pages: 2`, " 2, up to 3 |"],
  ["src/visitors/read/signals.ts", `path: "searches", pages: 2`, "28 before | 2, up to 4 |"],
  ["src/runner/log.ts", "clock.every(30_000,", "every half minute"],
  ["src/service/client.ts", "400, 401, 402, 403, 404, 405,", "(400 to 405,"],
  ["src/service/client.ts", "409, 410, 413, 415, 422, 429]", ", 409, 410, 413, 415, 422,"],
  [
    "src/service/client.ts",
    "409, 410, 413, 415, 422, 429]",
    "(400, 405, 409, 410, 413, 415 or 422)",
  ],
  ["src/service/client.ts", "[302, 303].includes(status)", "302 and 303", "302 or 303"],
  ["src/service/client.ts", "[429, 503].includes(status)", "asked to wait: 429, or 503 with"],
  ["src/service/errors.ts", `401: { reason: "api-key"`, "API key (401)"],
  ["src/service/errors.ts", `402: { reason: "payment"`, "a payment (402)"],
  ["src/service/errors.ts", `403: { reason: "forbidden"`, "may not do this (403)"],
  ["src/service/errors.ts", `404: { reason: "not-found"`, "or job (404)"],
  ["src/service/errors.ts", `429: { reason: "rate-limit"`, "reached (429)"],
  [
    "src/visitors/read/pages.ts",
    "[A-Za-z0-9/_.-]{0,99}",
    "at most 100 letters, digits and",
    "`-`, up to 100.",
  ],
];

/** Numbers of GitHub, of the service and of examples, of which the code knows nothing. */
const ofOthers: readonly (string | RegExp)[] = [
  ...[/\$\d\.\d\d/g, /ISO 8601/g, /version \d[.\d]*/gi, /\b20\d\d\b/g, /(?<=[.(] |^)\d\. /gm],
  // Code, and what other tests compare: the defaults of inputs, and their ranges.
  ...[/`[a-z-]+` \(\d+\)/g, /`[^`\n]*`/g, /\b(?:0|0\.01|1) to \d+/g],
  ...["such as a broken connection, a 408", "another 5xx", "(5xx)", "does not have (404)"],
  ...[
    "40 to 180 credits",
    "10,000 a month",
    "10,000 credits a month",
    "1,200 to 5,400",
    "30 merges",
  ],
  ...["90 days by default", "expiry of 90 days"],
  ...["60 days without activity", "up to 100 runs", "128 KiB as an input", "step below 60"],
  ...[
    "Step 1 and",
    "line 1",
    "0 to 1;",
    "from 0.",
    "counts as 0.",
    "to 75,",
    "is 27% fewer",
    "20% fewer",
  ],
  ...["11,528 visitors, +8%", "9,866 (+8%)", "2,104 (+6%)", "2 pages want work"],
  ...["3 Nov", "Of 1,000 texts", "1 to 5 send", "base64"],
  // How long a run takes from its look at the thread to its comment.
  ...["start within two seconds", "in the same two seconds"],
];

const inWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const written = `(\\d[\\d,]*|an?|${inWords.join("|")})`;
const units = [
  ["Ms", "second", 1000],
  ["Ms", "minute", 60_000],
  ["Bytes", "KiB", 1024],
  ["Bytes", "MiB", 1024 ** 2],
] as const;

/** A text, in which each `#` is a number, as a pattern. */
function patternOf(text: string, number: string): RegExp {
  return new RegExp(text.replace(/[^\w\s#]/g, "\\$&").replaceAll("#", number), "gi");
}

/** A number as pages write it: `60,000`, or in words. */
function readNumber(text: string): number {
  const word = text.toLowerCase().replace(/^an?$/, "one");
  return inWords.indexOf(word) + 1 || Number(text.replaceAll(",", ""));
}

/** The number in the code, such as `5 * 60_000`. */
function numberIn(path: string, code: string): number {
  const found = [...oneLine(path).matchAll(patternOf(code, "(\\d[\\d_* ]*)"))];
  expect(found, `${code} in ${path}`).toHaveLength(1);
  const factors = found[0]?.[1]?.replaceAll("_", "").split("*") ?? [];
  return factors.map(Number).reduce((product, factor) => product * factor, 1);
}

/** Milliseconds and bytes in the unit that the sentence names. */
function inUnitOf(sentence: string, code: string, value: number): number {
  const [, , unit = 1] =
    units.find(([end, name]) => code.includes(end) && sentence.includes(name)) ?? [];
  return value / unit;
}

describe("a number that a page says is that of the code", () => {
  const rows = numbers.flatMap(([path, code, ...sentences]) =>
    sentences.map((sentence) => ({ path, code, sentence })),
  );

  it.each(rows.filter(({ code }) => code.includes("#")))(
    "$sentence",
    ({ path, code, sentence }) => {
      const said = Array.from(
        pages.matchAll(patternOf(sentence, written)),
        ([, text = ""]) => text,
      );
      expect(said).not.toEqual([]);
      const value = inUnitOf(sentence, code, numberIn(path, code));
      for (const text of said) expect(readNumber(text)).toBe(value);
    },
  );

  it.each(rows.filter(({ code }) => !code.includes("#")))(
    "$sentence",
    ({ path, code, sentence }) => {
      // A whole page in the message would hide what is missing.
      expect(oneLine(path).includes(code), `${path} has ${code}`).toBe(true);
      expect(pages.includes(sentence), `a page says “${sentence}”`).toBe(true);
    },
  );
});

it("no page has a number that is neither of the code nor named as somebody else's", () => {
  // Without workflows and addresses, and without what action.yml says to programs.
  const prose = paths
    .map((path) =>
      file(path).replace(/^ *```.*?^ *```$|\]\(\S*\)|^ +(?:default|using): [^\n]*/gms, ""),
    )
    .join("\n")
    .replace(/(?<=\S)\n(?![-\d|#]) */g, " ");
  const sentences = numbers.flatMap(([, , ...all]) => all.map((one) => patternOf(one, written)));
  const known = [...sentences, ...ofOthers].flatMap((one) => [
    ...prose.matchAll(typeof one === "string" ? patternOf(one, "#") : one),
  ]);
  // A number in words counts where it is one of times.
  const ofTimes = `${inWords.slice(1).join("|")}|twenty|thirty|sixty|ninety|half`;
  const number = `\\d[\\d,.]*|\\b(?:${ofTimes})(?= (?:second|minute|hour|day|week|month)s?\\b)`;
  const unknown = [...prose.matchAll(new RegExp(number, "gi"))].filter(
    ({ index }) =>
      !known.some((found) => found.index <= index && index < found.index + found[0].length),
  );
  const around = unknown.map(({ index }) => prose.slice(index - 30, index + 20));
  expect(around).toEqual([]);
});
