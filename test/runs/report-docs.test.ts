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
type Given = Scenario & { said?: Said; reply?: Reply };

/** A report on a steady week of a site whose documentation is in acme/docs. */
function report({ said = { questions: webhooks }, reply, with: inputs, ...given }: Given = {}) {
  const names = ["/guides/webhooks", "/guides/billing", "/sdks/python", "/start"];
  const more = Array.from({ length: 12 }, (_, index) => `/more/${index}`);
  const rows = [...names, ...more].map((path) => ({ path, human: 675, ai: 0, total: 675 }));
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
  for (const [path, commit] of Object.entries(files)) gitHub.tree.set(path, commit);
  return gitHub;
}

const section = (text: string, name: string) =>
  new RegExp(`^### ${name}\\n\\n(.*?)\\n\\n(?=[#|])`, "ms").exec(text)?.[1];
const toGitHub = (requests: readonly string[]) => requests.filter((one) => one.startsWith("GitHub"));

const on3Nov = "2026-11-03T08:00:00Z";
const file = "guides/webhooks.mdx";
const link = "[#41](<https://github.com/acme/docs/pull/41>)";

describe("a page with unanswered questions that was changed", () => {
  test("leaves what to document next once too few are unanswered since", async () => {
    const gitHub = docs({ [file]: { date: on3Nov, message: "Explain retries (#41)\n\nMore." } });
    const { summary, outputs } = await report({ gitHub });
    expect(section(summary, "Changed since")).toBe(
      `- \`/guides/webhooks\` was changed on 3 Nov (${link}). Unanswered before: 7 of 19 questions; since: 1 of 9.`,
    );
    expect(outputs).toMatchObject({ next: "[]", nextCount: "0", nextPrompt: "" });
    expect(summary).not.toContain("### What to document next");
    expect(outputs["message"]).toContain("Nothing needs you");
  });

  test("stays there with what was said since", async () => {
    const still = [...webhooks, ...asked("/guides/webhooks", late, 6, 6)];
    const gitHub = docs({ [file]: { date: on3Nov, message: "Explain retries (#41)" } });
    const { summary, outputs } = await report({ gitHub, said: { questions: still } });
    expect(section(summary, "What to document next")).toContain(
      `the assistant had no answer to **7 of 15** questions asked here since it was changed on 3 Nov (${link}), in 7 conversations.`,
    );
    expect(section(summary, "Changed since")).toBeUndefined();
    const row = { kind: "asked-unanswered", path: "/guides/webhooks", human: 675, ai: 0 };
    expect(JSON.parse(outputs["next"] ?? "")).toEqual([
      { ...row, unanswered: 7, asked: 15, conversations: 7 },
    ]);
    expect(outputs["nextPrompt"]).toContain("/guides/webhooks");
  });

  const sha = "c0ffee";
  test.each<[string, Record<string, Parameters<FakeGitHub["tree"]["set"]>[1]>]>([
    ["before the days of the signals", { [file]: { date: "2026-08-17T00:00:00Z" } }],
    ["in the future", { [file]: { date: "2026-11-16T09:00:01Z" } }],
    ["at a time that cannot be read", { [file]: { date: "yesterday" } }],
    ["at no time", { [file]: {} }],
    ["by a merge", { [file]: { date: on3Nov, parents: 2 } }],
    ["in no file", { "guides/webhooks/more.mdx": { date: on3Nov } }],
    ["in one of two files", { [file]: { date: on3Nov }, [`es/${file}`]: { date: on3Nov } }],
    [
      "by a sweep",
      Object.fromEntries(
        [file, "sdks/python.mdx", "guides/billing.md"].map((path) => [path, { date: on3Nov, sha }]),
      ),
    ],
  ])("is judged on everything if it was changed %s", async (_, files) => {
    const all = [
      ...webhooks,
      ...["/guides/billing", "/sdks/python"].flatMap((page) => asked(page, early, 8, 10)),
    ];
    const { summary, outputs } = await report({ gitHub: docs(files), said: { questions: all } });
    expect(summary).not.toContain("changed on");
    expect(summary).toContain("no answer to **8 of 28** questions asked here, in 8 conversations.");
    expect(outputs["nextPrompt"]).not.toBe("");
  });

  test.each([
    [
      "below the folder of docs.json",
      "/",
      { "docs/docs.json": {}, [`docs/${file}`]: {}, [`docs/es/${file}`]: {} },
    ],
    ["below the root of mint.json", "/", { "mint.json": {}, [file]: {}, [`es/${file}`]: {} }],
    ["as an index", "/", { "guides/webhooks/index.md": {} }],
    ["below the site's own path", "/help", { "docs.json": {}, [file]: {} }],
  ])("is found %s", async (_, path, files) => {
    const gitHub = docs(files);
    for (const path of gitHub.tree.keys()) gitHub.tree.set(path, { date: on3Nov });
    const { summary } = await report({ gitHub, with: { "site-url": `https://docs.example.com${path}` } });
    expect(section(summary, "Changed since")).toContain(" was changed on 3 Nov. Unanswered");
  });

  test.each([
    ["Fix @octo ](https://evil.example) <img src=x> (#41)", `(${link})`],
    ["Fix (#41) ::error::x", ""],
    ["Fix acme/other#41", ""],
    ["Fix (#0041000000000)", ""],
    ["x\n(#41)", ""],
    ["", ""],
  ])(
    "names of its commit only the day and the number at the end of its first line: %j",
    async (message, number) => {
      const gitHub = docs({ [file]: { date: on3Nov, message } });
      const { summary } = await report({ gitHub });
      expect(section(summary, "Changed since")).toBe(
        `- \`/guides/webhooks\` was changed on 3 Nov${number && ` ${number}`}. Unanswered before: 7 of 19 questions; since: 1 of 9.`,
      );
    },
  );
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
  const pages = ["sdks/python.mdx", file, "guides/billing.mdx"];
  const gitHub = docs(Object.fromEntries(pages.map((path) => [path, { date: on3Nov }])));
  const { summary } = await report({ gitHub, said });
  expect(section(summary, "Changed since")).toBe(
    "- `/sdks/python` was changed on 3 Nov. Open reports on its code examples before: 2; since: 1.",
  );
  const next = section(summary, "What to document next");
  expect(next).toContain("**2 reports** on its code examples since it was changed on 3 Nov, all open.");
  expect(next).toMatch(/\*\*11 of 14\*\* votes .* It was changed on 3 Nov; older votes still count\.$/m);
});

describe("requests to GitHub", () => {
  test("are none without docs-repository, and at most fifteen with it", async () => {
    const pages = Array.from({ length: 12 }, (_, index) => `/more/${index}`);
    const all = { questions: pages.flatMap((page) => asked(page, early, 8, 10)) };
    const gitHub = docs(Object.fromEntries(pages.map((page) => [`${page.slice(1)}.mdx`, { date: on3Nov }])));
    const without = await report({ gitHub, said: all, with: { "docs-repository": "" } });
    expect(toGitHub(without.requests)).toEqual([]);
    const { requests } = await report({ gitHub, said: all });
    expect(toGitHub(requests).map((one) => one.replace(/\?.*/, ""))).toEqual([
      ...["GitHub GET /git/trees/HEAD", "GitHub GET /pulls"],
      ...Array.from({ length: 10 }, () => "GitHub GET /commits"),
    ]);
  });

  const refusals: [string, Omit<Refusal, "path">, string][] = [
    ...[403, 404, 500, 503].map((status): [string, Omit<Refusal, "path">, string] => [
      ...([`${status}`, { status }, `HTTP ${status}`] as const),
    ]),
    ["429", { status: 429, headers: { "retry-after": "1", "x-ratelimit-remaining": "0" } }, "HTTP 429"],
    ["403 of a rate limit", { status: 403, headers: { "x-ratelimit-remaining": "0" } }, "HTTP 403"],
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
      `1 in 28 days: 1 open. ${link(900)} has waited for 7 days.`,
      "Merge or close docs pull request 900: it has waited for 7 days.",
    ],
    ["one that does not wait yet", opened({ ago: 6.9 }), "1 in 28 days: 1 open."],
    [
      "all ends",
      opened(other, ...[1, 3, 12].map((after) => merged(14, after)), closed(20), { ago: 21 }, merged(29, 1), {
        ago: 45,
      }),
      `5 in 28 days: 3 merged (half of them within 3 days), 1 closed, 1 open. ${link(893)} has waited for 45 days. 1 more for over a week.`,
      "Merge or close docs pull request 893: it has waited for 45 days.",
    ],
    ["one that was merged at once", opened(merged(2, 0.01)), "1 in 28 days: 1 merged (within 1 day)."],
    [
      "a hundred that go back twelve days",
      opened(merged(3, 1), ...Array.from({ length: 98 }, () => other), { ...other, ago: 12.5 }),
      "1 in 12 days: 1 merged (within 1 day).",
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
