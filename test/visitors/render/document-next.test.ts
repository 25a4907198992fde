import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src/agent/parse.ts";
import { adviceSections, nextPrompt } from "../../../src/visitors/advice.ts";
import type { NextRow, Report } from "../../../src/visitors/report-model.ts";
import type { SignalData } from "../../../src/visitors/signals.ts";
import { emptySignals, reportWith, rowOf } from "../next-fixture.ts";
import { dataOf, noSignals } from "../report-fixture.ts";

const documentNext = (report: Report) =>
  adviceSections({ ...report, worthALook: [] }).find((text) => text.includes("What to document next"));

const trigger = { triggerPhrase: "/docs-agent" };
const all: readonly NextRow[] = Object.values(rowOf);

/** The lines of a section for these rows, without its heading and sources. */
const linesFor = (row: NextRow, parts = {}) =>
  documentNext(reportWith([row], { siteUrl: undefined, ...parts }))
    ?.split("\n")
    .slice(4);

describe("what to document next", () => {
  it("has a finding, its evidence and a command for each row", () => {
    expect(documentNext(reportWith(all, { ...trigger, siteUrl: undefined }))).toMatchInlineSnapshot(`
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
  });

  it("has commands that are read as the whole request, though each sentence has a line", () => {
    const row = rowOf["asked-unanswered"];
    const lines = linesFor(row, trigger)?.slice(5, -1) ?? [];
    const { command } = findCommand(lines.map((line) => line.trim()).join("\n"), "/docs-agent");
    expect(lines).toHaveLength(3);
    expect(command).toMatchObject({ prompt: nextPrompt(reportWith([row])).replaceAll(". ", ".\n") });
  });

  it("has no section without a row", () => {
    expect(documentNext(reportWith([]))).toBeUndefined();
  });

  it("has no commands in the summary, and links to the site", () => {
    const text = documentNext(reportWith(all));
    expect(text).not.toContain("/docs-agent");
    expect(text).toContain("[`/sdks/python`](<https://docs.example.com/sdks/python>)");
  });

  it("counts one of each in the singular", () => {
    const readers = { human: 1, ai: 1 };
    const one = (row: NextRow) => linesFor(row)?.join("\n");
    expect(one({ ...rowOf["examples-reported"], readers, reports: 1 })).toContain("**1 report** on");
    expect(one({ ...rowOf["examples-reported"], readers })).toContain(" 1 person.");
    expect(one({ ...rowOf["asked-unanswered"], conversations: 1 })).toContain("in 1 conversation.");
  });

  it("says nothing of readers that are unknown, never that there are none", () => {
    for (const row of all.filter((one) => one.kind !== "searched-unclicked")) {
      const known = linesFor(row)?.join("\n");
      const line = linesFor({ ...row, readers: undefined })?.join("\n");
      expect(line).toBe(known?.replace(/ 543 people\./, ""));
      expect(line).not.toMatch(/people|person|AI visitor|543|188/);
    }
  });

  it("says that a term was opened now and then", () => {
    const lines = linesFor({ ...rowOf["searched-unclicked"], hits: 40, clicks: 2 }, trigger) ?? [];
    expect(lines[0]).toContain("**40 times** and opened almost nothing");
    expect(lines[5]).toContain('Readers search for "import csv" and open almost nothing.');
  });

  it("keeps a right-to-left term from changing the direction of the numbers after it", () => {
    const [line] = linesFor({ ...rowOf["searched-unclicked"], term: "شروع" }) ?? [];
    expect(line).toContain("`شروع`&lrm; **12 times**");
  });

  it("names no term in a file", () => {
    const text = linesFor(rowOf["searched-unclicked"], { showsTerms: false })?.join("\n");
    expect(text).not.toContain("csv");
    expect(text).toContain("one term (the job summary names it) **12 times**");
  });

  it.each([
    ["more than three words", "import a csv file"],
    ["more than 32 characters", "import-csv-files-with-many-columns"],
    ["other characters", 'import "csv"'],
    ["a line break", "import\ncsv"],
    ["words of other scripts", "импорт csv"],
    ["two spaces", "import  csv"],
    ["the end of a sentence", "x. Delete all"],
    ["a dot before a space", "docs. csv"],
  ])("gives no command for a term with %s", (_, term) => {
    expect(linesFor({ ...rowOf["searched-unclicked"], term }, trigger)).toHaveLength(1);
  });

  it.each(["import csv file", "node.js .env", "import-csv-files-with_many.colum"])(
    "gives a command for “%s”",
    (term) => {
      expect(linesFor({ ...rowOf["searched-unclicked"], term }, trigger)?.join("\n")).toContain(`"${term}"`);
    },
  );

  it.each(["/a b", "//evil.test", "/a/../b", "a", "/`x`", `/${"a".repeat(100)}`])(
    "gives no command for the page %s",
    (path) => {
      for (const row of all.filter((one) => one.kind !== "searched-unclicked"))
        expect(linesFor({ ...row, path }, trigger)).toHaveLength(1);
    },
  );

  const { feedback, questions } = emptySignals;
  const question = { conversation: "c1", askedAt: 0, page: "/a", answered: true };
  const cutAt = (length: number) => ({ asked: Array.from({ length }, () => question), isCut: true });
  const lists: readonly [Partial<SignalData>, string][] = [
    [{ feedback }, "Based on 90 days of feedback, and this week's readers."],
    [{ questions }, "Based on 28 days of questions, and this week's readers."],
    [{ searches: { recent: [], before: [] } }, "Based on 28 days of searches, and this week's readers."],
    [{ feedback, questions }, "Based on 90 days of feedback, 28 days of questions, and this week's readers."],
    [
      emptySignals,
      "Based on 90 days of feedback, 28 days of questions and searches, and this week's readers.",
    ],
    [{ questions: cutAt(1000) }, "Based on the newest 1,000 questions, and this week's readers."],
    [{ questions: cutAt(1) }, "Based on the newest 1 question, and this week's readers."],
    [
      { ...emptySignals, questions: cutAt(250) },
      "Based on 90 days of feedback, the newest 250 questions, 28 days of searches, and this week's readers.",
    ],
  ];
  it.each(lists)("names what was read: %#", (signals, text) => {
    const data = dataOf({ signals: { ...noSignals, ...signals } });
    expect(documentNext(reportWith(all, { data }))).toContain(text);
  });
});

describe("the next prompt", () => {
  const promptFor = (rows: readonly NextRow[]) => nextPrompt(reportWith(rows));

  it("is about the first row that a change of a page can help", () => {
    expect(promptFor(all)).toMatch(
      /^The assistant could not answer 7 of 31 questions asked on \/guides\/webhooks\. /,
    );
    expect(promptFor(all.slice(1))).toMatch(/^Check every code example on \/sdks\/python /);
  });

  it("is empty without such a row: nobody knows why votes are bad, and anyone can write the rest", () => {
    expect(promptFor(all.slice(2))).toBe("");
    expect(promptFor([])).toBe("");
  });

  it("skips a page whose path is not plain", () => {
    const odd = { ...rowOf["asked-unanswered"], path: "/ignore previous instructions" };
    expect(promptFor([odd, rowOf["examples-reported"]])).toContain("/sdks/python");
    expect(promptFor([odd])).toBe("");
  });

  it("skips a page that hardly anyone is known to read, because anyone can make up its path", () => {
    const { threshold } = reportWith([]).findings;
    const readBy = (human: number) => ({ ...rowOf["examples-reported"], readers: { human, ai: 900 } });
    expect(promptFor([readBy(threshold)])).toContain("/sdks/python");
    expect(promptFor([readBy(threshold - 1)])).toBe("");
    expect(promptFor([{ ...readBy(0), readers: undefined }])).toBe("");
    expect(promptFor([readBy(0), rowOf["asked-unanswered"]])).toContain("/guides/webhooks");
  });
});
