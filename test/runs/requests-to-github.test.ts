import { Dispatcher } from "undici";
import { describe, expect, test } from "vitest";
import { closedNetwork } from "../closed-network.ts";
import { FakeClock } from "../fake-clock.ts";
import { FakeGitHub, type ThreadEvent } from "../github/fake-github.ts";
import { runInProcess } from "../runner/in-process.ts";
import { here, serveService, usual } from "../service/fake-service.ts";
import { credentials, place, scenarioStart } from "./harness.ts";
import { command, Thread } from "./thread.ts";

const kinds = ["issue", "pull request"] as const;

describe.each(kinds)("a first command (%s)", (kind) => {
  const most = kind === "issue" ? 8 : 10;

  test(`takes at most ${most} requests to GitHub, with the comment on the docs pull request`, async () => {
    const thread = new Thread(kind);
    thread.gitHub.pulls.set(here.name, {});
    const { outputs, requests } = await thread.comment(command, { service: here.service });
    expect(outputs["result"]).toBe("pull-request");
    expect(thread.gitHub.own().map(({ thread }) => thread)).toEqual([7, 8]);
    // What is in the docs pull request is counted apart.
    const counted = requests.filter((request) =>
      /^GitHub (?!GET \/(?:pulls\/8|commits|deployments)\b)/.test(request),
    );
    expect(counted.length, counted.join("\n")).toBeLessThanOrEqual(most);
  });

  test("is three round trips away from its job", async () => {
    const gitHub = new FakeGitHub();
    const event = gitHub.commentEvent(gitHub.write("maintainer", command), kind === "pull request");
    expect(await roundOfPost(gitHub, event)).toBe(3);
  });
});

test("a review that says nothing but the phrase is as near to its job", async () => {
  const gitHub = new FakeGitHub();
  gitHub.writeInReview("Shorter.", { path: "a.mdx", line: 12 });
  expect(await roundOfPost(gitHub, gitHub.reviewEvent("/docs-agent"))).toBe(3);
});

test("a follow-up is four round trips away from its job, and reads the thread once", async () => {
  const thread = await Thread.begun();
  const { gitHub } = thread;
  const event = gitHub.commentEvent(gitHub.write("maintainer", "/docs-agent Shorter"));
  expect(await roundOfPost(gitHub, event)).toBe(4);
  const { requests } = await thread.comment("/docs-agent Shorter");
  const lists = requests.filter((request) => /\/7\/comments\?/.test(request));
  expect(lists.map((request) => request.split("/")[1])).toEqual(["issues", "pulls"]);
});

/**
 * The round trip in which a command is sent to the service, counted from 1: answers wait until nothing else is asked for,
 * and then all of them come at once.
 */
async function roundOfPost(gitHub: FakeGitHub, { name, payload }: ThreadEvent): Promise<number> {
  const clock = new FakeClock(scenarioStart);
  const network = closedNetwork();
  const rounds = new Rounds(network);
  let ofPost = 0;
  gitHub.serveIn(network, () => {});
  serveService(network, usual, clock, (request) => {
    if (request.startsWith("POST")) ofPost = rounds.count;
  });
  try {
    const { outputs } = await runInProcess(
      {
        eventName: name,
        event: payload,
        with: { ...credentials, "github-token": "ghs_scenario_token", wait: "false" },
        env: place,
      },
      { clock, dispatcher: rounds },
    );
    expect(outputs["result"]).toBe("started");
    return ofPost;
  } finally {
    await network.close();
  }
}

/** Holds requests back until no other has come for a while, and lets all of them through at once. */
class Rounds extends Dispatcher {
  count = 0;
  readonly #to: Dispatcher;
  #held: (() => void)[] = [];
  #quiet = 0;

  constructor(to: Dispatcher) {
    super();
    this.#to = to;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandlers,
  ): boolean {
    if (this.#held.length === 0) this.#look();
    this.#quiet = 0;
    this.#held.push(() => void this.#to.dispatch(options, handler));
    return true;
  }

  /** Many short waits, not a long one: on a busy machine, what is under way gets its turn between them. */
  #look(): void {
    setTimeout(() => {
      this.#quiet++;
      if (this.#quiet < 20) return this.#look();
      const held = this.#held;
      this.#held = [];
      this.count++;
      for (const send of held) send();
    }, 5);
  }
}
