import { describe, expect, test } from "vitest";
import type { FakeClock } from "../fake-clock.ts";
import { FakeGitHub, type FakePull, type Refusal } from "../github/fake-github.ts";
import type { Reply } from "../service/fake-service.ts";
import { runScenario, type Scenario } from "./harness.ts";

/** All analytics of the newest week, and of the days before it from which signals are read. */
const route = (path: string, from: string, more: string) =>
  `GET /v1/analytics/acme/${path}?dateFrom=${from}&dateTo=2026-11-16&${more}`;
const visitors = route("visitors", "2026-11-09", "limit=250&offset=0");
const votes = route("feedback/by-page", "2026-08-18", "limit=100");
const reports = route("feedback", "2026-08-18", "limit=100&source=code_snippet&status=pending%2Cin_progress");
const questions = route("assistant", "2026-10-19", "limit=250");

/** Conversations of one question each on a page; the first so many had no answer. */
const asked = (page: string, on: readonly string[], unanswered: number, all: number) =>
  Array.from({ length: all }, (_, index) => ({
    id: `${page} ${on[0]} ${all} ${index}`,
    timestamp: `${on[index % on.length]}T12:00:00Z`,
    resolutionStatus: index < unanswered ? "unanswered" : "answered",
    pageUrl: page,
  }));
const early = ["2026-10-28", "2026-10-29"];
const late = ["2026-11-11", "2026-11-12"];
/** The page fails 7 of 19 times before 3 November, and 1 of 9 times since. */
const webhooks = [...asked("/guides/webhooks", early, 7, 19), ...asked("/guides/webhooks", late, 1, 9)];
const elsewhere = asked("/start", [...early, ...late], 2, 300);
const reported = (page: string, ...on: readonly string[]) =>
  on.map((date, index) => ({
    id: `${page} ${date} ${index}`,
    path: page,
    source: "code_snippet",
    status: "pending",
    createdAt: `${date}T12:00:00Z`,
  }));

type Said = { questions?: readonly object[]; reports?: readonly object[]; votes?: readonly object[] };
type Given = Scenario & { said?: Said; reply?: Reply; pages?: readonly object[] };

/** A report on a steady week of a site whose documentation is in acme/docs. */
function report({ said = { questions: webhooks }, reply, pages = [], with: inputs, ...given }: Given = {}) {
  const names = ["/guides/webhooks", "/guides/billing", "/sdks/python", "/start"];
  const more = Array.from({ length: 12 }, (_, index) => `/more/${index}`);
  const read = [...names, ...more].map((path) => ({ path, human: 675, ai: 0, total: 675 }));
  const rows = [...read, ...pages];
  const totals = { human: 9000, ai: 0, total: 9000 };
  const page = { totals, visitors: rows, hasMore: false };
  return runScenario({
    service: {
      [visitors]: [{ json: page, ...reply }],
      [visitors.replace("11-09&", "11-02&").replace("To=2026-11-16", "To=2026-11-09")]: [{ json: page }],
      [votes]: [{ json: { feedback: said.votes ?? [] } }],
      [reports]: [{ json: { feedback: said.reports ?? [] } }],
      [questions]: [{ json: { conversations: [...elsewhere, ...(said.questions ?? [])] } }],
    },
    with: {
      ...{ mode: "visitors", trend: "0", "docs-repository": "acme/docs", "github-token": "ghs_scenario" },
      ...inputs,
    },
    ...given,
  });
}

/** A GitHub with the documentation, and the last commit of each file. */
function docs(files: Record<string, Parameters<FakeGitHub["tree"]["set"]>[1]> = {}): FakeGitHub {
  const gitHub = new FakeGitHub({ repository: "acme/docs" });
  for (const [path, commit] of Object.entries({ "docs.json": {}, ...files })) gitHub.tree.set(path, commit);
  return gitHub;
}

/** The same, where pull request 41 brought the last commit of each file, and was merged at this time. */
function mergedDocs(
  files: Record<string, Parameters<FakeGitHub["tree"]["set"]>[1]>,
  merged_at = on3Nov,
  pull: FakePull = { merge_commit_sha: "m41" },
): FakeGitHub {
  const ofMerge = (path: string) => (/\.json$/.test(path) ? {} : { date: on3Nov, sha: "m41" });
  const gitHub = docs(
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { ...ofMerge(path), ...file }])),
  );
  gitHub.pulls.set("acme/docs#41", { state: "closed", merged_at, author: "octocat", ...pull });
  return gitHub;
}

const section = (text: string, name: string) =>
  new RegExp(`^### ${name}\\n\\n(.*?)\\n\\n(?=[#|])`, "ms").exec(text)?.[1];
const toGitHub = (requests: readonly string[]) => requests.filter((one) => one.startsWith("GitHub"));

const on3Nov = "2026-11-03T08:00:00Z";
const file = "guides/webhooks.mdx";
const link = "[#41](<https://github.com/acme/docs/pull/41>)";

describe("a page with unanswered questions that was changed", () => {
  test("leaves what to document next once too few are unanswered since, with a verdict", async () => {
    const { summary, outputs } = await report({ gitHub: mergedDocs({ [file]: {} }) });
    expect(section(summary, "Changed since")).toBe(
      `- \`/guides/webhooks\` was changed on 3 Nov (${link}). **Too early to tell:** 1 of 9 questions unanswered in 12 days since, 7 of 19 in the 16 days before.`,
    );
    expect(outputs).toMatchObject({ next: "[]", nextCount: "0", nextPrompt: "" });
    expect(summary).not.toContain("### What to document next");
    expect(outputs["message"]).toContain("Nothing needs you");
  });

  test("stays there with what was said since", async () => {
    const still = [...webhooks, ...asked("/guides/webhooks", late, 6, 6)];
    const gitHub = mergedDocs({ [file]: {} });
    const { summary, outputs } = await report({ gitHub, said: { questions: still } });
    expect(section(summary, "What to document next")).toContain(
      `the assistant had no answer to **7 of 15** questions asked here since it was changed on 3 Nov (${link}), in 7 conversations.`,
    );
    expect(section(summary, "Changed since")).toBeUndefined();
    const row = { kind: "asked-unanswered", path: "/guides/webhooks", human: 675, ai: 0 };
    expect(JSON.parse(outputs["next"] ?? "")).toEqual([
      { ...row, unanswered: 7, asked: 15, conversations: 7 },
    ]);
    // A typo keeps no page away.
    expect(outputs["nextPrompt"]).toContain("/guides/webhooks");
  });

  // Committed before the questions, and merged in between, as with a merge commit.
  test("is split where it was merged, and not where it was committed", async () => {
    const file41 = { date: "2026-10-20T08:00:00Z", sha: "branch" };
    const gitHub = mergedDocs({ [file]: file41 }, on3Nov, { head: "branch" });
    expect(section((await report({ gitHub })).summary, "Changed since")).toContain("was changed on 3 Nov");
  });

  test("is judged on everything where nobody knows when it was merged, with its day and no word of the commit", async () => {
    const gitHub = docs({
      [file]: { date: on3Nov, message: "Fix @octo ](https://evil.example) (#41)", sha: "a" },
    });
    // Of an open pull request, GitHub names the commit of a trial merge.
    gitHub.pulls.set("acme/docs#41", { author: "octocat", merge_commit_sha: "a", head: "a" });
    const { summary, outputs } = await report({ gitHub });
    expect(summary).not.toContain("### Changed since");
    expect(section(summary, "What to document next")).toContain(
      "no answer to **8 of 28** questions asked here, in 8 conversations. 675 people read it this week. Its file was committed on 3 Nov.",
    );
    expect(outputs["nextPrompt"]).not.toBe("");
  });

  const sweep = [file, "sdks/python.mdx", "guides/billing.md"];
  test.each<[string, FakeGitHub]>([
    ["before the days of the signals", mergedDocs({ [file]: {} }, "2026-08-17T00:00:00Z")],
    ["in the future", mergedDocs({ [file]: {} }, "2026-11-16T09:00:01Z")],
    ["at a time that cannot be read", docs({ [file]: { date: "yesterday" } })],
    ["at no time", docs({ [file]: {} })],
    ["in no file", mergedDocs({ "guides/webhooks/more.mdx": {} })],
    ["in one of two files", mergedDocs({ [file]: {}, "guides/webhooks.md": {} })],
    ["below another folder", mergedDocs({ [`es/${file}`]: {} })],
    ["on one of two sites", mergedDocs({ [file]: {}, "other/mint.json": {} })],
    ["by a sweep", mergedDocs(Object.fromEntries(sweep.map((path) => [path, {}])))],
  ])("is judged on everything, without a word, if it was changed %s", async (_, gitHub) => {
    const all = [
      ...webhooks,
      ...["/guides/billing", "/sdks/python"].flatMap((page) => asked(page, early, 8, 10)),
    ];
    const { summary, outputs } = await report({ gitHub, said: { questions: all } });
    expect(summary).not.toMatch(/changed on|committed on/);
    expect(summary).toContain("no answer to **8 of 28** questions asked here, in 8 conversations.");
    expect(outputs["nextPrompt"]).not.toBe("");
  });

  test.each([
    [
      "below the folder of docs.json",
      "/",
      { "docs/docs.json": {}, [`docs/${file}`]: {}, [`es/${file}`]: {} },
    ],
    ["below the root of mint.json", "/", { "mint.json": {}, [file]: {}, [`es/${file}`]: {} }],
    ["as an index", "/", { "mint.json": {}, "guides/webhooks/index.md": {} }],
    ["below the site's own path", "/help", { "mint.json": {}, [file]: {} }],
  ])("is found %s", async (_, path, files) => {
    const gitHub = mergedDocs(files);
    gitHub.tree.delete("docs.json");
    const { summary } = await report({ gitHub, with: { "site-url": `https://docs.example.com${path}` } });
    expect(section(summary, "Changed since")).toContain(" was changed on 3 Nov");
  });
});

test("reports on code count since the change, votes always", async () => {
  const said = {
    reports: [
      ...reported("/sdks/python", "2026-10-28", "2026-10-29", "2026-11-11"),
      ...reported("/guides/webhooks", "2026-10-28", "2026-11-11", "2026-11-12"),
    ],
    votes: [
      { path: "/guides/billing", thumbsUp: 3, thumbsDown: 11 },
      { path: "/start", thumbsUp: 60, thumbsDown: 30 },
    ],
  };
  const gitHub = mergedDocs({
    "sdks/python.mdx": {},
    [file]: { sha: "w" },
    "guides/billing.mdx": { sha: "b" },
  });
  gitHub.pulls.set("acme/docs#42", { state: "closed", merged_at: on3Nov, merge_commit_sha: "w" });
  gitHub.pulls.set("acme/docs#43", { state: "closed", merged_at: on3Nov, merge_commit_sha: "b" });
  const { summary } = await report({ gitHub, said });
  expect(section(summary, "Changed since")).toContain(
    `- \`/sdks/python\` was changed on 3 Nov (${link}). **No change yet:** 1 report on its code examples in 12 days since, 2 in the 78 before.`,
  );
  const next = section(summary, "What to document next");
  expect(next).toMatch(
    /\*\*2 reports\*\* on its code examples since it was changed on 3 Nov \(.*\), all open\./,
  );
  expect(next).toMatch(
    /\*\*11 of 14\*\* votes .* It was changed on 3 Nov \(.*\); older votes still count\.$/m,
  );
});

describe("a pull request of the agent that was closed", () => {
  const refused = { state: "closed", author: "mintlify[bot]", closed_at: on3Nov } as const;
  test.each<[string, FakePull, boolean]>([
    ["for the page", refused, true],
    ["a month ago", { ...refused, closed_at: "2026-10-19T08:59:59Z" }, false],
    ["with a merge", { ...refused, merged_at: on3Nov }, false],
    ["by somebody else", { ...refused, author: "octocat" }, false],
    ["for another page", { ...refused, files: [{ filename: "start.mdx", status: "modified" }] }, false],
  ])("keeps the page out of the prompt, and the row says so: %s", async (_, pull, isKept) => {
    const gitHub = docs({ [file]: { date: "2026-01-01T00:00:00Z" } });
    const files = [{ filename: file, status: "modified" }];
    gitHub.pulls.set("acme/docs#46", { created_at: "2026-11-01T09:00:00Z", files, ...pull });
    // Of two, the newest is named.
    if (isKept) gitHub.pulls.set("acme/docs#40", { created_at: "2026-10-28T09:00:00Z", files, ...pull });
    const { summary, outputs } = await report({ gitHub });
    const sentence =
      "read it this week. [#46](<https://github.com/acme/docs/pull/46>) for it was closed on 3 Nov.";
    expect(section(summary, "What to document next")?.includes(sentence)).toBe(isKept);
    expect([outputs["nextCount"], outputs["nextPrompt"] === ""]).toEqual(["1", isKept]);
  });
});

describe("a page that nobody has changed for a year", () => {
  const onIssue = { "issue-number": "7", comment: "new" };
  const old = {
    "more/0.mdx": { date: "2025-11-15T01:00:00Z" },
    "more/1.mdx": { date: "2025-11-15T09:00:00Z" },
  };
  const sentence = "`/more/0`: 675 people read it this week, and its file is from 15 Nov 2025.";

  test("is the oldest of those that were looked at, with a command and a prompt", async () => {
    const gitHub = docs({ ...old, "start.mdx": { date: on3Nov } });
    const { summary, outputs } = await report({ gitHub, said: {}, with: onIssue });
    expect(section(summary, "What to document next")).toContain(`\n- ${sentence}`);
    expect(summary).not.toContain("/more/1`: 675 people");
    const evidence = {
      kind: "unchanged",
      path: "/more/0",
      human: 675,
      ai: 0,
      committedAt: "2025-11-15T01:00:00Z",
    };
    expect(JSON.parse(outputs["next"] ?? "")).toEqual([evidence]);
    const prompt = "Check /more/0 against the code, and correct what differs. Change nothing else.";
    expect(outputs).toMatchObject({
      nextPrompt: prompt,
      message: expect.stringContaining("1 page wants work."),
    });
  });

  test.each<[string, FakeGitHub, Given]>([
    ["without a comment, which remembers it", docs(old), {}],
    ["after exactly a year", docs({ "more/1.mdx": { date: "2025-11-16T00:00:00Z" } }), { with: onIssue }],
    ["on one of two sites", docs({ ...old, "x/docs.json": {} }), { with: onIssue }],
    [
      "where three rows stand",
      docs(old),
      { with: onIssue, said: { questions: ["/a", "/b", "/c"].flatMap((page) => asked(page, early, 8, 10)) } },
    ],
  ])("is not shown %s", async (_, gitHub, given) => {
    const pages = ["/a", "/b", "/c"].map((path) => ({ path, human: 675, ai: 0, total: 675 }));
    const { summary } = await report({ said: {}, gitHub, pages, ...given });
    expect(summary).not.toContain("its file is from");
  });
});

describe("requests to GitHub", () => {
  test("are none without docs-repository, and at most fifteen with it", async () => {
    const pages = Array.from({ length: 12 }, (_, index) => `/more/${index}`);
    const all = { questions: pages.flatMap((page) => asked(page, early, 8, 10)) };
    const files = pages.map((page) => `${page.slice(1)}.mdx`);
    const gitHub = docs(Object.fromEntries(files.map((path) => [path, { date: on3Nov }])));
    for (const number of [44, 43, 42, 41]) {
      const closed: FakePull = { state: "closed", author: "mintlify[bot]", closed_at: on3Nov };
      gitHub.pulls.set(`acme/docs#${number}`, closed);
    }
    const without = await report({ gitHub, said: all, with: { "docs-repository": "" } });
    expect(toGitHub(without.requests)).toEqual([]);
    const { requests } = await report({ gitHub, said: all });
    expect(toGitHub(requests).map((one) => one.replace(/\?.*/, ""))).toEqual([
      ...["GitHub GET /git/trees/HEAD", "GitHub GET /pulls"],
      ...Array.from({ length: 10 }, () => "GitHub GET /commits"),
      ...[44, 43, 42].map((number) => `GitHub GET /pulls/${number}/files`),
    ]);
  });

  test.each([
    [1, true],
    [2, false],
  ])("for commits of which %i of four fail: changes are told: %s", async (times, isTold) => {
    const pages = ["more/1.mdx", "more/2.mdx", "more/3.mdx"];
    const gitHub = mergedDocs({
      [file]: {},
      ...Object.fromEntries(pages.map((path) => [path, { sha: path }])),
    });
    gitHub.refuse({ path: /^\/commits\?.*more/, times, status: 502 });
    const { summary } = await report({ gitHub });
    expect(summary.includes("### Changed since")).toBe(isTold);
    expect(summary).toContain("Not read: the documentation's changed pages (HTTP 502)");
  });

  const refusals: [string, Omit<Refusal, "path">, string][] = [
    ["403", { status: 403 }, "HTTP 403"],
    ["429", { status: 429, headers: { "retry-after": "1", "x-ratelimit-remaining": "0" } }, "HTTP 429"],
    ["no answer", { error: new Error("socket hang up") }, ""],
  ];
  const parts: [RegExp, string][] = [
    [/^\/git\/trees/, "the documentation's changed pages"],
    [/^\/commits/, "the documentation's changed pages"],
    [/^\/pulls/, "the documentation's pull requests"],
  ];
  const cases = parts.flatMap(([path, part]) => refusals.map((refusal) => [path, part, ...refusal] as const));
  test.each(cases)("to %s that fail leave the report without %s: %s", async (path, part, _, refusal, why) => {
    const gitHub = docs({ [file]: { date: on3Nov } });
    gitHub.refuse({ path, ...refusal });
    const { summary, outputs, exitCode, requests } = await report({ gitHub });
    expect([exitCode, outputs["reason"]]).toEqual([0, ""]);
    expect(summary).toContain(`Not read: ${part} (${why}`);
    const asked = toGitHub(requests).map((one) => one.replace("GitHub GET ", ""));
    expect(asked.filter((one) => path.test(one))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(3);
    if (part.endsWith("pages")) expect(outputs["nextCount"]).toBe("1");
    else expect(summary).not.toContain("The agent's pull requests");
  });

  test.each([/^\/git\/trees/, /^\/commits/, /^\/pulls/])(
    "end after ten seconds together: %s",
    async (path) => {
      const gitHub = docs({ [file]: { date: on3Nov } });
      let clock: FakeClock | undefined;
      gitHub.refuse({ path, meanwhile: () => queueMicrotask(() => clock?.advance(10_000)) });
      // The service's answer takes a second, in which the run's clock is found.
      const found = (its: FakeClock) => {
        clock = its;
      };
      const run = await report({ gitHub, reply: { ms: 1000 }, onSecond: found });
      expect(run.summary).toMatch(/Not read: .* \(no answer in ten seconds\)/);
      expect(run.outputs).toMatchObject({ result: "reported", nextCount: "1" });
    },
  );

  test("say what else keeps them from an answer: a list that was cut, another shape, no token", async () => {
    const gitHub = docs({ [file]: { date: on3Nov } });
    gitHub.isTreeCut = true;
    const cut = await report({ gitHub });
    expect(cut.summary).toContain("Not read: the documentation's changed pages (too many files)");
    expect(cut.outputs["nextCount"]).toBe("1");
    const without = await report({ gitHub, with: { "github-token": "" } });
    expect(without.summary).toContain(
      "Not read: the documentation's changed pages and the documentation's pull requests (`github-token` is empty)",
    );
  });
});

describe("the agent's pull requests", () => {
  /** Pull requests of the agent, opened so many days ago, the newest first. */
  const opened = (...pulls: readonly (FakePull & { ago: number; after?: number })[]): FakeGitHub => {
    const gitHub = docs();
    const at = (ago: number) => new Date(Date.parse("2026-11-16T09:00:00Z") - ago * 86_400_000).toISOString();
    for (const [index, { ago, after, ...pull }] of pulls.entries())
      gitHub.pulls.set(`acme/docs#${900 - index}`, {
        ...{ author: "mintlify[bot]", title: "@octo <img src=x>", created_at: at(ago) },
        ...(after === undefined ? {} : { state: "closed", merged_at: at(ago - after) }),
        ...pull,
      });
    return gitHub;
  };
  const merged = (ago: number, after: number) => ({ ago, after });
  const closed = (ago: number) => ({ ago, state: "closed" }) as const;
  const other = { ago: 1, author: "octocat" };
  const link = (number: number) => `[#${number}](<https://github.com/acme/docs/pull/${number}>)`;

  test.each<[string, FakeGitHub, string, string?]>([
    ["none", opened(other, closed(29)), "None in 28 days."],
    [
      "one that waits",
      opened({ ago: 7 }),
      `1 in 28 days: open. Merge or close ${link(900)}: it has waited for 7 days.`,
      "Merge or close docs pull request 900: it has waited for 7 days.",
    ],
    ["one that does not wait yet", opened({ ago: 6.9 }), "1 in 28 days: open."],
    [
      "all ends",
      opened(other, ...[1, 3, 12].map((after) => merged(14, after)), closed(20), { ago: 21 }, merged(29, 1), {
        ago: 45,
      }),
      `5 in 28 days: 3 merged, typically within 3 days, 1 closed, 1 open. Merge or close ${link(893)}: it has waited for 45 days. 1 more for over a week.`,
      "Merge or close docs pull request 893: it has waited for 45 days.",
    ],
    [
      "an even number of merges",
      opened(...[1, 2, 9, 12].map((after) => merged(14, after))),
      "4 in 28 days: 4 merged, typically within 2 days.",
    ],
    ["one that was merged at once", opened(merged(2, 0.01)), "1 in 28 days: merged within 1 day."],
    [
      "a hundred that go back twelve days",
      opened(merged(3, 1), ...Array.from({ length: 98 }, () => other), { ...other, ago: 12.5 }),
      "1 in 12 days: merged within 1 day.",
    ],
    [
      "a hundred of this day",
      opened(...Array.from({ length: 100 }, () => ({ ...other, ago: 0.1 }))),
      "None in 1 day.",
    ],
  ])("are counted: %s", async (_, gitHub, text, waits) => {
    const { summary, outputs } = await report({ gitHub, said: {} });
    expect(section(summary, "The agent's pull requests")).toBe(text);
    expect(outputs["digest"]).not.toContain("octo");
    // Who has to decide about a pull request is needed.
    const call = waits ?? "Nothing needs you this week.";
    for (const output of ["message", "digest"]) expect(outputs[output]).toContain(`, no AI. ${call}`);
  });
});
