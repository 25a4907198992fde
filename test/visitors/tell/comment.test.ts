import { describe, expect, test } from "vitest";
import type { MarkerScope } from "../../../src/github/marker.ts";
import { type NewReport, reportThread } from "../../../src/visitors/tell/comment.ts";
import { warningsOf } from "../../fake-log.ts";
import { clientOf, FakeGitHub } from "../../github/fake-github.ts";

const place: MarkerScope = {
  ...{ repository: "acme/site", thread: 7 },
  ...{ origin: "https://docs.example.com", project: "acme" },
};

type Content = NewReport["content"];
const memory = [{ page: "/a", at: 20 }];
type Given = Partial<MarkerScope> & {
  apiKey?: string;
  isFresh?: boolean;
  content?: Partial<Content>;
};

/** Publishes a report with the real client; returns the requests to GitHub and the warnings too. */
async function publish(gitHub: FakeGitHub, text: string, given: Given = {}) {
  const { apiKey = "mint_0123456789abcdef", isFresh = false, content, ...scope } = given;
  // Many runs share this process here, so they must not wait for each other.
  const { gitHub: github, requests } = clientOf(gitHub);
  const { log, warnings } = warningsOf();
  // Each report is written a second after the last.
  const time = gitHub.now() + 1000;
  gitHub.now = () => time;
  const thread = await reportThread({ ...place, ...scope }, apiKey, github, log);
  const report = {
    text,
    isFresh,
    content: { period: "last-week", range: "1 – 7 Nov", memory, ...content },
  };
  const published = await thread?.publish(report);
  return {
    published,
    warnings,
    remembered: thread?.memories,
    requests: requests.map((request) => request.slice(7)),
  };
}

/** An issue with a report between the comments of others. */
async function reported() {
  const gitHub = new FakeGitHub();
  const older = gitHub.write("reader", "chatter");
  await publish(gitHub, "first");
  const [own] = gitHub.own();
  if (own === undefined) throw new Error("no comment was written");
  gitHub.write("reader", "more chatter");
  return { gitHub, own, older };
}

/** The ids of the comments that hold the report. */
const holding = (gitHub: FakeGitHub, report: string) =>
  gitHub.issueComments.filter(({ body }) => body.endsWith(`\n\n${report}`)).map(({ id }) => id);

test("the first report is a new comment with the action's marker", async () => {
  const gitHub = new FakeGitHub();
  const { published, warnings, requests } = await publish(gitHub, "## Visitors\n\ntable\n");
  expect(gitHub.own().map(({ body }) => body)).toEqual([
    expect.stringMatching(
      /^<!-- docs-agent:v1 -->\n<!-- docs-agent:report [\w-]+\.[\w-]{43} -->\n\n## Visitors\n\ntable\n$/,
    ),
  ]);
  expect(published?.url).toContain(`${published?.id}`);
  // Its marker names the author, whom only GitHub's answer tells.
  expect(requests.slice(-2)).toEqual([
    "POST /issues/7/comments",
    `PATCH /issues/comments/${published?.id}`,
  ]);
  expect(warnings).toEqual([]);
});

describe("the next report", () => {
  test("replaces the earlier one", async () => {
    const { gitHub, own } = await reported();
    const { requests } = await publish(gitHub, "second");
    expect([holding(gitHub, "second"), holding(gitHub, "first")]).toEqual([[own.id], []]);
    expect(requests.at(-1)).toBe(`PATCH /issues/comments/${own.id}`);
  });

  test("is a comment of its own, if each period shall have one; the same period's is replaced", async () => {
    const { gitHub, own } = await reported();
    const second = await publish(gitHub, "second", {
      isFresh: true,
      content: { range: "8 – 14 Nov", memory: [] },
    });
    expect(second.remembered).toEqual([memory]);
    const again = await publish(gitHub, "again", { isFresh: true });
    expect([again.published?.id, again.remembered]).toEqual([own.id, [[], memory]]);
    // The newest is the one that was written last.
    expect((await publish(gitHub, "third")).published?.id).toBe(own.id);
    expect(holding(gitHub, "second")).toEqual([second.published?.id]);
  });

  test("ignores copies of the earlier one, in younger and in older comments: it names its author", async () => {
    const { gitHub, own, older } = await reported();
    older.body = own.body;
    gitHub.write("outsider", own.body);
    gitHub.delete(own.id);
    const { published, remembered } = await publish(gitHub, "second");
    expect(remembered).toEqual([]);
    expect(holding(gitHub, "second")).toEqual([published?.id]);
    expect(holding(gitHub, "first")).toHaveLength(2);
  });
});

test.each<[string, Given]>([
  ["of another project", { project: "other" }],
  ["with another key", { apiKey: "mint_fedcba9876543210" }],
])("a report %s is not replaced", async (_case, elsewhere) => {
  const { gitHub, own } = await reported();
  const { published, remembered } = await publish(gitHub, "second", elsewhere);
  expect(remembered).toEqual([]);
  expect([holding(gitHub, "first"), holding(gitHub, "second")]).toEqual([
    [own.id],
    [published?.id],
  ]);
});

test.each<[string, Parameters<FakeGitHub["refuse"]>[0], string]>([
  ["to list the comments", { method: "GET", path: /./, status: 403 }, "issues: write"],
  ["to edit one", { method: "PATCH", path: /./, status: 403 }, "HTTP 403"],
  [
    "without an answer at all",
    { path: /./, error: new Error("socket hang up") },
    "could not be written (",
  ],
])("a refusal by GitHub is a warning that says what to do: %s", async (_case, refusal, advice) => {
  const { gitHub, own } = await reported();
  gitHub.refuse(refusal);
  const { published, warnings } = await publish(gitHub, "second");
  expect(published).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining(advice)]);
  expect(warnings[0]).toMatch(
    /^Report comment not written: The comment on #7 could not be written \(/,
  );
  expect(own.body).toMatch(/first$/);
});
