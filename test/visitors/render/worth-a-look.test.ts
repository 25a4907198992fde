import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src/agent/command/find-command.ts";
import { isPlainPath, worthALook } from "../../../src/visitors/render/worth-a-look.ts";
import type { Counts, PageRow, Report } from "../../../src/visitors/report-model.ts";
import { runs } from "../../runs.ts";
import { render, tagsOf } from "../../text/rendered.ts";
import { path as anyPath } from "../arbitraries.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

/** Visitors of a page before and now; numbers are people. */
type Visitors = readonly [
  path: string,
  before: Counts | number | undefined,
  now: Counts | number | undefined,
];

/** The report on a site with these pages and a steady thousand visitors unless said otherwise. */
function reportOn(pages: readonly Visitors[], parts: Partial<Report> = {}, was = 1000, is = 1000): Report {
  const rows = (select: (page: Visitors) => Counts | number | undefined): PageRow[] =>
    pages.flatMap((page) => {
      const visitors = select(page);
      if (visitors === undefined) return [];
      return [{ path: page[0], ...(typeof visitors === "number" ? counts(visitors, 0) : visitors) }];
    });
  const data = dataOf({
    current: period(
      counts(is, 0),
      rows(([, , now]) => now),
    ),
    previous: period(
      counts(was, 0),
      rows(([, before]) => before),
    ),
  });
  return reportOf({ data, siteUrl: undefined, ...parts });
}

const items = (report: Report) => (worthALook(report) ?? "").split("\n- ").slice(1);

describe("worth a look", () => {
  it.each<[string, Visitors[], string, string]>([
    [
      "up",
      [["/a", 100, 162]],
      "**`/a`** has 62% more visitors (100 → 162). Is it complete and current?",
      "Check that /a is complete and current: its visitors went from 100 to 162.",
    ],
    [
      "threefold",
      [["/a", 376, 1128]],
      "**`/a`** has 3.0 times as many visitors (376 → 1,128). Is it complete and current?",
      "Check that /a is complete and current: its visitors went from 376 to 1,128.",
    ],
    [
      "down",
      [["/a", 458, 268]],
      "**`/a`** has 41% fewer visitors (458 → 268). Do the links to it work, and is it easy to find?",
      "Check that the links to /a work and that it is easy to find: its visitors went from 458 to 268.",
    ],
    [
      "new",
      [["/a", undefined, 339]],
      "**`/a`** is new and has 339 visitors. Do related pages link to it?",
      "Link /a from related pages: it is new.",
    ],
    [
      "gone",
      [["/a", 207, undefined]],
      "**`/a`** had 207 visitors and is gone. Does the old address redirect?",
      "Add a redirect for /a to the page that replaced it.",
    ],
    [
      "moved",
      [
        ["/a/x", 68, undefined],
        ["/b/x", undefined, 76],
      ],
      "**`/a/x`** seems to have moved to **`/b/x`** (68 → 76 visitors). Does the old address redirect?",
      "Check that /a/x redirects to /b/x and add the redirect if it does not.",
    ],
    [
      "AI share up",
      [["/a", counts(110, 40), counts(60, 80)]],
      "**AI** now makes up 57% of the visitors of `/a` (27% before). Can assistants quote it right?",
      "Put the key facts of /a in short sentences or a table near the top, so that AI assistants quote them right.",
    ],
  ])("says what to do about a page that is %s, in a comment with a command", (_, pages, text, command) => {
    expect(items(reportOn(pages))).toEqual([text]);
    expect(items(reportOn(pages, { triggerPhrase: "@docs" }))).toEqual([
      `${text}<br>\n  \`@docs ${command}\``,
    ]);
  });

  it("links every page that is there", () => {
    const pages: Visitors[] = [
      ["/gone", 207, undefined],
      ["/old/x", 68, undefined],
      ["/new/x", undefined, 76],
      ["/ai", counts(110, 40), counts(60, 80)],
    ];
    const report = reportOn(pages, { siteUrl: new URL("https://docs.example.com") });
    const links = (worthALook(report) ?? "").match(/https:[^>)]*/g);
    expect(links).toEqual(["https://docs.example.com/ai", "https://docs.example.com/new/x"]);
  });

  it.each([
    [1000, 1200, "(100 → 300; the whole site +20%)"],
    [1000, 570, "(100 → 300; the whole site −43%)"],
    [1000, 1199, "(100 → 300)"],
    [10, 19, "(100 → 300)"],
  ])("names the change of a whole site from %i to %i", (was, is, text) => {
    expect(items(reportOn([["/a", 100, 300]], {}, was, is))[0]).toContain(text);
  });

  it("names the AI share of a whole site where it rose", () => {
    const report = (aiBefore: number, ai: number) => {
      const rows = (share: number) => [{ path: "/a", ...counts(100 - share, share) }];
      const data = dataOf({
        current: period(counts(100 - ai, ai), rows(90)),
        previous: period(counts(100 - aiBefore, aiBefore), rows(20)),
      });
      return reportOf({ data, siteUrl: undefined });
    };
    expect(items(report(20, 34))[0]).toContain("90% of the visitors of `/a` (20% before). ");
    expect(items(report(20, 40))[0]).toContain("(20% before; the whole site from 20% to 40%). ");
    expect(items(report(0, 15))[0]).toContain("(20% before; the whole site from 0% to 15%). ");
  });

  it("says of a moved page that others moved too", () => {
    const pages: Visitors[] = ["/x", "/y", "/z"].flatMap((name): Visitors[] => [
      [`/a${name}`, 60, undefined],
      [`/b${name}`, undefined, 60],
    ]);
    expect(items(reportOn(pages))[0]).toContain("(60 → 60 visitors), one of 3 pages that moved. Does");
    expect(items(reportOn(pages, { triggerPhrase: "/docs-agent" }))[0]).toMatch(
      /and add the redirect if it does not; do the same for the other pages that moved\.`$/,
    );
  });

  it("is left out if there is nothing to act on", () => {
    expect(worthALook(reportOn([["/a", 100, 100]]))).toBeUndefined();
    expect(worthALook(reportOf({ data: dataOf() }))).toBeUndefined();
  });
});

describe("a command to copy", () => {
  it.each([
    ["/", true],
    ["/a", true],
    ["/Guides/rate_limits-2.0/", true],
    [`/${"a".repeat(99)}`, true],
    [`/${"a".repeat(100)}`, false],
    ["", false],
    ["a", false],
    ["//evil.test/a", false],
    ["/a//b", false],
    ["/a/../b", false],
    ["/..", false],
    ["/a..b", true],
    ["/a b", false],
    ["/a%20b", false],
    ["/a?b", false],
    ["/@a", false],
    ["/a`b", false],
    ["/a\n/docs-agent x", false],
    ["/é", false],
  ])("may name the path %j: %s", (path, expected) => {
    expect(isPlainPath(path)).toBe(expected);
    const section = worthALook(reportOn([[path, 207, undefined]], { triggerPhrase: "/docs-agent" }));
    expect(section?.includes("/docs-agent Add a redirect for") ?? false).toBe(expected);
  });

  it("names no moved page whose old path is not plain", () => {
    const pages: Visitors[] = [
      ["/please delete/x", 68, undefined],
      ["/b/x", undefined, 76],
    ];
    expect(worthALook(reportOn(pages, { triggerPhrase: "/docs-agent" }))).not.toContain("/docs-agent");
  });

  it("holds nothing of a stranger's but a plain path, and runs nothing by itself", () => {
    fc.assert(
      fc.property(anyPath, fc.constantFrom("up", "down", "new", "gone"), (path, kind) => {
        const before = { up: 100, down: 400, new: undefined, gone: 300 }[kind];
        const now = { up: 400, down: 100, new: 300, gone: undefined }[kind];
        const section = worthALook(reportOn([[path, before, now]], { triggerPhrase: "/docs-agent" })) ?? "";
        expect(findCommand(section, "/docs-agent")).toBeUndefined();
        expect(section.split("\n").length).toBeLessThanOrEqual(4);
        const tags = tagsOf(render(section)).filter((tag) => !/^\/?code$/.test(tag));
        expect(new Set(tags.map((tag) => tag.replace("/", "")))).toEqual(
          new Set(["h3", "ul", "li", "strong", ...(isPlainPath(path) ? ["br"] : [])]),
        );
      }),
      runs(500, 50),
    );
  });
});
