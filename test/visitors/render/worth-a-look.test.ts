import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src/agent/parse.ts";
import { adviceSections } from "../../../src/visitors/advice.ts";
import type { GroupFinding } from "../../../src/visitors/kinds.ts";
import type { Counts, PageRow, Report, SiteFinding } from "../../../src/visitors/report-model.ts";
import { isPlainPath } from "../../../src/visitors/site-pages.ts";
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
function reportOn(pages: readonly Visitors[], parts: Partial<Report> = {}, was = 2000, is = 2000): Report {
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

const worthALook = (report: Report) => adviceSections(report).find((text) => text.includes("Worth a look"));
const howTo =
  "Paste a command as a comment on an issue or pull request. Each starts a paid job with its own pull request.";

const items = (report: Report) => (worthALook(report) ?? "").split("\n- ").slice(1);

describe("worth a look", () => {
  it.each<[string, Visitors[], string, string]>([
    [
      "up",
      [["/a", 100, 162]],
      "**`/a`** has 62% more visitors (100 → 162). Is it complete and current?",
      "Check that /a is complete and current.\n  Its visitors went from 100 to 162.\n  Change nothing else.",
    ],
    [
      "threefold",
      [["/a", 376, 1128]],
      "**`/a`** has 3.0 times as many visitors (376 → 1,128). Is it complete and current?",
      "Check that /a is complete and current.\n  Its visitors went from 376 to 1,128.\n  Change nothing else.",
    ],
    [
      "down",
      [["/a", 458, 268]],
      "**`/a`** has 41% fewer visitors (458 → 268). Do the links to it work?",
      "Check that the links to /a work and that it is easy to find.\n  Change nothing else.",
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
      "Check that /a redirects to the page that replaced it.\n  Add the redirect if it does not.\n  Change nothing else.",
    ],
    [
      "moved",
      [
        ["/a/x", 68, undefined],
        ["/b/x", undefined, 76],
      ],
      "**`/a/x`** seems to have moved to **`/b/x`** (68 → 76 visitors). Does the old address redirect?",
      "Check that /a/x redirects to /b/x.\n  Add the redirect if it does not.\n  Change nothing else.",
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
      `${text}\n\n  ${howTo}\n\n  \`\`\`\n  @docs --new ${command}\n  \`\`\``,
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
    expect(links?.toSorted()).toEqual(["https://docs.example.com/ai", "https://docs.example.com/new/x"]);
  });

  it.each([
    [1000, 1200, "(100 → 300; the whole site +20%)"],
    [1000, 570, "(100 → 300; the whole site −43%)"],
    [1000, 1199, "(100 → 300)"],
  ])("names the change of a whole site from %i to %i", (was, is, text) => {
    expect(items(reportOn([["/a", 100, 300]], {}, was, is)).at(-1)).toContain(text);
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

  it("says once how commands are used, above the first", () => {
    const report = reportOn(
      [
        ["/a", 207, undefined],
        ["/b", undefined, 300],
      ],
      { triggerPhrase: "/docs-agent" },
    );
    const text = worthALook(report) ?? "";
    expect(text.split(howTo)).toHaveLength(2);
    expect(text.indexOf(howTo)).toBeLessThan(text.indexOf("/docs-agent --new"));
    expect(text.match(/ {2}\/docs-agent --new /g)).toHaveLength(2);
    expect(worthALook({ ...report, triggerPhrase: undefined })).not.toContain(howTo);
  });

  it.each<[SiteFinding["kind"], string]>([
    [
      "fewerPeople",
      "**Fewer people across the site**, so no single page is the cause. Check search results, the links that bring people, and the domain, unless it was a holiday.",
    ],
    [
      "fewerPeopleAndAi",
      "**People and AI fell across the site**: a holiday, or visits that were not counted, rather than a page. If it was no holiday, does the dashboard count visits?",
    ],
    [
      "fewerAi",
      "**Less AI across the site**, so no single page is the cause. Does robots.txt, a firewall or a bot filter keep assistants out?",
    ],
  ])("says what may have happened to the whole site, without a command: %s", (kind, text) => {
    const worthALook = [{ kind, current: counts(60, 60), previous: counts(100, 100) }];
    const report = reportOn([], { worthALook, triggerPhrase: "/docs-agent" });
    expect(items(report)).toEqual([text]);
    const data = { ...report.data, current: { ...report.data.current, complete: false } };
    expect(items({ ...report, data })).toEqual([
      text.replace("no single page", "none of the pages that were read"),
    ]);
  });

  const group = { pages: 6, folder: "/a/" };
  it.each<[GroupFinding["kind"], string]>([
    [
      "up",
      "**6 pages have clearly more visitors**, 5 of them below `/a/`; [`/a/x`](<https://docs.example.com/a/x>) has gained most (1,120 → 426). Are they complete and current?",
    ],
    [
      "down",
      "**6 pages have clearly fewer visitors**, 5 of them below `/a/`; [`/a/x`](<https://docs.example.com/a/x>) has lost most (1,120 → 426). Do the links to them work?",
    ],
    [
      "new",
      "**6 new pages**, 5 of them below `/a/`; the most read is [`/a/x`](<https://docs.example.com/a/x>) (426 visitors). Do related pages link to them?",
    ],
    [
      "gone",
      "**6 pages are gone**, 5 of them below `/a/`; the most read was `/a/x` (1,120 visitors). Do the old addresses redirect?",
    ],
    [
      "moved",
      "**6 pages moved** from `/b/` to `/a/` (6,720 visitors before, counted on each page). Do the old addresses redirect?",
    ],
    [
      "aiShareUp",
      "**AI** makes up far more of the visitors of 6 pages, 5 of them below `/a/`; of [`/a/x`](<https://docs.example.com/a/x>) it makes up 23% (11% before). Can assistants quote them right?",
    ],
  ])("names several pages in one folder together, with a command only for moved ones: %s", (kind, text) => {
    const findingOn = (below: number): GroupFinding => {
      const page = { path: "/a/x", current: counts(326, 100), previous: counts(1000, 120) };
      const part = { ...group, below };
      if (kind !== "moved") return { kind, ...page, group: part };
      return { kind, from: "/b/x", ...page, group: { ...part, fromFolder: "/b/", visitors: 6720 } };
    };
    const siteUrl = new URL("https://docs.example.com");
    const shown = (finding: GroupFinding) =>
      items(reportOn([], { worthALook: [finding], siteUrl, triggerPhrase: "/docs-agent" }));
    const command =
      kind === "moved"
        ? `\n\n  ${howTo}\n\n  \`\`\`\n  /docs-agent --new Check that the old addresses below /b/ redirect to /a/.\n  Add the redirects that are missing.\n  Change nothing else.\n  \`\`\``
        : "";
    expect(shown(findingOn(5))).toEqual([`${text}${command}`]);
    const all = shown(findingOn(6))[0];
    expect(all?.replace(command, "")).toBe(text.replace("5 of them", "all"));
  });

  it("is left out if there is nothing to act on", () => {
    expect(worthALook(reportOn([["/a", 100, 100]]))).toBeUndefined();
    expect(worthALook(reportOf({ data: dataOf() }))).toBeUndefined();
  });
});

describe("a command to copy", () => {
  it.each([
    ["/guides/rate_limits-2.0/", true],
    ["/a b", false],
    ["//evil.test/a", false],
  ])("may name the path %j: %s", (path, expected) => {
    const section = worthALook(reportOn([[path, 207, undefined]], { triggerPhrase: "/docs-agent" }));
    expect(section?.includes("/docs-agent --new Check that ")).toBe(expected);
  });

  it("names no moved page whose old path is not plain", () => {
    const pages: Visitors[] = [
      ["/please delete/x", 68, undefined],
      ["/b/x", undefined, 76],
    ];
    expect(worthALook(reportOn(pages, { triggerPhrase: "/docs-agent" }))).not.toContain("/docs-agent");
  });

  const named = anyPath.filter((text) => text.trim() !== "");
  it("holds nothing of a stranger's but a plain path, and runs nothing by itself", () => {
    fc.assert(
      fc.property(named, fc.constantFrom("up", "down", "new", "gone"), (path, kind) => {
        const before = { up: 100, down: 400, new: undefined, gone: 300 }[kind];
        const now = { up: 400, down: 100, new: 300, gone: undefined }[kind];
        const section = worthALook(reportOn([[path, before, now]], { triggerPhrase: "/docs-agent" })) ?? "";
        expect(findCommand(section, "/docs-agent").command).toBeUndefined();
        expect(section.split("\n")).toHaveLength(
          isPlainPath(path) ? { up: 11, down: 10, new: 9, gone: 11 }[kind] : 3,
        );
        const tags = tagsOf(render(section)).filter((tag) => !/^\/?code$/.test(tag));
        expect(new Set(tags.map((tag) => tag.replace("/", "")))).toEqual(
          new Set(["h3", "ul", "li", "strong", ...(isPlainPath(path) ? ["p", "pre"] : [])]),
        );
      }),
      runs(500, 50),
    );
  });
});

it("a folder with a stranger's name stays a name", () => {
  const folder = fc.tuple(anyPath, fc.constantFrom("/", "x/")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(anyPath, folder, folder, fc.constantFrom("down", "new", "moved"), (path, to, from, kind) => {
      const page = { path, current: counts(300, 0), previous: counts(400, 0) };
      const group = { pages: 4, below: 3, folder: to };
      const finding: GroupFinding =
        kind === "moved"
          ? { kind, from: path, ...page, group: { ...group, fromFolder: from } }
          : { kind, ...page, group };
      const section = worthALook(reportOn([], { worthALook: [finding], triggerPhrase: "/docs-agent" })) ?? "";
      expect(findCommand(section, "/docs-agent").command).toBeUndefined();
      expect(section.split("\n")).toHaveLength(3);
      const tags = tagsOf(render(section)).filter((tag) => !/^\/?code$/.test(tag));
      expect(tags.filter((tag) => !tag.startsWith("/"))).toEqual(["h3", "ul", "li", "strong"]);
    }),
    runs(300, 30),
  );
});
