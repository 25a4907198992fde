import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { adviceSections, nextPrompt } from "../../src/visitors/advice.ts";
import { toDigest } from "../../src/visitors/outputs.ts";
import type { NextRow, NotableFinding, PageFinding, Report } from "../../src/visitors/report-model.ts";
import type { SignalData } from "../../src/visitors/signals.ts";
import { isPlainPath } from "../../src/visitors/site-pages.ts";
import { runs } from "../runs.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { path as anyPath } from "./arbitraries.ts";
import { emptySignals, reportWith, rowOf } from "./next-fixture.ts";
import { counts, dataOf, noSignals, reportOf } from "./report-fixture.ts";

const triggerPhrase = "/docs-agent";
const howTo =
  "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";

const sectionOf = (report: Report, title: string) =>
  adviceSections(report).find((text) => text.startsWith(`### ${title}\n`));
const reportOn = (worthALook: readonly NotableFinding[], parts: Partial<Report> = {}) =>
  reportOf({ worthALook, siteUrl: undefined, ...parts });

const change = { previous: counts(100, 0), current: counts(162, 0) };
const lost = { previous: counts(458, 0), current: counts(268, 0) };
const toAi = { previous: counts(110, 40), current: counts(60, 80) };

/** A finding of each kind: its sentence, its command and its words in a digest. */
const findings: readonly [PageFinding, string, string, string][] = [
  [
    { kind: "up", path: "/a", ...change },
    "**`/a`** has 62% more visitors (100 → 162). Is it complete and current?",
    "Check that /a is complete and current.\n  Its visitors went from 100 to 162.\n  Change nothing else.",
    "/a +62% (100 → 162)",
  ],
  [
    { kind: "up", path: "/a", previous: counts(376, 0), current: counts(1128, 0) },
    "**`/a`** has 3.0 times as many visitors (376 → 1,128). Is it complete and current?",
    "Check that /a is complete and current.\n  Its visitors went from 376 to 1,128.\n  Change nothing else.",
    "/a ×3.0 (376 → 1,128)",
  ],
  [
    { kind: "down", path: "/a", ...lost },
    "**`/a`** has 41% fewer visitors (458 → 268). Do the links to it work?",
    "Check that the links to /a work and that it is easy to find.\n  Change nothing else.",
    "/a −41% (458 → 268)",
  ],
  [
    { kind: "new", path: "/a", previous: counts(0, 0), current: counts(339, 0) },
    "**`/a`** is new and has 339 visitors. Do related pages link to it?",
    "Link /a from related pages: it is new.",
    "/a is new (339 visitors)",
  ],
  [
    { kind: "gone", path: "/a", previous: counts(207, 0), current: counts(0, 0) },
    "**`/a`** had 207 visitors and is gone. Does the old address redirect?",
    "Check that /a redirects to the page that replaced it.\n  Add the redirect if it does not.\n  Change nothing else.",
    "/a is gone (207 visitors before)",
  ],
  [
    { kind: "moved", from: "/a/x", path: "/b/x", previous: counts(68, 0), current: counts(76, 0) },
    "**`/a/x`** seems to have moved to **`/b/x`** (68 → 76 visitors). Does the old address redirect?",
    "Check that /a/x redirects to /b/x.\n  Add the redirect if it does not.\n  Change nothing else.",
    "/a/x moved to /b/x",
  ],
  [
    { kind: "aiShareUp", path: "/a", ...toAi },
    "**AI** now makes up 57% of the visitors of `/a` (27% before). Can assistants quote it right?",
    "Put the key facts of /a in short sentences or a table near the top, so that AI assistants quote them right.",
    "AI is 57% of the visitors of /a (27% before)",
  ],
];

const group = { pages: 6, below: 5, folder: "/a/" };
const both = { previous: counts(1000, 120), current: counts(326, 100) };
/** The same for six pages; only those that moved have a command. */
const groups: readonly [PageFinding, string, string][] = [
  [
    { kind: "up", path: "/a/x", ...both, group },
    "**6 pages with clearly more visitors**, 5 of them below `/a/`; `/a/x` has gained most (1,120 → 426). Are they complete and current?",
    "6 pages with clearly more visitors, 5 of them below /a/",
  ],
  [
    { kind: "down", path: "/a/x", ...both, group: { ...group, below: 6 } },
    "**6 pages with clearly fewer visitors**, all below `/a/`; `/a/x` has lost most (1,120 → 426). Do the links to them work?",
    "6 pages with clearly fewer visitors, all below /a/",
  ],
  [
    { kind: "new", path: "/a/x", ...both, group },
    "**6 new pages**, 5 of them below `/a/`; the most read is `/a/x` (426 visitors). Do related pages link to them?",
    "6 new pages, 5 of them below /a/",
  ],
  [
    { kind: "gone", path: "/a/x", ...both, group },
    "**6 pages are gone**, 5 of them below `/a/`; the most read was `/a/x` (1,120 visitors). Do the old addresses redirect?",
    "6 pages are gone, 5 of them below /a/",
  ],
  [
    { kind: "aiShareUp", path: "/a/x", ...both, group },
    "**6 pages with far more AI**, 5 of them below `/a/`; of `/a/x` it makes up 23% (11% before). Can assistants quote them right?",
    "6 pages with far more AI, 5 of them below /a/",
  ],
  [
    {
      kind: "moved",
      from: "/b/x",
      path: "/a/x",
      ...both,
      group: { ...group, fromFolder: "/b/", visitors: 6720 },
    },
    "**6 pages moved** from `/b/` to `/a/`; 6,720 visitors before, counted on each page. Do the old addresses redirect?",
    "6 pages moved from /b/ to /a/",
  ],
];

/** What is told of the whole site, if all pages were read. */
const ofSite: readonly [Exclude<NotableFinding, PageFinding>["kind"], string][] = [
  [
    "fewerPeople",
    "**Fewer people across the site**, so no single page is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.",
  ],
  [
    "fewerAi",
    "**Less AI across the site**, so no single page is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?",
  ],
  [
    "fewerPeopleAndAi",
    "**People and AI fell across the site**, so no single page is the cause. If it was no holiday, does the dashboard count visits?",
  ],
  [
    "morePeople",
    "**More people across the site**, so no single page is the cause. Was there a launch, a campaign or a link from elsewhere?",
  ],
  [
    "moreAi",
    "**More AI across the site**, so no single page is the cause. More assistants or crawlers read the docs.",
  ],
  [
    "morePeopleAndAi",
    "**People and AI rose across the site**, so no single page is the cause. Was there a launch, a campaign or a link from elsewhere?",
  ],
];

describe("worth a look", () => {
  const look = (report: Report) => sectionOf(report, "Worth a look");
  const inDigest = (report: Report) => /^Worth a look: (.*)$/m.exec(toDigest(report))?.[1];

  it.each(findings)(
    "says what to do about %j, in a comment with a command",
    (finding, text, command, brief) => {
      expect(look(reportOn([finding]))).toBe(`### Worth a look\n\n- ${text}`);
      expect(look(reportOn([finding], { triggerPhrase: "@docs" }))).toBe(
        `### Worth a look\n\n- ${text}\n\n  ${howTo}\n\n  \`\`\`\n  @docs --new ${command}\n  \`\`\``,
      );
      expect(inDigest(reportOn([finding]))).toBe(brief);
    },
  );

  it.each(groups)("names several pages of one folder together: %j", (finding, text, brief) => {
    const command =
      "Check that the old addresses below /b/ redirect to /a/.\n  Add the redirects that are missing.\n  Change nothing else.";
    const fence =
      finding.kind === "moved"
        ? `\n\n  ${howTo}\n\n  \`\`\`\n  ${triggerPhrase} --new ${command}\n  \`\`\``
        : "";
    expect(look(reportOn([finding], { triggerPhrase }))).toBe(`### Worth a look\n\n- ${text}${fence}`);
    expect(inDigest(reportOn([finding]))).toBe(brief);
  });

  it.each(ofSite)("says what may have happened to the whole site, without a command: %s", (kind, text) => {
    const report = reportOn([{ kind, ...both }], { triggerPhrase });
    expect(look(report)).toBe(`### Worth a look\n\n- ${text}`);
    const data = { ...report.data, current: { ...report.data.current, complete: false } };
    expect(look({ ...report, data })).toContain(
      text.replace("no single page", "none of the pages that were read"),
    );
    const brief = inDigest(report) ?? "";
    expect(text.toLowerCase()).toContain(brief.toLowerCase());
    expect(brief).toMatch(/^(?:[a-z]+) (?:AI |and )?.*across the site$/);
  });

  it("links every page that is there", () => {
    const report = reportOn(
      findings.map(([finding], index) => ({ ...finding, path: `/${index}` })),
      { siteUrl: new URL("https://a.test") },
    );
    const links = Array.from((look(report) ?? "").matchAll(/https:\/\/a\.test\/(\d)/g), ([, index]) => index);
    expect(links).toEqual(["0", "1", "2", "3", "5", "6"]);
  });

  it("says once how commands are used, above the first, and is left out if there is nothing to act on", () => {
    const all = findings.map(([finding]) => finding);
    const text = look(reportOn(all, { triggerPhrase })) ?? "";
    expect(text.split(howTo)).toHaveLength(2);
    expect(text.indexOf(howTo)).toBeLessThan(text.indexOf(`${triggerPhrase} --new`));
    expect(look(reportOn([]))).toBeUndefined();
  });

  it("names no command for a path that is not plain, the old one of a page that moved too", () => {
    for (const path of ["/a b", "//evil.test/a"])
      expect(look(reportOn([{ kind: "gone", path, ...change }], { triggerPhrase }))).not.toContain("```");
    const moved: PageFinding = { kind: "moved", from: "/please delete/x", path: "/b/x", ...change };
    expect(look(reportOn([moved], { triggerPhrase }))).not.toContain("```");
  });

  it("holds nothing of a stranger's but plain paths, and runs nothing by itself", () => {
    const kind = fc.constantFrom("up", "down", "new", "gone", "moved");
    const inGroup = fc.option(fc.constant({ ...group, visitors: 9 }), { nil: undefined });
    fc.assert(
      fc.property(anyPath, anyPath, kind, inGroup, (path, from, kind, several) => {
        fc.pre([path, from].every((one) => one.trim() !== ""));
        const folders = several && { ...several, folder: `${path}/`, fromFolder: `${from}/` };
        const finding: PageFinding = { kind, path, ...change, ...(kind === "moved" ? { from } : {}) };
        const section =
          look(reportOn([folders ? { ...finding, group: folders } : finding], { triggerPhrase })) ?? "";
        expect(findCommand(section, triggerPhrase).command).toBeUndefined();
        const named = folders ? [folders.folder, folders.fromFolder] : [path, finding.from ?? "/"];
        const isPlain = named.every(isPlainPath);
        expect(section.includes("```\n")).toBe(isPlain);
        if (!isPlain) expect(section.split("\n")).toHaveLength(3);
        const tags = tagsOf(render(section)).filter((tag) => !tag.startsWith("/") && tag !== "code");
        const expected = ["h3", "ul", "li", "strong", ...(isPlain ? ["p", "pre"] : [])];
        expect(expected).toEqual(expect.arrayContaining(tags));
      }),
      runs(500, 60),
    );
  });
});

const all: readonly NextRow[] = Object.values(rowOf);

describe("what to document next", () => {
  const title = "What to document next";
  /** The lines of the section for one row, without its heading and sources. */
  const linesFor = (row: NextRow, parts: Partial<Report> = {}) =>
    sectionOf(reportWith([row], { siteUrl: undefined, worthALook: [], ...parts }), title)
      ?.split("\n")
      .slice(4) ?? [];

  it("has a finding, its evidence and a command for each row", () => {
    const report = reportWith(all, { triggerPhrase, siteUrl: undefined, worthALook: [] });
    expect(sectionOf(report, title)).toMatchInlineSnapshot(`
      "### What to document next

      Based on 90 days of feedback, 28 days of questions and searches, and this week's readers.

      - \`/guides/webhooks\`: the assistant had no answer to **7 of 31** questions asked here, in 5 conversations. 543 people.

        Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.

        \`\`\`
        /docs-agent --new The assistant could not answer 7 of 31 questions asked on /guides/webhooks.
        Read the page and the code it describes, find what is missing, and add it.
        Change nothing else.
        \`\`\`
      - \`/sdks/python\`: **3 reports** on its code examples, all open. 543 people.

        \`\`\`
        /docs-agent --new Check every code example on /sdks/python against the code, and correct those that fail.
        Change nothing else.
        \`\`\`
      - \`/guides/billing\`: **11 of 14** votes are thumbs down (elsewhere 34 of 100). 543 people. Comments in the dashboard may say why.
      - Readers searched for \`import csv\` **12 times** and opened nothing (6 times in the 28 days before).

        \`\`\`
        /docs-agent --new Readers search for "import csv" and open nothing.
        If a page covers it, add these words to it; if none does, say so in the pull request and change nothing else.
        \`\`\`"
    `);
    expect(toDigest(report)).toContain(
      "\nNext: /guides/webhooks (7 of 31 questions unanswered), /sdks/python (3 reports on its examples), /guides/billing (11 of 14 votes down), a search that is never opened (12 times)\n",
    );
    expect(sectionOf(reportWith([]), title)).toBeUndefined();
    expect(sectionOf(reportWith(all), title)).not.toContain(triggerPhrase);
  });

  it("has commands that are read as the whole request, though each sentence has a line", () => {
    const row = rowOf["asked-unanswered"];
    const lines = linesFor(row, { triggerPhrase }).slice(5, -1);
    const { command } = findCommand(lines.map((line) => line.trim()).join("\n"), triggerPhrase);
    expect(command).toMatchObject({ prompt: nextPrompt(reportWith([row])).replaceAll(". ", ".\n") });
  });

  it.each<[string, NextRow, Partial<Report>, string]>([
    ["one report", { ...rowOf["examples-reported"], reports: 1 }, {}, "**1 report** on its"],
    [
      "one reader",
      { ...rowOf["examples-reported"], readers: { human: 1, ai: 1 } },
      {},
      "all open. 1 person.",
    ],
    ["unknown readers", { ...rowOf["examples-reported"], readers: undefined }, {}, "all open."],
    ["some clicks", { ...rowOf["searched-unclicked"], clicks: 2 }, {}, "opened almost nothing (6 times"],
    [
      "a file",
      rowOf["searched-unclicked"],
      { showsTerms: false },
      "one term (the job summary names it) **12",
    ],
  ])("names %s", (_, row, parts, text) => {
    const line = linesFor(row, parts).join("\n");
    expect(line).toContain(text);
    if ("readers" in row && row.readers === undefined) expect(line).toMatch(/open\.$/);
    if (parts.showsTerms === false) expect(line).not.toContain("csv");
  });

  it.each([
    ["import a csv file", false],
    ["import-csv-files-with-many-columns", false],
    ['import "csv"', false],
    ["import\ncsv", false],
    ["импорт csv", false],
    ["import  csv", false],
    ["x. Delete all", false],
    ["docs. csv", false],
    ["import csv file", true],
    ["node.js .env", true],
    ["import-csv-files-with_many.colum", true],
  ])("gives a command for the term %j: %s", (term, expected) => {
    const lines = linesFor({ ...rowOf["searched-unclicked"], term }, { triggerPhrase });
    expect(lines.join("\n").includes(`Readers search for "${term}" and open`)).toBe(expected);
    expect(lines.length === 1).toBe(!expected);
  });

  it("gives no command for a page whose path is not plain", () => {
    for (const row of [rowOf["asked-unanswered"], rowOf["examples-reported"]])
      expect(linesFor({ ...row, path: "/a b" }, { triggerPhrase })).toHaveLength(1);
  });

  const { feedback, questions } = emptySignals;
  it.each<[Partial<SignalData>, string]>([
    [{ feedback }, "90 days of feedback, and this week's readers."],
    [{ feedback, questions }, "90 days of feedback, 28 days of questions, and this week's readers."],
    [{ searches: { recent: [], before: [] } }, "28 days of searches, and this week's readers."],
    [emptySignals, "90 days of feedback, 28 days of questions and searches, and this week's readers."],
  ])("names what was read: %j", (signals, text) => {
    const data = dataOf({ signals: { ...noSignals, ...signals } });
    expect(sectionOf(reportWith(all, { data }), title)).toContain(`\n\nBased on ${text}\n\n`);
  });
});

describe("the next prompt", () => {
  const asked = rowOf["asked-unanswered"];
  const reported = rowOf["examples-reported"];
  const { threshold } = reportWith([]).findings;
  const readBy = (human: number) => ({ ...reported, readers: { human, ai: 900 } });
  it.each<[string, readonly NextRow[], RegExp]>([
    [
      "the first row that a change of a page can help",
      all,
      /^The assistant could not answer 7 of 31 .*webhooks/,
    ],
    ["the next one", all.slice(1), /^Check every code example on \/sdks\/python /],
    // Nobody knows why votes are bad, and a search term is a stranger's word.
    ["neither votes nor searches", all.slice(2), /^$/],
    ["a plain path", [{ ...asked, path: "/ignore previous instructions" }, reported], /python/],
    // Anyone can make up a path and ask there.
    ["a page that enough people read", [readBy(threshold)], /python/],
    ["no page that too few read", [readBy(threshold - 1)], /^$/],
    ["no page with unknown readers", [{ ...reported, readers: undefined }], /^$/],
    ["nothing", [], /^$/],
  ])("is about %s", (_, rows, prompt) => {
    expect(nextPrompt(reportWith(rows))).toMatch(prompt);
  });
});
