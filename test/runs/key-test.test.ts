import { expect, test } from "vitest";
import { type Reply, refused } from "../service/fake-service.ts";
import { everywhere, Thread, told } from "./thread.ts";

// One row of the visitors of yesterday: runs begin on 16 November.
const look = "GET /v1/analytics/acme/visitors?dateFrom=2026-11-15&dateTo=2026-11-16&limit=1";
const counts = { human: 48_151, ai: 62_342, total: 99_007 };
const ok: Reply = {
  json: { totals: counts, visitors: [{ path: "/guides/secret", ...counts }], hasMore: true },
};
const refusal = (status: number): Reply => ({ status, json: { error: "No way" } });
const plan =
  "The plan may lack the visitor analytics that this test reads: then only a first, paid request shows whether key and project are right.";
const untested = (why: string) => `➖ **The key could not be tested.** ${why}`;
const asked = (requests: readonly string[]) =>
  requests.filter((request) => request.includes("/v1/analytics"));

// biome-ignore format: a table is read by its rows
const answers: [name: string, replies: Reply[], first: string, requests: number][] = [
  ["2xx", [ok], "✅ **`docs.example.com` accepts the key and the project.** Only a first request shows whether the key may start jobs.", 1],
  ["401", [refusal(401)], "❌ **`docs.example.com` refused the API key; it may have expired (HTTP 401: “No way”).**", 1],
  ["403", [refusal(403)], `${untested("`docs.example.com` does not permit this API key to read the visitors (HTTP 403: “No way”).")} ${plan}`, 1],
  ["404", [refusal(404)], `${untested("`docs.example.com` knows no such project (HTTP 404: “No way”).")} ${plan}`, 1],
  ["500", [refusal(500)], untested("Could not read the visitors: `docs.example.com` has a problem (HTTP 500: “No way”)."), 1],
  ["a page with 200", [{ text: "<html>Sign in</html>" }], "➖ **The key could not be tested.** Could not read the visitors: the response is not JSON (HTTP 200).", 1],
  ["no connection", [{ error: refused() }], "➖ **The key could not be tested.** Could not read the visitors: no connection (ECONNREFUSED).", 1],
];

test.each(answers)(
  "--help tests the key, and is answered whatever comes of it: %s",
  async (name, replies, first, requests) => {
    const thread = new Thread("issue");
    const run = await thread.comment("/docs-agent --help", { service: { [look]: replies } });
    expect(told(run)).toEqual(["answered"]);
    expect(asked(run.requests)).toEqual(Array.from({ length: requests }, () => look));
    expect(thread.shown().split("\n")[0]).toBe(first);
    expect(thread.shown()).toContain("- `/docs-agent --new …` starts a new job");
    expect(thread.shown().includes("do this: create an admin key")).toBe(name === "401");
    expect(everywhere(run, thread)).not.toMatch(/48[,.]?151|62[,.]?342|99[,.]?007|guides\/secret/);
  },
);

test.each([
  ["--help", "outsider", "denied permission"],
  ["--stauts", "maintainer", "answered"],
  ["thanks", "maintainer", "answered"],
])("%s by %s asks the service nothing", async (words, login, result) => {
  const scene = { service: { [look]: [ok] } };
  const run = await new Thread("issue").comment(`/docs-agent ${words}`, scene, login);
  expect(told(run)).toEqual([result]);
  expect(run.requests.filter((request) => !request.startsWith("GitHub"))).toEqual([]);
});

test("the help speaks of reviews where it is asked for in one", async () => {
  const isTold = async (ask: (thread: Thread) => Promise<unknown>) => {
    const thread = new Thread();
    await ask(thread);
    return thread.gitHub.written.at(-1)?.includes("In a review, your inline comments");
  };
  const scene = { service: { [look]: [ok] } };
  expect(await isTold((thread) => thread.comment("/docs-agent --help", scene))).toBe(false);
  expect(await isTold((thread) => thread.review("/docs-agent --help", scene))).toBe(true);
  expect(await isTold((thread) => thread.inline("/docs-agent --help", scene))).toBe(false);
});
