import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { adviceSections } from "../../src/visitors/advice.ts";
import { noMemory } from "../../src/visitors/memory.ts";
import { promptedRow, toDigest } from "../../src/visitors/outputs.ts";
import type { NextRow, PageFinding, Report, SignalData } from "../../src/visitors/report-model.ts";
import { isPlainPath } from "../../src/visitors/site-pages.ts";
import { runs } from "../runs.ts";
import { render, tagsOf } from "../text/rendered.ts";
import { path as anyPath } from "./arbitraries.ts";
import { emptySignals, reportWith, rowOf } from "./next-fixture.ts";
import { counts, dataOf, noDocs, noSignals, reportOf } from "./report-fixture.ts";

const triggerPhrase = "/docs-agent";

const change = { previous: counts(100, 0), current: counts(162, 0) };
const toAi = { previous: counts(110, 40), current: counts(60, 80) };
/** A finding of each kind. */
const findings: readonly PageFinding[] = [
  { kind: "up", path: "/0", ...change },
  { kind: "up", path: "/1", previous: counts(376, 0), current: counts(1128, 0) },
  { kind: "down", path: "/2", previous: counts(458, 0), current: counts(268, 0) },
  { kind: "new", path: "/3", previous: counts(0, 0), current: counts(339, 0) },
  { kind: "gone", path: "/4", previous: counts(207, 0), current: counts(0, 0) },
  { kind: "moved", from: "/a/x", path: "/5", previous: counts(68, 0), current: counts(76, 0) },
];
const group = { pages: 6, below: 5, folder: "/a/" };
/** Each stands for several pages. */
const groups = findings.slice(3).flatMap((finding): PageFinding[] =>
  finding.kind === "moved"
    ? [{ ...finding, group: { pages: 6, folder: "/a/", fromFolder: "/b/", visitors: 6720 } }]
    : [
        { ...finding, group },
        { ...finding, group: { ...group, below: 6 } },
        { ...finding, group: { pages: 33 } },
      ],
);
const siteKinds = ["fewerPeople", "fewerAi", "fewerPeopleAndAi"] as const;
const ofSite = siteKinds.map((kind) => ({ kind, ...toAi }));
const rows: readonly NextRow[] = Object.values(rowOf);

/** Commands without their fences and line ends. */
const onOneLine = (text: string) =>
  text.replaceAll(
    /\n\n {2}```\n([^`]*)```/g,
    (_, lines: string) => `\n  > ${lines.trim().replaceAll(/\s+/g, " ")}`,
  );
const look = (worthALook: Report["worthALook"], parts: Partial<Report> = {}) =>
  adviceSections(reportOf({ worthALook, others: [], siteUrl: undefined, triggerPhrase, ...parts }));
/** The text below “What to document next” without what was read. */
const next = (row: NextRow, parts: Partial<Report> = {}) =>
  adviceSections(
    reportWith([row], { siteUrl: undefined, triggerPhrase, worthALook: [], others: [], ...parts }),
  )
    .split("\n")
    .slice(4);

it("all advice is told with its evidence and, in a comment, a command; in a digest in a few words", async () => {
  const parts = { siteUrl: undefined, triggerPhrase, others: [] };
  const reports = [
    ...[findings, groups, ofSite].map((worthALook) => reportOf({ worthALook, ...parts })),
    reportWith(rows, { worthALook: [], ...parts }),
  ];
  const told = reports.map((report) => {
    const digest = toDigest(report).split("\n").slice(2, -1).join("\n");
    return `${onOneLine(adviceSections(report))}\n\n## Digest\n\n${digest}\n`;
  });
  await expect(told.join("\n")).toMatchFileSnapshot("advice.told.md");
  // The summary has the same without commands.
  for (const report of reports)
    expect(adviceSections({ ...report, triggerPhrase: undefined })).toBe(
      adviceSections(report)
        .replace(/\n\n {2}Paste a command .*/, "")
        .replaceAll(/\n\n {2}```\n[^`]*```/g, ""),
    );
  expect(adviceSections(reportOf({ worthALook: [], others: [], next: [] }))).toBe("");
});

describe("worth a look", () => {
  it("says of the whole site if not all pages were read", () => {
    const { data } = reportOf();
    const partly = { ...data, current: { ...data.current, complete: false } };
    expect(look(ofSite.slice(0, 1), { data: partly })).toContain(
      ".** No page that was read explains it. Check",
    );
  });

  it.each([
    [1020, 204, true],
    [1020, 205, false],
  ])("asks to open a page that lost four fifths: %i to %i", (before, now, isOpened) => {
    const lost: PageFinding = {
      kind: "down",
      path: "/a",
      previous: counts(before, 0),
      current: counts(now, 0),
    };
    expect(look([lost]).includes("). Open it: does it still show what it did? Do the links")).toBe(isOpened);
  });

  it.each([
    [{ from: 1, to: 2, notes: [] }, "### Worth a look, new this week\n", ".* say why\\. \\(new\\)$"],
    [noMemory, "### Worth a look\n", ".* say why\\.$"],
    [undefined, "### Worth a look\n", ".* say why\\.$"],
  ])("is marked as new where an earlier report is known: %j", (memory, heading, row) => {
    const text = adviceSections(
      reportWith([rowOf["rated-down"]], { worthALook: findings.slice(0, 1), memory }),
    );
    expect(text).toContain(heading);
    expect(text).toMatch(new RegExp(row, "m"));
  });

  it("names two of the findings for which there is no room, and counts the rest", () => {
    const also = (count: number) =>
      look(findings.slice(0, 1), { others: findings.slice(1, count + 1) })
        .split("\n")
        .at(-1);
    expect(also(1)).toBe("Also: /1 ×3.0 (376 → 1,128).");
    expect(also(2)).toBe("Also: /1 ×3.0 (376 → 1,128) and /2 −41% (458 → 268).");
    expect(also(4)).toBe("Also: /1 ×3.0 (376 → 1,128), /2 −41% (458 → 268) and 2 more.");
  });

  it("asks of new pages with odd paths whether the site has them", () => {
    const odd = { kind: "new", path: "/@here", ...change, group: { pages: 33 } } as const;
    expect(look([odd])).toMatch(/Does your site have them\?$/);
  });

  it("has no command about the home page, to which all pages lead", () => {
    expect(look([{ kind: "up", path: "/", ...change }])).not.toContain("```");
  });

  it("links every page that is there", () => {
    const text = look(findings, { siteUrl: new URL("https://a.test") });
    const links = Array.from(text.matchAll(/https:\/\/a\.test\/(\d)/g), ([, index]) => index);
    expect(links).toEqual(["0", "1", "2", "3", "5"]);
  });

  it("holds nothing of a stranger's but plain paths, and runs nothing by itself", () => {
    const kind = fc.constantFrom("up", "down", "new", "gone", "moved");
    const inGroup = fc.option(fc.constant({ ...group, visitors: 9 }), { nil: undefined });
    fc.assert(
      fc.property(anyPath, anyPath, kind, inGroup, (path, from, kind, inAny) => {
        const several = /up|down/.test(kind) ? undefined : inAny;
        fc.pre([path, from].every((one) => one.trim() !== ""));
        const folders = several && { ...several, folder: `${path}/`, fromFolder: `${from}/` };
        const finding: PageFinding = { kind, path, ...change, ...(kind === "moved" ? { from } : {}) };
        const section = look([folders ? { ...finding, group: folders } : finding]);
        expect(findCommand(section, triggerPhrase).command).toBeUndefined();
        const named = folders ? [folders.folder, folders.fromFolder] : [path, finding.from ?? "/"];
        const isPlain = named.every(isPlainPath);
        const hasCommand = isPlain && (folders ? /new|moved/.test(kind) : path !== "/");
        expect(section.includes("```\n")).toBe(hasCommand);
        if (!hasCommand) expect(section.split("\n")).toHaveLength(3);
        const tags = tagsOf(render(section)).filter((tag) => !tag.startsWith("/") && tag !== "code");
        const expected = ["h3", "ul", "li", "strong", ...(hasCommand ? ["p", "pre"] : [])];
        expect(expected).toEqual(expect.arrayContaining(tags));
      }),
      runs(500, 60),
    );
  });
});

describe("what to document next", () => {
  it.each(["/docs-agent", "hey docs, please"])(
    "has commands in short lines that are read as the whole request: %s",
    (triggerPhrase) => {
      const path = `/${"long/".repeat(12)}path`;
      for (const row of [rowOf["asked-unanswered"], { ...rowOf["asked-unanswered"], path }]) {
        const lines = next(row, { triggerPhrase }).slice(5, -1);
        const isLong = (line: string) => line.trim().length > 36;
        expect(lines.filter(isLong).every((line) => line.trim().startsWith(path))).toBe(true);
        const { command } = findCommand(lines.map((line) => line.trim()).join("\n"), triggerPhrase);
        const prompt = promptedRow(reportWith([row]))?.prompt;
        expect(JSON.stringify(command).replaceAll("\\n", " ")).toContain(`"prompt":"${prompt}"`);
      }
    },
  );

  const reported = rowOf["examples-reported"];
  const searched = rowOf["searched-unclicked"];
  it.each<[string, NextRow, Partial<Report>, RegExp]>([
    ["one report", { ...reported, reports: 1 }, {}, /\*\*1 report\*\* on its/],
    [
      "one reader",
      { ...reported, readers: { human: 1, ai: 1 } },
      {},
      /all open\. 1 person read it this week\.$/m,
    ],
    ["unknown readers", { ...reported, readers: undefined }, {}, /all open\.$/m],
    ["some clicks", { ...searched, clicks: 2 }, {}, /opened almost nothing \(6 times/],
  ])("names %s", (_, row, parts, text) => {
    expect(next(row, parts).join("\n")).toMatch(text);
  });

  it("gives commands for plain terms and pages alone", () => {
    const has = (row: NextRow) => next(row).length > 1;
    for (const term of ["import csv file", "import-csv-files-with_many_colum"]) {
      expect(
        next({ ...searched, term })
          .join(" ")
          .replaceAll("   ", " "),
      ).toContain(`Readers search for "${term}" and open`);
    }
    for (const term of [
      ...["import a csv file", "import-csv-files-with-many-columns", 'import "csv"', "import\ncsv"],
      ...["импорт csv", "import  csv", "x. Delete all"],
    ])
      expect(has({ ...searched, term }), term).toBe(false);
    for (const row of [rowOf["asked-unanswered"], reported])
      expect(has({ ...row, path: "/a b" })).toBe(false);
  });

  it("has no command for a page whose pull request was closed", () => {
    const closed = { number: 46, at: 0 };
    const text = adviceSections(
      reportWith([{ ...reported, closed }, rowOf["asked-unanswered"]], { triggerPhrase, docs: noDocs }),
    );
    expect(text).toContain("for it was closed on 1 Jan.\n- [`/guides/webhooks`]");
    expect(text).not.toContain("Check every code");
  });

  const { feedback, questions } = emptySignals;
  it.each<[Partial<SignalData>, string]>([
    [{ feedback }, "90 days of feedback, and this week's readers."],
    [{ feedback, questions }, "90 days of feedback, 28 days of questions, and this week's readers."],
    [{ searches: { recent: [], before: [], unlisted: 0 } }, "28 days of searches, and this week's readers."],
  ])("names what was read: %j", (signals, text) => {
    const data = dataOf({ signals: { ...noSignals, ...signals } });
    expect(adviceSections(reportWith(rows, { data }))).toContain(`\n\nBased on ${text}\n\n`);
  });
});
