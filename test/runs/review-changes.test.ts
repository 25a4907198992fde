import { describe, expect, test } from "vitest";
import type { ThreadEvent } from "../github/fake-github.ts";
import { here, jobRoutes, routes } from "../service/fake-service.ts";
import { onDocs, sent, Thread, type ThreadResult, told } from "./thread.ts";

const { name, service } = here;

/** A pull request that the weekly workflow made for an issue, with our link on it. */
async function made(): Promise<Thread> {
  const thread = new Thread();
  thread.service = service;
  thread.gitHub.pulls.set(name, {});
  await thread.push({ with: { conversation: "merges", "issue-number": "7" } }, 9);
  expect(onDocs(thread)).toHaveLength(1);
  return thread;
}

/** A review of a pull request; GitHub writes its state in lower case. */
function review(
  { gitHub }: Thread,
  { body = "Too long.", state = "changes_requested", login = "maintainer", number = 8 } = {},
): ThreadEvent {
  const { name, payload } = gitHub.reviewEvent(body, login, number);
  return { name, payload: { ...payload, review: { ...Object(payload["review"]), state } } };
}

const asks = (run: ThreadResult) =>
  run.requests.filter((request) => request.includes("/collaborators/"));
const skipped = ["skipped no-command"];

describe("a review that asks for changes, without the phrase", () => {
  test("of the agent's pull request is a follow-up with its comments, and what the reviewer saw", async () => {
    const thread = await made();
    const { gitHub } = thread;
    const line9 = { path: "guides/limits.mdx", line: 9 };
    gitHub.writeInReview("Shorter.", line9, "maintainer", 8);
    gitHub.writeInReview("Which file?", { path: "api/list.mdx", line: null }, "maintainer", 8);
    const run = await thread.event(review(thread));
    const prompt = `Too long.\n\n2 comments of the review:\n\n1. \`guides/limits.mdx\`:9:\n\nShorter.\n\n2. \`api/list.mdx\`:\n\nWhich file?`;
    expect(told(run)).toEqual(["pull-request", `${routes.message} ${JSON.stringify(prompt)}`]);
    expect(onDocs(thread)).toHaveLength(2);
    // GitHub delivers an event twice, or two workflows hear it.
    expect(told(await thread.event(review(thread)))).toEqual(["skipped duplicate"]);
  });

  test.each<[string, Parameters<typeof review>[1]]>([
    ["of any other pull request", { number: 7 }],
    ["by a bot", { login: "renovate[bot]" }],
    ["that approves", { state: "approved" }],
    ["that says nothing, and whose comments have runs of their own", { body: "" }],
  ])("%s is ordinary: no role is asked, and nothing is said", async (_, given) => {
    const thread = await made();
    const before = thread.gitHub.written.length;
    const run = await thread.event(review(thread, given));
    expect(told(run)).toEqual(skipped);
    expect([asks(run).length, thread.gitHub.written.length]).toEqual([
      given?.body === "" ? 1 : 0,
      before,
    ]);
    expect(run.stdout).not.toContain("::warning");
  });

  test("of a pull request that a stranger copied our link to is ordinary", async () => {
    const thread = await made();
    thread.gitHub.write("outsider", onDocs(thread)[0] ?? "", 9);
    expect(told(await thread.event(review(thread, { number: 9 })))).toEqual(skipped);
  });

  test("is answered, and nothing is sent, where an app wrote a link that does not verify", async () => {
    const thread = await made();
    thread.gitHub.write("docs[bot]", onDocs(thread)[0] ?? "", 9);
    const run = await thread.event(review(thread, { number: 9 }));
    expect(told(run)).toEqual(["answered"]);
    expect(thread.shown()).toMatch(
      /this pull request's job is not known here.*It was job `job_7f3a`.*\/docs-agent --new/s,
    );
  });

  test("ends with the error where the comments cannot be read, and not as if it were ordinary", async () => {
    const thread = await made();
    thread.gitHub.refuse({ method: "GET", path: /comments/, status: 502 });
    const run = await thread.event(review(thread));
    expect(told(run)).toEqual(["error github"]);
    expect(run.outputs["message"]).toContain("The comments of #8 cannot be read (HTTP 502)");
  });

  test("by someone whose role is too low is denied", async () => {
    const thread = await made();
    const run = await thread.event(review(thread, { login: "outsider" }));
    expect(told(run)).toEqual(["denied permission"]);
  });

  test("of one that was merged begins no job, and the reply says so", async () => {
    const thread = await made();
    thread.gitHub.pulls.set(name, { state: "closed", merged: true });
    const run = await thread.event(review(thread), { service: jobRoutes("job_2") });
    expect(told(run)).toEqual(["answered"]);
    expect(thread.shown()).toContain(
      "This pull request was merged, and a review without `/docs-agent` starts no new job",
    );
  });

  test.each([410, 404])(
    "begins no job where the service refuses the follow-up: %i",
    async (status) => {
      const thread = await made();
      const refusal = { status, json: { error: "over" } };
      const service = { [routes.message]: [refusal, refusal] };
      const run = await thread.event(review(thread), { service });
      expect(told(run)[0]).toBe("error refused");
      expect(sent(run.requests).every((request) => request.includes("/message"))).toBe(true);
      expect(thread.shown()).toContain("**The follow-up was refused.**");
      // A comment would not bring its inline comments along.
      expect(thread.shown()).toContain(
        "reply `/docs-agent --new` and the whole change, with what the comments of the review say",
      );
    },
  );

  test("is ordinary without a key, as in a fork", async () => {
    const thread = await made();
    const run = await thread.event(review(thread), { with: { "api-key": "" } });
    expect([told(run), run.requests]).toEqual([skipped, []]);
  });
});
