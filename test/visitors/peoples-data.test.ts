import { describe, expect, it } from "vitest";
import { renderSite } from "./site-report.ts";
import { sites } from "./sites.ts";

// What people's data does to a report, each as a made-up site. What a service sends while it is read is in test/visitors/read,
// and what a report remembers in test/runs/reports-over-time.test.ts.

function reportOn(name: string) {
  const site = sites.find((one) => one.name === name);
  if (site === undefined) throw new Error(`no site is called ${name}`);
  const rendered = renderSite(site);
  return { ...rendered, moved: rendered.report.moves.map(({ path, kind }) => `${kind} ${path}`) };
}

describe("nothing moves, although", () => {
  it.each([
    ["rows come twice and others are missing", "changed-while-read"],
    ["a scanner asks for addresses that are no pages", "scanner"],
    ["a scanner stops", "end-of-a-scan"],
    ["all addresses end with a slash from now on", "trailing-slashes"],
    ["pages come as Markdown, with queries and fragments, and in upper case", "spellings"],
    ["feeds, site maps and the service's own files are read a lot", "feeds-and-site-maps"],
    ["half of the people are counted as AI", "people-became-ai"],
    ["five visitors read other pages than nine before", "five-visitors"],
  ])("%s", (_, name) => {
    const { moved, report } = reportOn(name);
    expect(moved).toEqual([]);
    const paths = report.data.current.pages.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });
});

it("Japanese paths can be read, and a term of two characters is one", () => {
  const { comment, moved, digest } = reportOn("japanese");
  expect(moved).toEqual(["up /ja/認証"]);
  expect(comment).toContain("Readers searched for `課金` **53 times** in 56 days");
  expect(digest).not.toContain("課金");
});

it("a section that is removed is one row, and all of its pages are in the summary", () => {
  const { comment, summary, report } = reportOn("section-removed");
  expect(comment).toContain(
    "\n- 8 pages have no visitors any more, all below `/legacy/`; the most read was `/legacy/part-1` (149)",
  );
  const [, all = ""] = summary.split("### Pages that moved most");
  expect(all.match(/part-\d+`/g)).toHaveLength(report.moves.length);
});
