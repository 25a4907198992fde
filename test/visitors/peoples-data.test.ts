import { describe, expect, it } from "vitest";
import { toCsv, toJson } from "../../src/visitors/tell/files.ts";
import { renderSite } from "./site-report.ts";
import { sites } from "./sites.ts";

// What people's data does to a report, each as a made-up site. What a service sends while it is read is in test/visitors/read,
// and what a report remembers in test/runs/reports-over-time.test.ts.

function reportOn(name: string) {
  const site = sites.find((one) => one.name === name);
  if (site === undefined) throw new Error(`no site is called ${name}`);
  const rendered = renderSite(site);
  const { report, summary, comment, digest } = rendered;
  const texts = [summary, comment, digest, toCsv(report), toJson(report)].join("\n");
  return { ...rendered, texts, moved: report.moves.map(({ path, kind }) => `${kind} ${path}`) };
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

it("a list that changed while it was read is said to be not whole", () => {
  const { comment, report } = reportOn("changed-while-read");
  const before = new Set(report.data.previous?.pages.map(({ page }) => page));
  const missing =
    before.size - report.data.current.pages.filter(({ page }) => before.has(page)).length;
  expect(missing).toBeGreaterThan(100);
  expect(comment).toContain(
    "not read: which pages are new or gone (the list changed while it was read)",
  );
});

it("a scanner's flood is told where it makes the figures doubtful, in the week after, too", () => {
  expect(reportOn("scanner").comment).toContain(
    "\n> 5,021 of the 15,772 visitors asked for `/wp-login.php`, which is no page.\n",
  );
  expect(reportOn("end-of-a-scan").comment).toContain(
    "\n> In the week before, 5,021 of the 15,772 visitors asked for `/wp-login.php`, which is no page.\n",
  );
});

it("a mail address and a token in a query are in no text and no file", () => {
  expect(reportOn("spellings").texts).not.toMatch(
    /jane|joe|example\.com\b(?!\/)|token|eyJ|utm_|newsletter|#install/,
  );
  expect(reportOn("spellings").texts).toContain("/login");
});

it("two pages with one long ending have different names in each list", () => {
  for (const text of [reportOn("long-ending").comment, reportOn("long-ending").summary])
    for (const name of ["python", "typescript"])
      expect(text).toContain(`/client-libraries/${name}/auth`);
});

it("Japanese paths can be read, and a term of two characters is one", () => {
  const { comment, moved, digest } = reportOn("japanese");
  expect(moved).toEqual(["up /ja/認証"]);
  expect(comment).toContain("Readers searched for `課金` **31 times** and opened nothing");
  expect(digest).not.toContain("課金");
});

it("a site of five visitors gets no percentage, and none of its pages is named", () => {
  const { summary, comment, digest } = reportOn("five-visitors");
  for (const text of [summary, comment, digest]) {
    expect(text).toContain("after 9 the week before");
    expect(text).not.toMatch(/\d%|quickstart|pricing/);
  }
});

it("half of the people counted as AI is two numbers without a reason", () => {
  expect(reportOn("people-became-ai").comment).toContain(
    "\n**18,520 visitors, +1%.** People 7,620 (−50%), AI 11,450 (+188%). No page wants work.\n",
  );
});

it.each([
  [
    "a section that is removed",
    "section-removed",
    "- 8 pages have no visitors any more, all below `/legacy/`; the most read was `/legacy/part-1` (149)",
  ],
  [
    "translated pages that come at once",
    "translated",
    "- 30 new pages, all below `/ja/guides/`; the most read is [`/ja/guides/part-1`]",
  ],
])("%s is one row, and all of its pages are in the summary", (_, name, row) => {
  const { comment, summary, report } = reportOn(name);
  expect(comment).toContain(`\n${row}`);
  const all = summary.slice(
    summary.indexOf("### All that moved"),
    summary.indexOf("### Top pages"),
  );
  expect(all.match(/part-\d+`/g)).toHaveLength(report.moves.length);
});

it.each([
  [
    "questions of another host",
    "other-host",
    "left out: 212 votes, reports or questions of another site, such as `app.example.com`",
  ],
  ["votes of more than a hundred pages", "many-voted-pages", "votes of 100 pages at most"],
  [
    "a service that answers 429 from some point on",
    "rate-limited",
    "not read: some feedback and questions (rate limit reached)",
  ],
])("what is left out is said: %s", (_, name, text) => {
  expect(reportOn(name).comment).toContain(text);
});
