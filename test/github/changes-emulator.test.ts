import { afterAll, beforeAll, expect, test } from "vitest";
import { type Changes, fetchChanges } from "../../src/github/changes.ts";
import { createGitHubClient, type GitHub } from "../../src/github/client.ts";
import { parseEvent } from "../../src/github/event.ts";
import { Connections } from "../../src/network/connections.ts";
import { getRunContext } from "../../src/runner/context.ts";
import { openPull, type Push, publishRelease, pushFiles } from "../emulator/commits.ts";
import { type GitHubEmulator, startGitHub } from "../emulator/start.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";

let emulator: GitHubEmulator;
let gitHub: GitHub;
const connections = new Connections({});

beforeAll(async () => {
  emulator = await startGitHub();
  const { url, owner, repo, tokens } = emulator;
  const run = getRunContext({ GITHUB_REPOSITORY: `${owner}/${repo}`, GITHUB_API_URL: url });
  const client = createGitHubClient({
    ...{ token: tokens.bot, runContext: run, connections, log: silentLog, redact: redactNothing },
    pace: { retryUnitMs: 1, spaceWrites: false },
  });
  if (client === undefined) throw new Error("there is no client");
  gitHub = client;
});
afterAll(async () => {
  await connections.close();
  await emulator.close();
});

/** The changes of an event, and how many requests they took. */
async function changesOf(name: string, payload: object): Promise<[Changes | undefined, number]> {
  const { diffSource } = parseEvent(name, payload);
  if (typeof diffSource !== "object") throw new Error("there is nothing to compare");
  emulator.forgetRequests();
  const changes = await fetchChanges(diffSource, gitHub);
  return [changes, emulator.requests().length];
}

const ofPush = (push: Push) => changesOf("push", { ...push, repository: { default_branch: "main" } });
const shown = (changes: Changes | undefined) =>
  changes?.files.map(({ path, previousPath, status }) => [status, previousPath, path]);
const many = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`lib/${index}.ts`, `${text} ${index}\n`]));

test("a push is compared with the commit before, a new branch with the default branch", async () => {
  const first = await pushFiles(emulator, "one", { "a.ts": "a\n", "b.ts": "b\n", "d.ts": "d\n" });
  const [fresh, requests] = await ofPush(first);
  expect(fresh).toMatchObject({ compared: { base: "main" }, headSha: first.after, complete: true });
  expect(shown(fresh)).toEqual(["a.ts", "b.ts", "d.ts"].map((path) => ["added", undefined, path]));
  const second = await pushFiles(emulator, "one", {
    "a.ts": "A\n",
    "b.ts": null,
    "c.ts": "b\n",
    "d.ts": null,
  });
  const [changes] = await ofPush(second);
  expect(changes).toMatchObject({ compared: { base: first.after }, headSha: second.after });
  expect(shown(changes)).toEqual([
    ["modified", undefined, "a.ts"],
    ["renamed", "b.ts", "c.ts"],
    ["removed", undefined, "d.ts"],
  ]);
  expect(changes?.files[0]?.patch).toContain("-a\n+A");
  expect(requests).toBe(1);
});

test("a forced push is compared with the commit that it replaced", async () => {
  await pushFiles(emulator, "two", { "e.ts": "e\n" });
  const main = await pushFiles(emulator, "main", {});
  const forced = await pushFiles(emulator, "two", { "f.ts": "f\n" }, main.after);
  expect(forced.forced).toBe(true);
  expect(shown((await ofPush(forced))[0])).toEqual([["added", undefined, "f.ts"]]);
});

test("a push of more files than GitHub lists says so", async () => {
  const push = await pushFiles(emulator, "many", many(420, "new"));
  const [changes, requests] = await ofPush(push);
  expect(changes).toMatchObject({ complete: false });
  expect(changes?.files).toHaveLength(300);
  expect(requests).toBe(1);
});

test("a release is compared with the one before, past those of other lines", async () => {
  const first = await pushFiles(emulator, "line-2", { "g.ts": "1\n" });
  await publishRelease(emulator, "v1.0.0", first.after);
  const second = await pushFiles(emulator, "line-2", { "g.ts": "2\n" });
  await publishRelease(emulator, "v2.0.0-rc.1", second.after, true);
  const other = await pushFiles(emulator, "line-1", { "g.ts": "0\n" }, first.after);
  await publishRelease(emulator, "v1.0.1", other.after);
  const third = await pushFiles(emulator, "line-2", { "h.ts": "3\n" });
  await publishRelease(emulator, "v2.0.0", third.after);
  const release = (prerelease: boolean) =>
    changesOf("release", { action: "published", release: { tag_name: "v2.0.0", draft: false, prerelease } });
  const [stable] = await release(false);
  expect(stable).toMatchObject({
    compared: { kind: "range", base: "v1.0.0", head: "v2.0.0" },
    files: [{ path: "g.ts" }, { path: "h.ts" }],
  });
  expect((await release(true))[0]).toMatchObject({ compared: { base: "v2.0.0-rc.1" }, files: [{}] });
});

test("a pull request of more than a hundred files comes on pages", async () => {
  const push = await pushFiles(emulator, "pages", many(250, "paged"));
  const number = await openPull(emulator, "pages");
  const [changes, requests] = await changesOf("pull_request", { action: "opened", pull_request: { number } });
  expect(changes).toMatchObject({ headSha: push.after, complete: true });
  expect(new Set(changes?.files.map(({ path }) => path)).size).toBe(250);
  expect(requests).toBe(3);
});
