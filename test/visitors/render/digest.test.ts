import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isChatPath, toDigest } from "../../../src/visitors/outputs.ts";
import type { NotableFinding, PageRow, Report } from "../../../src/visitors/report-model.ts";
import { HOSTILE_PATHS } from "../../emulator/hostile-paths.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, page, period, periodsOf, reportOf, siteReport } from "../report-fixture.ts";

/** What chats read as a mention, a link, an emoji or formatting. */
const live = /[@#<>`*~|[\]\\]|:\/\/|www\.|:\w+:|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&\w+;/;

const runUrl = "https://github.com/octo/site/actions/runs/1234567";

describe("the digest", () => {
  it("is the report in a few lines of plain text", () => {
    expect(toDigest(reportOf())).toBe(
      [
        "docs.example.com: visitors, 14 – 20 Nov 2026",
        "11,528 visitors, +8%. People 9,866 (+8%), AI 2,104 (+6%), 18% of all as before.",
        "Worth a look: /integrations/mcp-server ×3.1 (376 → 1,168); /guides/streaming-responses is new (339 visitors); /guides/legacy-tokens is gone (207 visitors before)",
        `Full report: ${runUrl}`,
      ].join("\n"),
    );
  });

  it("names what to document next, without search terms and paths that are not safe in a chat", () => {
    const odd = { ...rowOf["rated-down"], path: "/@channel" };
    expect(toDigest(reportWith([rowOf["asked-unanswered"], odd, rowOf["searched-unclicked"]]))).toContain(
      "\nNext: /guides/webhooks (7 of 31 questions unanswered), a page with an unusual name (11 of 14 votes down), a search that is never opened (12 times)\n",
    );
    expect(toDigest(reportWith([rowOf["examples-reported"]]))).toContain(
      "\nNext: /sdks/python (3 reports on its examples)\n",
    );
  });

  it("says that a search is hardly ever opened if it was opened now and then", () => {
    const row = { ...rowOf["searched-unclicked"], hits: 400, clicks: 3 };
    expect(toDigest(reportWith([row]))).toContain(
      "\nNext: a search that is hardly ever opened (400 times)\n",
    );
  });

  it.each<[string, Report, string]>([
    [
      "nobody came",
      reportOf({
        data: dataOf(),
        siteUrl: undefined,
        periods: periodsOf({ compare: false }),
      }),
      "Docs visitors, 14 – 20 Nov 2026\nNo visitors. Is this the right project, and is the site published?",
    ],
    [
      "no page changed",
      siteReport(counts(90, 10), counts(90, 10), [page("/", 0)]),
      "docs.example.com: visitors, 14 – 20 Nov 2026\n100 visitors, ±0%. People 90 (±0%), AI 10, 10% of all as before. Nothing needs you this week.",
    ],
    [
      "every page fell alike",
      siteReport(counts(90, 10), counts(50, 7), [page("/a b", 5)]),
      "docs.example.com: visitors, 14 – 20 Nov 2026\n57 visitors, −43%. People 50 (−44%), AI 7, 12% of all.\nWorth a look: fewer people across the site",
    ],
    [
      "nobody came any more",
      siteReport(counts(90, 10), counts(0, 0)),
      "docs.example.com: visitors, 14 – 20 Nov 2026\nNo visitors, after 100 the week before. Is the site up, and does the dashboard count visits?",
    ],
    [
      "something is missing",
      reportOf({
        data: dataOf({ current: period(counts(90, 10)), missing: [{ what: "previous", why: "time" }] }),
        siteUrl: new URL("http://localhost:3000/docs"),
      }),
      "localhost: visitors, 14 – 20 Nov 2026\nNot read: the week before (timeout-minutes was reached; raise it to read more).\n100 visitors. People 90, AI 10, 10% of all. There is nothing to compare with: the week before was not read.",
    ],
  ])("says it when %s", (_, report, text) => {
    expect(toDigest(report)).toBe(`${text}\nFull report: ${runUrl}`);
  });

  it("ends with the address of the comment, if there is one, and names none that is not known", () => {
    const address = "https://github.com/octo/site/issues/7#issuecomment-1";
    expect(toDigest(reportOf(), address).split("\n").at(-1)).toBe(`Full report: ${address}`);
    expect(toDigest(reportOf({ runUrl: undefined }))).not.toContain("Full report");
  });

  it.each<[string, readonly PageRow[], readonly PageRow[], string]>([
    ["up", [page("/a", 162)], [page("/a", 100)], "/a +62% (100 → 162)"],
    ["down", [page("/a", 268)], [page("/a", 458)], "/a −41% (458 → 268)"],
    ["new", [page("/a", 339)], [], "/a is new (339 visitors)"],
    ["gone", [], [page("/a", 207)], "/a is gone (207 visitors before)"],
    ["moved", [page("/b/x", 76)], [page("/a/x", 68)], "/a/x moved to /b/x"],
    [
      "AI share up",
      [page("/a", 60, 80)],
      [page("/a", 110, 40)],
      "AI is 57% of the visitors of /a (27% before)",
    ],
    ["no chat path", [page("/<!channel>", 339)], [], "a page with an unusual name is new (339 visitors)"],
    [
      "moved from no chat path",
      [page("/b/x", 76)],
      [page("/@here/x", 68)],
      "a page with an unusual name moved to /b/x",
    ],
  ])("describes a page in a few words: %s", (_, now, before, text) => {
    const data = dataOf({ current: period(counts(1000, 0), now), previous: period(counts(1000, 0), before) });
    expect(lookOf(reportOf({ data }))).toBe(text);
  });

  const change = { current: counts(60, 60), previous: counts(100, 20) };
  const group = { pages: 3, below: 3, folder: "/a/" };
  it.each<[NotableFinding, string]>([
    [{ ...change, kind: "fewerPeople" }, "fewer people across the site"],
    [{ ...change, kind: "fewerPeopleAndAi" }, "people and AI fell across the site"],
    [{ ...change, kind: "fewerAi" }, "less AI across the site"],
    [{ ...change, kind: "up", path: "/a/x", group }, "3 pages with clearly more visitors, all below /a/"],
    [{ ...change, kind: "down", path: "/a/x", group }, "3 pages with clearly fewer visitors, all below /a/"],
    [
      { ...change, kind: "new", path: "/a/x", group: { ...group, below: 2 } },
      "3 new pages, 2 of them below /a/",
    ],
    [{ ...change, kind: "gone", path: "/a/x", group }, "3 pages are gone, all below /a/"],
    [{ ...change, kind: "aiShareUp", path: "/a/x", group }, "3 pages with far more AI, all below /a/"],
    [
      { ...change, kind: "moved", from: "/b/x", path: "/a/x", group: { ...group, fromFolder: "/b/" } },
      "3 pages moved from /b/ to /a/",
    ],
    [
      { ...change, kind: "new", path: "/a/x", group: { ...group, folder: "/@here/" } },
      "3 new pages, all below one folder",
    ],
    [
      {
        ...change,
        kind: "moved",
        from: "/_b_/x",
        path: "/a/x",
        group: { ...group, folder: "/<!here>/", fromFolder: "/_b_/" },
      },
      "3 pages moved from one folder to another",
    ],
  ])("describes the site and groups of pages in a few words: %j", (finding, text) => {
    expect(lookOf(reportOf({ worthALook: [finding] }))).toBe(text);
  });
});

const lookOf = (report: Report) => /^Worth a look: (.*)$/m.exec(toDigest(report))?.[1];

describe("a path in a chat", () => {
  it.each([
    ...[
      "/",
      "/a",
      "/guides/rate-limits",
      "/a/b/",
      "/snake_case_name",
      "/v1.2/a",
      "/changelog/2026-11",
      "/2.0.1",
    ],
    ...["/llms.txt", "/llms-full.txt", "/api/openapi.json", "/index.html", "/a--b"],
  ])("is named: %s", (path) => {
    expect(isChatPath(path)).toBe(true);
  });

  it.each([
    ...[
      "/evil.com/x",
      "/evil.com",
      "/x/evil.co.uk",
      "/evil.com.txt",
      "/a.b",
      "/readme.md",
      "/install.sh",
      "/a.zip",
    ],
    ...["/1.2.3.4", "//evil.com", "/_a_", "/a_", "/a__b", "/-a", "/@here", "/<!channel>", "/<@U024BE7LH>"],
    ...[
      "/https://evil.com",
      "/a:smile:",
      "/*a*",
      "/~a~",
      "/`a`",
      "/a b",
      "/a&b",
      "/a#b",
      "a",
      "",
      "/..",
      "/.",
      "/a.",
    ],
    ...["/\u202ea", "/е", "/a\n@here"],
  ])("is not named: %j", (path) => {
    expect(isChatPath(path)).toBe(false);
  });

  it("is no mention, no link and no formatting in at most ten lines, whatever the pages are called", () => {
    const paths = fc.uniqueArray(fc.oneof(anyPath, fc.constantFrom(...HOSTILE_PATHS)), { maxLength: 12 });
    fc.assert(
      fc.property(paths, paths, fc.boolean(), (now, before, complete) => {
        const rows = (names: readonly string[], most: number) =>
          names.map((name, index) => ({ path: name, ...counts(most - index * 70, index * 65) }));
        const data = dataOf({
          current: period(counts(5000, 4000), rows(now, 900)),
          previous: period(counts(5000, 4000), rows(before, 300), complete),
        });
        const text = toDigest(reportOf({ data, siteUrl: undefined, runUrl: undefined }));
        expect(text.split("\n").length).toBeLessThanOrEqual(10);
        expect(text).not.toMatch(live);
        // The only points are those of numbers, sentences, versions and files.
        for (const [, type = ""] of text.matchAll(/[A-Za-z0-9-]\.([A-Za-z]+)/g))
          expect([
            "csv",
            "htm",
            "html",
            "json",
            "js",
            "jsx",
            "mdx",
            "pdf",
            "svg",
            "ts",
            "tsx",
            "txt",
            "xml",
            "yaml",
            "yml",
          ]).toContain(type);
        expect(text).not.toMatch(/[^\P{C}\n]/u);
      }),
      runs(500, 50),
    );
  });
});
