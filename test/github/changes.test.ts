import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Changes, type DiffSource, diffTrees, fetchChanges } from "../../src/github/changes.ts";
import type { ChangedFile, Tree } from "../../src/github/client.ts";
import { runs } from "../runs.ts";
import { clientOf, type FakeFile, FakeGitHub } from "./fake-github.ts";

const [before, after, base] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];

/** The changes of a source or why there are none, and the requests for them. */
async function changesOf(fake: FakeGitHub, source: DiffSource, stopReading = new AbortController().signal) {
  const { gitHub, requests } = clientOf(fake, { stopReading });
  let changes: Changes | undefined;
  let error: unknown;
  try {
    changes = await fetchChanges(source, gitHub);
  } catch (thrown) {
    error = thrown;
  }
  return { changes, error, requests };
}

const pullRequest = (more: object = {}): DiffSource => ({
  ...{ kind: "pull-request", number: 7, head: undefined, ...more },
});
const push = (more: object = {}): DiffSource => ({
  ...{ kind: "push", before, after, forced: false, defaultBranch: "main", ...more },
});
const release = (prerelease = false): DiffSource => ({ kind: "release", tag: "v2.0.0", prerelease });
const range = (from: string, to: string): DiffSource => ({ kind: "range", base: from, head: to });

/** Modified files, with the address that names the commit. */
function modified(count: number, sha = after): FakeFile[] {
  return Array.from({ length: count }, (_, index) => ({
    filename: `src/${index}.ts`,
    status: "modified",
    patch: `+${index}`,
    contents_url: `https://api.github.com/repos/acme/site/contents/src/${index}.ts?ref=${sha}`,
  }));
}

/** A tree of these files, each with its own content. */
function tree(count: number, version: string): Record<string, [string, string]> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`src/${index}.ts`, ["100644", `${version}${index}`]]),
  );
}

describe("the changes of a pull request", () => {
  test("take one request, and name the commit that the files were read at", async () => {
    const fake = new FakeGitHub();
    fake.files = modified(100);
    const head = { sha: before, fork: "octo/site" };
    const { changes, requests } = await changesOf(fake, pullRequest({ fromEvent: true, head }));
    expect(changes).toMatchObject({
      ...{ compared: { kind: "pull-request", number: 7 }, headSha: after, fromFork: "octo/site" },
      complete: true,
    });
    expect(changes).toHaveProperty("files.length", 100);
    expect(requests).toEqual(["GitHub GET /pulls/7/files?per_page=100&page=1"]);
  });

  test("name the event's head where the files do not say", async () => {
    const fake = new FakeGitHub();
    fake.files = [{ filename: "gone.ts", status: "removed", contents_url: `https://x/gone.ts?ref=${base}` }];
    const { changes } = await changesOf(fake, pullRequest({ head: { sha: after, fork: undefined } }));
    expect(changes).toMatchObject({ headSha: after, files: [{ path: "gone.ts", patch: "" }] });
  });

  test("keep renames, binary files and submodules apart", async () => {
    const fake = new FakeGitHub();
    fake.files = [
      { filename: "new.ts", previous_filename: "old.ts", status: "renamed" },
      { filename: "logo.png", status: "added" },
      { filename: "lib", status: "modified", patch: "-Subproject commit 1\n+Subproject commit 2" },
    ];
    const { changes } = await changesOf(fake, pullRequest());
    expect(changes).toHaveProperty("files", [
      { path: "new.ts", previousPath: "old.ts", status: "renamed", patch: "" },
      { path: "logo.png", previousPath: undefined, status: "added", patch: "" },
      { path: "lib", previousPath: undefined, status: "modified", patch: fake.files[2]?.patch },
    ]);
  });

  test("come with every page, read at the same time", async () => {
    const fake = new FakeGitHub();
    fake.files = modified(250);
    const { changes, requests } = await changesOf(fake, pullRequest());
    expect(changes).toMatchObject({ complete: true });
    expect(changes).toHaveProperty(
      "files",
      fake.files.map(({ filename, patch }) => expect.objectContaining({ path: filename, patch })),
    );
    expect(requests).toHaveLength(3);
  });

  test("beyond the 3,000 that GitHub lists are found in the trees", async () => {
    const fake = new FakeGitHub();
    fake.files = modified(3000);
    fake.pulls.set("acme/site#7", { base, head: after });
    fake.comparisons.set(`${base}...${after}`, { mergeBase: before });
    fake.trees.set(before, { files: tree(3001, "old") });
    fake.trees.set(after, { files: tree(3001, "new") });
    const { changes, requests } = await changesOf(fake, pullRequest());
    expect(changes).toMatchObject({ complete: true });
    expect(changes).toHaveProperty("files.length", 3001);
    expect(changes).toHaveProperty("files[3000]", {
      ...{ path: "src/3000.ts", previousPath: undefined, status: "modified", patch: "" },
    });
    expect(requests).toHaveLength(34);
  });

  test("of an issue are none, but a pull request of the event that is not found is an error", async () => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /files/, status: 404 });
    expect(await changesOf(fake, pullRequest())).toMatchObject({ changes: undefined, error: undefined });
    expect((await changesOf(fake, pullRequest({ fromEvent: true }))).error).toMatchObject({ status: 404 });
  });
});

describe("the changes of a push", () => {
  test("are those since the commit before", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set(`${before}...${after}`, { files: modified(3) });
    const { changes, requests } = await changesOf(fake, push());
    expect(changes).toMatchObject({
      compared: { kind: "range", base: before, head: after },
      ...{ headSha: after, fromFork: undefined, complete: true },
      files: [{ path: "src/0.ts", patch: "+0" }, {}, {}],
    });
    expect(requests).toEqual([`GitHub GET /compare/${before}...${after}?per_page=1`]);
  });

  test.each([
    ["a new branch", { before: undefined }, 1],
    ["a forced push whose commit before is gone", { forced: true }, 2],
  ])("of %s are those against the default branch", async (_, more, count) => {
    const fake = new FakeGitHub();
    fake.comparisons.set(`main...${after}`, { files: modified(1) });
    const { changes, requests } = await changesOf(fake, push(more));
    expect(changes).toMatchObject({ compared: { base: "main", head: after }, files: [{}] });
    expect(requests).toHaveLength(count);
  });

  test("name its head also when there are none", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set(`${before}...${after}`, { status: "identical" });
    expect((await changesOf(fake, push())).changes).toMatchObject({ headSha: after, files: [] });
  });

  test("of a new default branch are none", async () => {
    const { changes, requests } = await changesOf(
      new FakeGitHub(),
      push({ before: undefined, defaultBranch: undefined }),
    );
    expect([changes, requests]).toEqual([undefined, []]);
  });

  test.each([
    [404, "a push that replaced nothing", push()],
    [404, "a forced push of the default branch", push({ forced: true, defaultBranch: undefined })],
    [422, "a forced push", push({ forced: true })],
  ])("that GitHub answers with %i are an error for %s", async (status, _, source) => {
    const fake = new FakeGitHub();
    fake.refuse({ path: new RegExp(`${before}\\.\\.\\.`), status });
    fake.comparisons.set(`main...${after}`, { files: modified(1) });
    const { error } = await changesOf(fake, source);
    expect(error).toMatchObject({ name: "GitHubError", status });
  });
});

describe("the changes of a release", () => {
  const compared = (from: string) => ({ compared: { kind: "range", base: from, head: "v2.0.0" } });

  test("are those since the newest published release that is its ancestor", async () => {
    const fake = new FakeGitHub();
    fake.releases = [
      { tag_name: "v3.0.0", published_at: "2025-05-01T00:00:00Z" },
      { tag_name: "v1.0.0", published_at: "2025-01-01T00:00:00Z" },
      { tag_name: "v2.0.0", published_at: "2025-04-01T00:00:00Z" },
      { tag_name: "v1.1.0", published_at: "2025-02-01T00:00:00Z" },
      { tag_name: "v1.0.1", published_at: "2025-03-01T00:00:00Z" },
      { tag_name: "v1.2.0", draft: true, published_at: null },
    ];
    fake.comparisons.set("v3.0.0...v2.0.0", { status: "behind" });
    fake.comparisons.set("v1.0.1...v2.0.0", { status: "diverged" });
    fake.comparisons.set("v1.1.0...v2.0.0", { files: modified(2) });
    const { changes, requests } = await changesOf(fake, release());
    expect(changes).toMatchObject({ ...compared("v1.1.0"), headSha: after, files: [{}, {}] });
    expect(requests).toEqual([
      "GitHub GET /releases?per_page=100&page=1",
      "GitHub GET /compare/v3.0.0...v2.0.0?per_page=1",
      "GitHub GET /compare/v1.0.1...v2.0.0?per_page=1",
      "GitHub GET /compare/v1.1.0...v2.0.0?per_page=1",
    ]);
  });

  test("skip pre-releases when it is stable, and count them when it is one", async () => {
    const fake = new FakeGitHub();
    fake.releases = [
      { tag_name: "v2.0.0-rc.1", prerelease: true, published_at: "2025-02-01T00:00:00Z" },
      { tag_name: "v1.0.0", published_at: "2025-01-01T00:00:00Z" },
    ];
    fake.comparisons.set("v2.0.0-rc.1...v2.0.0", {});
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.0.0"));
    expect((await changesOf(fake, release(true))).changes).toMatchObject(compared("v2.0.0-rc.1"));
  });

  test("skip a release whose tag is gone", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v1.1.0" }, { tag_name: "v1.0.0" }];
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    const { changes, requests } = await changesOf(fake, release());
    expect(changes).toMatchObject({ ...compared("v1.0.0"), files: [] });
    expect(requests).toHaveLength(3);
    fake.comparisons.set("v1.0.0...v2.0.0", { status: "diverged" });
    expect(await changesOf(fake, release())).toMatchObject({ changes: undefined, error: undefined });
  });

  test("are an error when GitHub fails to compare", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v1.1.0" }, { tag_name: "v1.0.0" }];
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    fake.refuse({ path: /v1\.1\.0/, status: 403 });
    expect((await changesOf(fake, release())).error).toMatchObject({ status: 403 });
  });

  test("skip releases of the same commit, as of the packages of a monorepo", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "client@1.1.0" }, { tag_name: "v1.0.0" }];
    fake.comparisons.set("client@1.1.0...v2.0.0", { status: "identical" });
    fake.comparisons.set("v1.0.0...v2.0.0", { files: modified(2) });
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.0.0"));
    fake.releases.pop();
    expect((await changesOf(fake, release())).changes).toBeUndefined();
  });

  test("are an error when its own tag is gone", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v1.1.0" }, { tag_name: "v1.0.0" }];
    expect((await changesOf(fake, release())).error).toMatchObject({ status: 404 });
  });

  test("are none for a first release", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v2.0.0" }];
    await expect(fetchChanges(release(), clientOf(fake).gitHub)).resolves.toBeUndefined();
  });

  test.each([
    [30, "are none when no earlier release is an ancestor", undefined],
    [31, "are unknown when too many earlier releases are no ancestors", "none of the 30 newest releases"],
  ])("of the newest of %i releases %s", async (count, _title, why) => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v2.0.0" }];
    for (let minor = 0; minor < count; minor++) {
      fake.releases.push({ tag_name: `v1.${minor}.0` });
      fake.comparisons.set(`v1.${minor}.0...v2.0.0`, { status: "diverged" });
    }
    const { changes, error, requests } = await changesOf(fake, release());
    expect([changes, requests.length]).toEqual([undefined, 31]);
    if (why === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject({ name: "GitHubError", message: expect.stringContaining(why) });
  });

  const nightly = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ tag_name: `nightly-${index}`, prerelease: true }));

  test.each([
    [99, 1],
    [100, 2],
    [999, 10],
  ])("skip %i pre-releases that are newer, over %i pages", async (count, pages) => {
    const fake = new FakeGitHub();
    fake.releases = [...nightly(count), { tag_name: "v1.0.0" }, { tag_name: "v0.9.0" }];
    fake.comparisons.set("v1.0.0...v2.0.0", { files: modified(2) });
    const { changes, requests } = await changesOf(fake, release());
    expect(changes).toMatchObject(compared("v1.0.0"));
    expect(requests).toEqual([
      ...Array.from({ length: pages }, (_, index) => `GitHub GET /releases?per_page=100&page=${index + 1}`),
      "GitHub GET /compare/v1.0.0...v2.0.0?per_page=1",
    ]);
  });

  test("are none behind pre-releases alone, once all pages were read", async () => {
    const fake = new FakeGitHub();
    fake.releases = nightly(1000);
    const { changes, error, requests } = await changesOf(fake, release());
    expect([changes, error, requests.length]).toEqual([undefined, undefined, 10]);
  });

  test("are unknown, not none, behind more pre-releases than are read", async () => {
    const fake = new FakeGitHub();
    fake.releases = [...nightly(1000), { tag_name: "v1.0.0" }];
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    const { changes, error, requests } = await changesOf(fake, release());
    expect([changes, requests.length]).toEqual([undefined, 10]);
    expect(error).toMatchObject({
      name: "GitHubError",
      message: "none of the 1000 newest releases can be compared with v2.0.0",
    });
  });

  test("come from a later page where those of the first are no ancestors", async () => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v3.0.0" }, ...nightly(99), { tag_name: "v1.0.0" }];
    fake.comparisons.set("v3.0.0...v2.0.0", { status: "behind" });
    fake.comparisons.set("v1.0.0...v2.0.0", {});
    expect((await changesOf(fake, release())).changes).toMatchObject(compared("v1.0.0"));
  });
});

describe("the changes of a range", () => {
  test("ask for refs with slashes and other characters as one part of the path", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set("feature/a#1...ünder?/b%2F", { files: modified(1) });
    const { changes, requests } = await changesOf(fake, range("feature/a#1", "ünder?/b%2F"));
    expect(changes).toMatchObject({ files: [{}], headSha: after });
    expect(requests).toEqual(["GitHub GET /compare/feature%2Fa%231...%C3%BCnder%3F%2Fb%252F?per_page=1"]);
  });

  test.each([403, 404, 422, 500])("that GitHub refuses with %i are an error", async (status) => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /compare/, status });
    expect((await changesOf(fake, range("main", "next"))).error).toMatchObject({
      ...{ name: "GitHubError", status },
    });
  });

  test("of 300 files, where GitHub cuts its list, come from the trees as well", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set("main...next", { mergeBase: base, files: modified(350) });
    fake.trees.set(base, {
      files: { ...tree(360, "old"), "a.md": ["100644", "same"], src: ["040000", "1"] },
    });
    fake.trees.set(after, {
      files: { ...tree(350, "new"), "b.md": ["100644", "same"], src: ["040000", "2"] },
    });
    const { changes, requests } = await changesOf(fake, range("main", "next"));
    expect(changes).toMatchObject({ complete: true });
    const files = changes?.files ?? [];
    expect(files.slice(0, 300).every(({ patch }) => patch !== "")).toBe(true);
    expect(files.slice(300).every(({ patch }) => patch === "")).toBe(true);
    expect(files).toHaveLength(361);
    expect(files).toContainEqual({ path: "b.md", previousPath: "a.md", status: "renamed", patch: "" });
    expect(requests.slice(1).sort()).toEqual([
      `GitHub GET /git/trees/${after}?recursive=1`,
      `GitHub GET /git/trees/${base}?recursive=1`,
    ]);
  });

  test("are incomplete when a tree is truncated", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set("main...next", { mergeBase: base, files: modified(300) });
    fake.trees.set(base, { files: tree(310, "old"), truncated: true });
    fake.trees.set(after, { files: tree(320, "new") });
    const { changes } = await changesOf(fake, range("main", "next"));
    expect(changes).toMatchObject({ complete: false });
    expect(changes).toHaveProperty("files.length", 310);
  });

  test("are incomplete when the trees cannot be read, and say why", async () => {
    const fake = new FakeGitHub();
    fake.comparisons.set("main...next", { mergeBase: base, files: modified(300) });
    const { changes } = await changesOf(fake, range("main", "next"));
    expect(changes).toMatchObject({ complete: false, cutBy: { status: 404 } });
    expect(changes).toHaveProperty("files.length", 300);
  });

  test("are an error when the run aborts the reading of the trees", async () => {
    const fake = new FakeGitHub();
    const cancelled = new AbortController();
    fake.comparisons.set("main...next", { mergeBase: base, files: modified(300) });
    // Not while the request arrives, and before it is retried.
    fake.refuse({ path: /trees/, meanwhile: () => void setImmediate(() => cancelled.abort()), status: 502 });
    const { error } = await changesOf(fake, range("main", "next"), cancelled.signal);
    expect(error).toMatchObject({ name: "GitHubError", aborted: true });
  });
});

describe("the difference of two trees", () => {
  const treeOf = (files: Record<string, string>, truncated = false): Tree => ({
    entries: Object.entries(files).map(([path, content]) => {
      const [mode = "", sha = ""] = content.split(" ");
      return { path, mode, sha };
    }),
    truncated,
  });
  const shown = (files: readonly ChangedFile[]) =>
    files.map(({ path, previousPath, status }) => `${status} ${previousPath ?? ""}>${path}`).sort();

  test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    ["a changed mode", { a: "100644 1" }, { a: "100755 1" }, ["changed >a"]],
    ["a file that became a submodule", { a: "100644 1" }, { a: "160000 2" }, ["modified >a"]],
    ["a submodule at another commit", { a: "160000 1" }, { a: "160000 2" }, ["modified >a"]],
    ["a renamed file", { a: "100644 1" }, { b: "100644 1" }, ["renamed a>b"]],
    [
      "a rename that is not clear",
      { a: "100644 1" },
      { b: "100644 1", c: "100644 1" },
      ["added >b", "added >c", "removed >a"],
    ],
    ["a file that was copied", { a: "100644 1" }, { a: "100644 1", b: "100644 1" }, ["added >b"]],
  ])("tells of %s", (_, from, to, expected) => {
    expect(shown(diffTrees(treeOf(from), treeOf(to)))).toEqual(expected);
  });

  test("keeps the source of a copy, which may have changed as well", () => {
    const copy = { path: "b", previousPath: "a", status: "copied", patch: "" };
    const files = diffTrees(treeOf({ a: "100644 1" }), treeOf({ a: "100644 2", b: "100644 1" }), [copy]);
    expect(shown(files)).toEqual(["modified >a"]);
  });

  const trees = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d", "e", "f/g", "__proto__"),
    fc.constantFrom("100644 1", "100755 1", "100644 2", "100644 3", "100644 4", "160000 5"),
  );
  /** The paths of either tree that the other lacks or has with another content. */
  const differing = (from: Record<string, string>, to: Record<string, string>) => {
    const [old, now] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
    return new Set([...old.keys(), ...now.keys()].filter((path) => old.get(path) !== now.get(path)));
  };
  const paths = (files: readonly ChangedFile[]) =>
    files.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [path, previousPath]));

  test("names every path that differs once, whatever part of it is listed already", () => {
    fc.assert(
      fc.property(trees, trees, fc.func(fc.boolean()), (from, to, isListed) => {
        const all = diffTrees(treeOf(from), treeOf(to));
        expect(paths(all).sort()).toEqual([...differing(from, to)].sort());
        const listed = all.filter(({ path }) => isListed(path));
        const rest = diffTrees(treeOf(from), treeOf(to), listed);
        expect([...paths(listed), ...paths(rest)].sort()).toEqual(paths(all).sort());
      }),
      runs(300),
    );
  });

  test("of truncated trees names nothing that did not change", () => {
    const cuts = fc.record({ from: fc.nat(7), to: fc.nat(7) });
    fc.assert(
      fc.property(trees, trees, cuts, (from, to, cut) => {
        const part = (files: Record<string, string>, count: number) =>
          treeOf(
            Object.fromEntries(Object.entries(files).slice(0, count)),
            count < Object.keys(files).length,
          );
        const changed = differing(from, to);
        for (const path of paths(diffTrees(part(from, cut.from), part(to, cut.to))))
          expect(changed).toContain(path);
      }),
      runs(300),
    );
  });
});
