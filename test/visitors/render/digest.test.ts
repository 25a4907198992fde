import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isChatPath, toDigest } from "../../../src/visitors/render/digest.ts";
import type { Report } from "../../../src/visitors/report-model.ts";
import { HOSTILE_PATHS } from "../../emulator/hostile-paths.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, page, period, periodsOf, reportOf, siteReport } from "../report-fixture.ts";

/** What chats read as a mention, a link, an emoji or formatting. */
const live = /[@#<>`*~|[\]\\]|:\/\/|www\.|:\w+:|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&\w+;/;

describe("the digest", () => {
  it("is the report in a few lines of plain text", () => {
    expect(toDigest(reportOf())).toBe(
      [
        "docs.example.com: visitors, 14 – 20 Nov 2026",
        "11,528 visitors, +8%. People 9,866 (+8%), AI 2,104 (+6%): 18% of all, as before.",
        "• /integrations/mcp-server has 3.1 times as many visitors (376 → 1,168). Is it complete and current?",
        "• /guides/legacy-tokens had 207 visitors and is gone. Does the old address redirect?",
        "• AI now makes up 57% of the visitors of /guides/rate-limits (27% before). Can assistants quote it right?",
        "Pages that changed: 2 up, 2 down, 2 new, 1 gone, 2 with a larger AI share.",
        "Top pages: / 2,618 · /quickstart 1,730 · /guides/authentication 1,305 · /integrations/mcp-server 1,168 · /api-reference/introduction 1,119",
      ].join("\n"),
    );
  });

  it("names what to document next, without search terms and paths that are not safe in a chat", () => {
    const odd = { ...rowOf["rated-down"], path: "/@channel" };
    expect(toDigest(reportWith([rowOf["asked-unanswered"], odd, rowOf["searched-unclicked"]]))).toContain(
      "\nNext: /guides/webhooks (7 of 31 questions unanswered), a page with an unusual name (11 of 14 votes down), a search that is never opened (12 times)\n",
    );
    expect(toDigest(reportWith([rowOf["examples-reported"], rowOf["reported-by-agents"]]))).toContain(
      "\nNext: /sdks/python (3 reports on its examples), /api/orders (2 reports by AI agents, not verified)\n",
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
      "docs.example.com: visitors, 14 – 20 Nov 2026\n100 visitors, ±0%. People 90 (±0%), AI 10: 10% of all, as before. Nothing needs you this week.\nNo page stood out.",
    ],
    [
      "every page fell alike",
      siteReport(counts(90, 10), counts(50, 7), [page("/a b", 5)]),
      "docs.example.com: visitors, 14 – 20 Nov 2026\n57 visitors, −43%. People 50 (−44%), AI 7: 12% of all.\nNo page stood out from the site-wide −43%.\nTop pages: 1 with an unusual name",
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
      "localhost: visitors, 14 – 20 Nov 2026\n100 visitors. People 90, AI 10: 10% of all. There is nothing to compare with: the week before was not read.\nSome data is missing; the report says what.",
    ],
  ])("says it when %s", (_, report, text) => {
    expect(toDigest(report)).toBe(text);
  });

  it("counts pages that it does not name, and leaves out ignored ones", () => {
    const rows = [
      page("/<!channel>", 90),
      page("/a", 80),
      page("/x", 70),
      page("/@here", 60),
      page("/b", 50),
    ];
    const report = reportOf({
      data: dataOf({
        current: period(counts(200, 0), rows),
        previous: period(counts(200, 0), [page("/a b", 70)]),
      }),
      ignored: (path) => path === "/x",
    });
    expect(toDigest(report).split("\n").slice(2)).toEqual([
      "• A page with an unusual name is new and has 90 visitors. Do related pages link to it?",
      "• /a is new and has 80 visitors. Do related pages link to it?",
      "• A page with an unusual name had 70 visitors and is gone. Does the old address redirect?",
      "Pages that changed: 5 new, 1 gone.",
      "Top pages: /a 80 · /b 50 · 2 with unusual names",
    ]);
  });
});

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
        const text = toDigest(reportOf({ data, siteUrl: undefined }));
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
