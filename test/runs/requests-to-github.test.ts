import { Dispatcher } from "undici";
import { describe, expect, test } from "vitest";
import { closedNetwork } from "../closed-network.ts";
import { FakeClock } from "../fake-clock.ts";
import { FakeGitHub, gitHubOrigin, type ThreadEvent } from "../github/fake-github.ts";
import { runInProcess } from "../runner/in-process.ts";
import {
  creates,
  done,
  follows,
  job,
  routes,
  type ServiceReplies,
  serveService,
  serviceOrigin,
} from "../service/fake-service.ts";
import { scenarioStart } from "./harness.ts";
import { sent, Thread } from "./thread.ts";

const command = "/docs-agent Document the limit";
const kinds = ["issue", "pull request"] as const;

const toGitHub = (requests: readonly string[]) => requests.filter((request) => request.startsWith("GitHub"));

describe.each(kinds)("a first command (%s)", (kind) => {
  const most = kind === "issue" ? 8 : 10;
  const onDocs = job("completed", { prLink: "https://github.com/acme/site/pull/8" });
  const service: ServiceReplies = { ...creates, [routes.get]: [{ json: onDocs }] };

  test(`takes at most ${most} requests to GitHub, with the comment on the docs pull request`, async () => {
    const thread = new Thread(kind);
    thread.gitHub.pulls.set("acme/site#8", {});
    const { outputs, requests } = await thread.comment(command, { service });
    expect(outputs["result"]).toBe("pull-request");
    expect(thread.gitHub.own().map(({ thread }) => thread)).toEqual([7, 8]);
    // What is in the docs pull request is counted apart.
    const counted = toGitHub(requests).filter(
      (request) => !/ GET \/(?:pulls\/8|commits|deployments)\b/.test(request),
    );
    expect(counted.length, counted.join("\n")).toBeLessThanOrEqual(most);
  });

  test("is three round trips away from its job", async () => {
    const commented = (gitHub: FakeGitHub) =>
      gitHub.commentEvent(gitHub.write("maintainer", command), kind === "pull request");
    expect(await roundOfPost(commented)).toBe(3);
  });
});

test("a review that says nothing but the phrase is as near to its job", async () => {
  const reviewed = (gitHub: FakeGitHub) => {
    gitHub.writeInReview("Shorter.", { path: "a.mdx", line: 12 });
    return gitHub.reviewEvent("/docs-agent");
  };
  expect(await roundOfPost(reviewed)).toBe(3);
});

test.each(kinds)("the comments of a thread are read once for each command (%s)", async (kind) => {
  const thread = new Thread(kind);
  for (const body of [command, "/docs-agent Shorter"]) {
    const { requests } = await thread.comment(body, { service: { ...follows, ...creates } });
    const lists = requests
      .map((request) => request.split("?")[0])
      .filter((request) => /GET \/(?:issues|pulls)\/7\/comments/.test(request ?? ""));
    expect(lists.length).toBeGreaterThan(0);
    expect(lists).toEqual([...new Set(lists)]);
  }
});

test("a page of comments larger than 10 MiB does not hide the job of the thread", async () => {
  const thread = new Thread();
  await thread.comment(command, { service: creates });
  // As long as a comment may be, in characters of three bytes.
  for (let count = 0; count < 55; count++) thread.gitHub.write("outsider", "文".repeat(65_536));
  const service = { ...follows, [routes.create]: [{ status: 201, json: job("active", { id: "job_2" }) }] };
  const { outputs, requests } = await thread.comment("/docs-agent Shorter", { service });
  expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
});

test.each([2 ** 32, 2 ** 40])(
  "an event that counts %i comments is an event like any other",
  async (comments) => {
    const thread = new Thread();
    const { name, payload } = thread.gitHub.commentEvent(thread.gitHub.write("maintainer", command));
    const issue = { ...thread.subject(), comments };
    const event = { name, payload: { ...Object(payload), issue } };
    const begun = performance.now();
    const { exitCode, outputs, requests } = await thread.event(event, { service: creates });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(toGitHub(requests).length).toBeLessThan(20);
    expect(performance.now() - begun).toBeLessThan(3000);
  },
);

/**
 * The round trip in which a first command asks for its job, counted from 1: answers wait until nothing else is asked for,
 * and then all of them come at once.
 */
async function roundOfPost(eventOf: (gitHub: FakeGitHub) => ThreadEvent): Promise<number> {
  const gitHub = new FakeGitHub();
  const clock = new FakeClock(scenarioStart);
  const network = closedNetwork();
  const rounds = new Rounds(network);
  let ofPost = 0;
  gitHub.serveIn(network, () => {});
  const service = { ...creates, [routes.get]: [{ json: done }] };
  serveService(network, service, clock, (request) => {
    if (request === routes.create) ofPost = rounds.count;
  });
  const { name, payload } = eventOf(gitHub);
  try {
    const { outputs } = await runInProcess(
      {
        ...{ eventName: name, event: payload },
        with: {
          ...{ "api-key": "mint_scenario_key", "project-id": "acme", "base-url": serviceOrigin },
          "github-token": "ghs_scenario_token",
        },
        env: { GITHUB_REPOSITORY: "acme/site", GITHUB_API_URL: gitHubOrigin },
      },
      { clock, dispatcher: rounds },
    );
    expect(outputs["result"]).toBe("pull-request");
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

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandlers): boolean {
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
