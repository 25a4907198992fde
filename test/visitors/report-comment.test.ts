import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MarkerScope } from "../../src/github/marker.ts";
import { systemClock } from "../../src/runner/clock.ts";
import { maxCommentLength, ReportComment } from "../../src/visitors/comment.ts";
import { warningsOf } from "../fake-log.ts";
import { clientOf, type FakeComment, FakeGitHub } from "../github/fake-github.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const apiKey = "mint_0123456789abcdef";
const place: MarkerScope = {
  repository: "acme/site",
  thread: 7,
  origin: "https://docs.example.com",
  project: "acme",
};

/** Each report is written a moment after the last. */
let now = 1_700_000_000_000;

/** Publishes a report with the real client; returns the requests to GitHub and the warnings too. */
async function publish(
  gitHub: FakeGitHub,
  report: string,
  more: Partial<MarkerScope> = {},
  key = apiKey,
  fresh = false,
) {
  // Many runs share this process here, so they must not wait for each other.
  const { gitHub: client, requests } = clientOf(gitHub, { spaceWrites: false });
  const { log, warnings } = warningsOf();
  const clock = { ...systemClock, now: () => ++now };
  const comment = new ReportComment({ github: client, log, clock }, key, { ...place, ...more });
  const published = await comment.publish(report, fresh);
  return { published, warnings, room: comment.room, requests: requests.map((request) => request.slice(7)) };
}

/** An issue with so many comments by readers. */
function issue(length: number, gitHub = new FakeGitHub()): FakeGitHub {
  for (let index = 1; index <= length; index++) gitHub.write("reader", `chatter ${index}`);
  return gitHub;
}

/** An issue with a report, and so many comments by others before and after it. */
async function reported(before: number, after: number): Promise<{ gitHub: FakeGitHub; own: FakeComment }> {
  const gitHub = issue(before);
  await publish(gitHub, "first");
  const own = gitHub.own()[0];
  if (own === undefined) throw new Error("no comment was written");
  issue(after, gitHub);
  gitHub.written.length = 0;
  return { gitHub, own };
}

/** The ids of the comments that hold the report. */
const holding = (gitHub: FakeGitHub, report: string) =>
  gitHub.issueComments.filter(({ body }) => body.endsWith(`\n\n${report}`)).map(({ id }) => id);

describe("the first report", () => {
  test("is a new comment with the action's marker", async () => {
    const gitHub = issue(3);
    const { published, warnings, requests } = await publish(gitHub, "## Visitors\n\ntable\n");
    const [own, ...others] = gitHub.own();
    expect(others).toEqual([]);
    expect(own?.body).toMatch(
      /^<!-- docs-agent:v1 -->\n<!-- docs-agent:report [\w-]+\.[\w-]{43} -->\n\n## Visitors\n\ntable\n$/,
    );
    expect(published).toMatchObject({ id: own?.id, url: expect.stringContaining(`${own?.id}`) });
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual(["POST /issues/7/comments"]);
    expect(warnings).toEqual([]);
  });

  test("may be as long as GitHub allows", async () => {
    const gitHub = new FakeGitHub();
    const { room } = await publish(gitHub, "");
    await publish(gitHub, "x".repeat(room));
    const written = gitHub.own()[0]?.body.length ?? 0;
    expect(written).toBeLessThanOrEqual(maxCommentLength);
    // The marker has room for the longest login.
    expect(written).toBeGreaterThan(maxCommentLength - 200);
  });

  test("shows nothing of the key that signs it", async () => {
    const { own } = await reported(0, 0);
    expect(own.body).not.toContain(apiKey);
    expect(own.body).not.toContain(Buffer.from(apiKey).toString("base64url"));
  });
});

describe("the next report", () => {
  test.each([
    ["alone", 0, 0],
    ["behind others", 99, 3],
    ["first on the second page", 100, 0],
    ["on the third of four pages", 250, 120],
  ])("replaces the earlier one: %s", async (_case, before, after) => {
    const { gitHub, own } = await reported(before, after);
    const { published, requests } = await publish(gitHub, "second");
    expect(published?.id).toBe(own.id);
    expect(holding(gitHub, "second")).toEqual([own.id]);
    expect(holding(gitHub, "first")).toEqual([]);
    expect(requests.at(-1)).toBe(`PATCH /issues/comments/${own.id}`);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("is a comment of its own, without a search, when each report shall have one", async () => {
    const { gitHub, own } = await reported(2, 2);
    const { published, requests } = await publish(gitHub, "second", {}, apiKey, true);
    expect(holding(gitHub, "first")).toEqual([own.id]);
    expect(holding(gitHub, "second")).toEqual([published?.id]);
    expect(requests.filter((request) => request.startsWith("GET"))).toEqual([]);
  });

  test("replaces the newest one, where each report had a comment of its own", async () => {
    const { gitHub, own } = await reported(2, 150);
    const { published: newest } = await publish(gitHub, "second", {}, apiKey, true);
    const { published } = await publish(gitHub, "third");
    expect(published?.id).toBe(newest?.id);
    expect(holding(gitHub, "first")).toEqual([own.id]);
    expect(holding(gitHub, "third")).toEqual([newest?.id]);
  });

  test("finds the earlier one if GitHub changed the line ends between the markers", async () => {
    const { gitHub, own } = await reported(1, 1);
    own.body = own.body.replaceAll("\n", "\r\n");
    expect((await publish(gitHub, "second")).published?.id).toBe(own.id);
  });

  test("finds the earlier one if the repository is written in other letter case", async () => {
    const { gitHub, own } = await reported(1, 1);
    const { published } = await publish(gitHub, "second", { repository: "Acme/Site" });
    expect(published?.id).toBe(own.id);
  });

  test("ignores a copy of a first report, which is younger", async () => {
    const { gitHub, own } = await reported(2, 2);
    const copy = gitHub.write("outsider", own.body);
    await publish(gitHub, "second");
    expect(holding(gitHub, "second")).toEqual([own.id]);
    expect(holding(gitHub, "first")).toEqual([copy.id]);
  });

  test("ignores copies of a later one, in younger and in older comments: it names its author", async () => {
    const { gitHub, own } = await reported(2, 2);
    await publish(gitHub, "second");
    const [older] = gitHub.issueComments;
    if (older === undefined) throw new Error("there is no older comment");
    older.body = own.body;
    const younger = gitHub.write("outsider", own.body);
    gitHub.delete(own.id);
    const { published } = await publish(gitHub, "third");
    expect(holding(gitHub, "third")).toEqual([published?.id]);
    expect(holding(gitHub, "second")).toEqual([older.id, younger.id]);
  });

  test("is a new comment if the earlier one was deleted", async () => {
    const { gitHub, own } = await reported(2, 2);
    gitHub.delete(own.id);
    const { published } = await publish(gitHub, "second");
    expect(holding(gitHub, "second")).toEqual([published?.id]);
    expect(published?.id).not.toBe(own.id);
  });
});

test("the next report is written into the same comment whatever others write, and no other comment changes", async () => {
  const imitations = [
    "<!-- docs-agent:v1 -->\n",
    "<!-- docs-agent:report ",
    "A".repeat(43),
    " -->",
    "\n\n## Docs visitors",
  ];
  const text = fc
    .array(fc.oneof(hostile, fc.constantFrom(...imitations)), { maxLength: 5 })
    .map((parts) => parts.join(""));
  const texts = fc.array(text, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(texts, texts, text, async (before, after, report) => {
      const gitHub = new FakeGitHub();
      const older = gitHub.write("reader", "");
      for (const body of before) gitHub.write("reader", body);
      await publish(gitHub, report);
      const { published } = await publish(gitHub, report);
      older.body = published?.body ?? "";
      gitHub.write("reader", older.body);
      await publish(gitHub, report, {}, "mint_of_another_project");
      for (const body of after) gitHub.write("reader", body);
      const others = () =>
        gitHub.issueComments.filter(({ id }) => id !== published?.id).map(({ body }) => body);
      const unchanged = others();
      const again = await publish(gitHub, `second ${report}`);
      expect(again.published?.id).toBe(published?.id);
      expect(again.published?.body.endsWith(`\n\nsecond ${report}`)).toBe(true);
      expect(others()).toEqual(unchanged);
      expect(again.warnings).toEqual([]);
    }),
    runs(15, 5),
  );
});

describe("a comment that is not the action's is not edited:", () => {
  const flipped = (body: string) =>
    body.replace(/report (.)/, (_, first: string) => `report ${first === "A" ? "B" : "A"}`);

  test.each([
    ["an altered signature", flipped],
    ["a shortened signature", (body: string) => body.replace(/[\w-] -->\n\n/, " -->\n\n")],
    ["a lengthened signature", (body: string) => body.replace(/ -->\n\n/, "A -->\n\n")],
    ["no signature", (body: string) => body.replace(/<!-- docs-agent:report .*\n/, "")],
  ])("%s", async (_case, forge) => {
    const { gitHub, own } = await reported(0, 0);
    const forged = forge(own.body);
    expect(forged).not.toBe(own.body);
    own.body = forged;
    const { published } = await publish(gitHub, "second");
    expect(own.body).toBe(forged);
    expect(published?.id).not.toBe(own.id);
  });

  test.each<[string, Partial<MarkerScope>, string]>([
    ["another repository", { repository: "acme/other" }, apiKey],
    ["another issue", { thread: 8 }, apiKey],
    ["another project", { project: "other" }, apiKey],
    ["another service", { origin: "https://elsewhere.example.com" }, apiKey],
    ["another key", {}, "mint_fedcba9876543210"],
  ])("a report for %s", async (_case, elsewhere, key) => {
    // A copy of a real comment from elsewhere, the first comment on this issue.
    const source = new FakeGitHub();
    const foreign = (await publish(source, "foreign", elsewhere, key)).published?.body ?? "";
    const gitHub = new FakeGitHub();
    const copy = gitHub.write("outsider", foreign);
    const { published } = await publish(gitHub, "second");
    expect(copy.body).toBe(foreign);
    expect(holding(gitHub, "second")).toEqual([published?.id]);
  });

  test("two projects on one issue keep a comment each", async () => {
    const gitHub = issue(1);
    for (const report of ["one", "two"])
      for (const project of ["acme", "other"]) await publish(gitHub, `${project} ${report}`, { project });
    expect(gitHub.own().map(({ body }) => body.split("\n").at(-1))).toEqual(["acme two", "other two"]);
  });
});

describe("a refusal by GitHub is a warning that says what to do:", () => {
  test.each([
    ["to list the comments", "GET", 403, "issues: write"],
    ["to write one", "POST", 403, "issues: write"],
    ["as the issue is gone", "GET", 410, "Check that the issue or pull request still exists"],
    ["as there is no such issue", "GET", 404, "Check that the issue or pull request still exists"],
    ["as the token is not valid", "GET", 401, "Check the token"],
    ["with a failure of its own", "POST", 500, "The run continues without it."],
  ])("%s", async (_case, method, status, advice) => {
    const gitHub = issue(1);
    gitHub.refuse({ method, path: /\/issues\/7\/comments/, status });
    const { published, warnings } = await publish(gitHub, "report");
    expect(published).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Report comment not written: The comment on #7 could not be written \(/);
    expect(warnings[0]).toContain(`HTTP ${status}`);
    expect(warnings[0]).toContain(advice);
    expect(gitHub.own()).toEqual([]);
  });

  test("to edit the earlier one", async () => {
    const { gitHub, own } = await reported(0, 0);
    gitHub.refuse({ method: "PATCH", path: /./, status: 403 });
    const { published, warnings } = await publish(gitHub, "second");
    expect(published).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(own.body).toMatch(/first$/);
  });

  test("without an answer at all", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /./, error: new Error("socket hang up") });
    const { published, warnings } = await publish(gitHub, "report");
    expect(published).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain("HTTP 0");
  });
});
