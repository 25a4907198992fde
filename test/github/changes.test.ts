import { describe, expect, test } from "vitest";
import {
  type Changes,
  type DiffSource,
  fetchChanges,
  packageOf,
} from "../../src/github/changes.ts";
import { clientOf, type FakeFile, FakeGitHub } from "./fake-github.ts";
import { FakeRepository } from "./fake-repository.ts";

const [before, after] = ["a".repeat(40), "b".repeat(40)];

/** The changes of a source or why there are none, and the requests for them. */
async function changesOf(fake: FakeGitHub, source: DiffSource) {
  const { gitHub, requests } = clientOf(fake);
  let [changes, error]: [Changes?, unknown?] = [];
  try {
    changes = await fetchChanges(source, gitHub);
  } catch (thrown) {
    error = thrown;
  }
  return { changes, error, requests };
}

/** The request for a page of a list. */
const pageOf = (list: string, page: number) =>
  `GitHub GET /${list}?per_page=100${page === 1 ? "" : `&page=${page}`}`;
const pullRequest = (more: object = {}): DiffSource => ({
  kind: "pull-request",
  number: 7,
  ...more,
});
const release = (prerelease = false): DiffSource => ({
  kind: "release",
  tag: "v2.0.0",
  prerelease,
});
const range = (from: string, to: string): DiffSource => ({ kind: "range", base: from, head: to });

function modified(count: number): FakeFile[] {
  return Array.from({ length: count }, (_, index) => ({
    filename: `src/${index}.ts`,
    status: "modified",
    patch: `+${index}`,
  }));
}

describe("the changes of a pull request", () => {
  test.each([
    [2999, true, 30],
    [3000, false, 30],
  ])(
    "take a request for each hundred, and are complete below 3,000: %i",
    async (count, complete, pages) => {
      const fake = new FakeGitHub();
      fake.files = modified(count);
      const { changes, requests } = await changesOf(
        fake,
        pullRequest({ fromEvent: true, headSha: before }),
      );
      const compared = { kind: "pull-request", number: 7 };
      expect(changes).toMatchObject({ compared, headSha: before, complete });
      expect(requests).toEqual(
        Array.from({ length: pages }, (_, index) => pageOf("pulls/7/files", index + 1)),
      );
      expect(new Set(changes?.files.map(({ path }) => path)).size).toBe(count);
    },
  );

  test("name the event's head, and what each file was", async () => {
    const fake = new FakeGitHub();
    fake.files = [
      { filename: "gone.ts", status: "removed" },
      { filename: "new.ts", previous_filename: "old.ts", status: "renamed", patch: "-1\n+2" },
      { filename: "logo.png", status: "added" },
    ];
    const { changes } = await changesOf(fake, pullRequest({ headSha: after }));
    expect(changes).toMatchObject({
      headSha: after,
      files: [
        { path: "gone.ts", patch: "" },
        { path: "new.ts", previousPath: "old.ts", status: "renamed", patch: "-1\n+2" },
        { path: "logo.png", previousPath: undefined, status: "added", patch: "" },
      ],
    });
  });

  test("of an issue are none, but a pull request of the event that is not found is an error", async () => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /files/, status: 404 });
    expect(await changesOf(fake, pullRequest())).toMatchObject({ changes: undefined });
    expect((await changesOf(fake, pullRequest({ fromEvent: true }))).error).toMatchObject({
      status: 404,
    });
  });
});

describe("the package of a tag", () => {
  test.each([
    ["v2.0.0", ""],
    ["1.4", ""],
    ["v2.0.0-rc.1", ""],
    ["v7", ""],
    ["2026-11-23", ""],
    ["client-1.4.0", "client-"],
    ["client-v1.4.0-rc.1", "client-"],
    ["packages/client/v1.4.0", "packages/client/"],
    ["client-12", "client-"],
    ["V1.3.0", ""],
    ["release-2026-11-16", "release-"],
    ["@acme/client@1.4.0", "@acme/client@"],
    ["python3-sdk/v1.4.0", "python3-sdk/"],
    ["build-42", "build-"],
    ["Borealis", ""],
  ])("is what stands in front of the version: %s", (tag, expected) => {
    expect(packageOf(tag)).toBe(expected);
  });
});

describe("the changes of a release", () => {
  const compared = (from: string) => ({ compared: { kind: "range", base: from, head: "v2.0.0" } });

  test("are those since the newest published release below it that is its ancestor", async () => {
    const fake = new FakeGitHub();
    fake.releases = [
      { tag_name: "v3.0.0" },
      { tag_name: "v2.0.0" },
      { tag_name: "v1.2.0", draft: true },
      // Of another package of a monorepo.
      { tag_name: "client-1.1.0" },
      // Moves along, and so hides what came before it.
      { tag_name: "latest" },
      // Of the same commit.
      { tag_name: "v1.1.1" },
      { tag_name: "v1.0.1" },
      { tag_name: "v1.1.0" },
      { tag_name: "v1.0.0" },
    ];
    fake.comparisons.set("client-1.1.0...v2.0.0", { files: modified(1) });
    fake.comparisons.set("latest...v2.0.0", { files: modified(1) });
    fake.comparisons.set("v1.1.1...v2.0.0", { status: "identical" });
    fake.comparisons.set("v1.0.1...v2.0.0", { status: "diverged" });
    fake.comparisons.set("v1.1.0...v2.0.0", { files: modified(2) });
    const { changes, requests } = await changesOf(fake, release());
    expect(changes).toMatchObject({ ...compared("v1.1.0"), files: [{}, {}] });
    expect(requests).toEqual([
      pageOf("releases", 1),
      "GitHub GET /compare/v1.1.1...v2.0.0",
      "GitHub GET /compare/v1.0.1...v2.0.0",
      "GitHub GET /compare/v1.1.0...v2.0.0",
    ]);
  });

  test("skip pre-releases when it is stable, and count them when it is one", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v2.0.0-rc.1", prerelease: true }, { tag_name: "v1.0.0" }];
    fake.comparisons.set("v2.0.0-rc.1...v2.0.0", {});
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.0.0"));
    expect((await changesOf(fake, release(true))).changes).toMatchObject(compared("v2.0.0-rc.1"));
  });

  test("skip a release whose tag is gone, and are none where no other is an ancestor", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v1.1.0" }, { tag_name: "v1.0.0" }];
    expect((await changesOf(fake, release())).error).toMatchObject({ status: 404 });
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    expect((await changesOf(fake, release())).changes).toMatchObject({
      ...compared("v1.0.0"),
      files: [],
    });
    fake.comparisons.set("v1.0.0...v2.0.0", { status: "diverged" });
    expect(await changesOf(fake, release())).toMatchObject({ changes: undefined });
    fake.refuse({ path: /v1\.1\.0/, status: 403 });
    expect((await changesOf(fake, release())).error).toMatchObject({ status: 403 });
  });

  test("are none when none of the ten before it is an ancestor, those of its own commit included", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v2.0.0" }];
    for (let minor = 12; minor > 0; minor--) {
      const status = minor > 8 ? "identical" : minor > 2 ? "diverged" : "ahead";
      fake.releases.push({ tag_name: `v1.${minor}.0` });
      fake.comparisons.set(`v1.${minor}.0...v2.0.0`, { status });
    }
    const { changes, error, requests } = await changesOf(fake, release());
    expect([changes, error, requests.length]).toEqual([undefined, undefined, 11]);
    fake.comparisons.set("v1.3.0...v2.0.0", {});
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.3.0"));
  });

  test.each([
    [75, 1],
    [95, 2],
  ])("skip %i pre-releases that are newer, over %i pages", async (count, pages) => {
    const fake = new FakeGitHub();
    const stable = Array.from({ length: 10 }, (_, index) => ({ tag_name: `v1.0.${10 - index}` }));
    const candidate = { tag_name: "v1.1.0-rc.1", prerelease: true };
    fake.releases = [...Array.from({ length: count }, () => candidate), ...stable];
    fake.comparisons.set("v1.0.10...v2.0.0", { files: modified(2) });
    const { changes, requests } = await changesOf(fake, release());
    expect(changes).toMatchObject(compared("v1.0.10"));
    expect(requests).toEqual([
      ...Array.from({ length: pages }, (_, index) => pageOf("releases", index + 1)),
      "GitHub GET /compare/v1.0.10...v2.0.0",
    ]);
  });

  test("are those since the one before it, also where a page of newer ones comes first", async () => {
    const fake = new FakeGitHub();
    const newer = Array.from({ length: 100 }, (_, index) => ({ tag_name: `v3.${100 - index}.0` }));
    fake.releases = [...newer, { tag_name: "v2.0.0" }, { tag_name: "v1.0.0" }];
    fake.comparisons.set("v1.0.0...v2.0.0", { files: modified(2) });
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.0.0"));
  });
});

describe("the changes of a range", () => {
  test("take one request, and name the commit where the range does", async () => {
    const fake = new FakeGitHub();
    const commits = ["Older\n\nWhy", "Newer"];
    fake.comparisons.set(`${before}...${after}`, { files: modified(3), commits });
    const { changes, requests } = await changesOf(fake, range(before, after));
    expect(changes).toMatchObject({
      ...{ titles: ["Newer", "Older"], totalCommits: 2 },
      ...{ compared: range(before, after), headSha: after, complete: true },
      files: [{ path: "src/0.ts", patch: "+0" }, {}, {}],
    });
    expect(requests).toEqual([`GitHub GET /compare/${before}...${after}`]);
  });

  test("ask for refs with slashes and other characters as one part of the path", async () => {
    const { requests } = await changesOf(new FakeGitHub(), range("feature/a#1", "ünder?/b%2F"));
    expect(requests).toEqual(["GitHub GET /compare/feature%2Fa%231...%C3%BCnder%3F%2Fb%252F"]);
  });

  test.each([
    [299, true],
    [300, false],
  ])("are complete below the 300 files that GitHub lists: %i", async (count, complete) => {
    const fake = new FakeGitHub();
    fake.comparisons.set("main...next", { files: modified(count) });
    expect((await changesOf(fake, range("main", "next"))).changes).toMatchObject({ complete });
  });
});

describe("where a branch stood a week ago", () => {
  const day = 86_400_000;
  const week = Date.UTC(2026, 0, 5, 12);

  function repositoryAt(fake: FakeGitHub, days: number) {
    fake.now = () => week - days * day;
    return new FakeRepository(fake, "acme/site", { "README.md": "# Site" });
  }

  test("counts a branch that was merged since, however old its commits are", async () => {
    const fake = new FakeGitHub();
    const code = repositoryAt(fake, 30);
    code.push("feature", { "a.ts": "1" });
    fake.now = () => week - 10 * day;
    const before = code.push("main", { "b.ts": "1" }).after;
    fake.now = () => week + day;
    code.push("feature", { "a.ts": "2" });
    code.push("main", { "b.ts": "2" });
    fake.now = () => week + 2 * day;
    const head = code.merge("feature").after;
    const { gitHub } = clientOf(fake);
    expect(await gitHub.beforeTime(head, week)).toBe(before);
    expect(await gitHub.beforeTime(before, week)).toBe(before);
  });

  test("is its first commit where all are younger", async () => {
    const fake = new FakeGitHub();
    const code = repositoryAt(fake, -1);
    const first = code.head("main");
    const head = code.push("main", { "a.ts": "1" }).after;
    const { gitHub } = clientOf(fake);
    expect(await gitHub.beforeTime(head, week)).toBe(first);
  });
});
