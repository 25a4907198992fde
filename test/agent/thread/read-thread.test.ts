import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rival } from "../../../src/agent/thread/duplicates.ts";
import type { JobMarker } from "../../../src/agent/thread/job-marker.ts";
import {
  interpret,
  listComments,
  type RequestIdentity,
  type ThreadMemory,
} from "../../../src/agent/thread/read-thread.ts";
import type { RequestRecord, RequestState } from "../../../src/agent/thread/request-state.ts";
import type { Comment } from "../../../src/github/client.ts";
import { clientOf, FakeGitHub, type Refusal } from "../../github/fake-github.ts";
import { codec } from "./job-marker-fixture.ts";

/** A second attempt at a command. */
const identity: RequestIdentity = {
  ...{ conversation: "thread", command: "issue-comment:41", sharedKey: undefined },
  ...{ runId: "1001", attempt: 2, digest: "d" },
};
const accepted: RequestState = { kind: "accepted", jobId: "job_1", as: "job", at: 500 };
const sentState: RequestState = { kind: "sent", to: undefined };

type Given = Partial<Omit<JobMarker, "request">> & Partial<RequestRecord>;

function markerOf({
  runId = "1001",
  attempt = 1,
  digest = "d",
  state = accepted,
  time = 1000,
  ...more
}: Given = {}): JobMarker {
  return {
    ...{
      conversation: "thread",
      sharedKey: undefined,
      command: identity.command,
      isLink: false,
      firstBody: "",
    },
    ...{ job: undefined, linkedPr: undefined, earlier: [] },
    ...more,
    request: { runId, attempt, digest, state, time },
  };
}

function comment(id: number, body: string, place: Comment["place"] = "issue"): Comment {
  return {
    id,
    place,
    body,
    url: `https://github.com/acme/site/issues/7#issuecomment-${id}`,
    login: undefined,
  };
}

/** A comment of ours with its own marker. */
function signed(id: number, given?: Given, place: Comment["place"] = "issue"): Comment {
  return comment(id, codec.encode({ place, id }, markerOf(given)), place);
}

/** A comment of ours whose id was not known yet when it was signed; a copy of it has the same body. */
function firstBody(id: number, given?: Given): Comment {
  return comment(id, codec.encodeFirst("issue", markerOf({ state: sentState, ...given })).marker);
}

const read = (comments: readonly Comment[], more: Partial<RequestIdentity> = {}, ownId?: number) =>
  interpret(
    comments,
    codec,
    { ...identity, ...more },
    {
      ids: new Set(ownId === undefined ? [] : [ownId]),
      firstBodies: new Set<string>(),
    },
  );

describe("what an earlier attempt did", () => {
  test.each<[string, Comment[], RequestState]>([
    ["is not known of an empty thread", [], { kind: "not-sent" }],
    ["is what its marker says", [signed(50)], accepted],
    ["is unknown of a first body that was never edited", [firstBody(50)], sentState],
    ["is not what another run did", [signed(50, { runId: "1002" })], { kind: "not-sent" }],
    ["is not what another prompt or step did", [signed(50, { digest: "e" })], { kind: "not-sent" }],
    ["is not what this attempt does", [signed(50, { attempt: 2 })], { kind: "not-sent" }],
    ["is not what a forged comment says", [comment(50, signed(51).body)], { kind: "not-sent" }],
    ["is read off review comments, too", [signed(50, {}, "review")], accepted],
  ])("%s", (_, comments, state) => {
    expect(read(comments).earlierState).toEqual(state);
  });

  test("is ordered by attempt before time, since the clocks of two runners differ", () => {
    const first = signed(50, { attempt: 1, time: 9000, state: accepted });
    const second = signed(51, { attempt: 2, time: 1000, state: { kind: "not-sent" } });
    expect(read([first, second], { attempt: 3 }).earlierState).toEqual({ kind: "not-sent" });
    expect(read([second, first], { attempt: 3 }).earlierState).toEqual({ kind: "not-sent" });
  });

  test("of the same time is what is further on", () => {
    const comments = [signed(50, { state: accepted }), signed(51, { state: sentState })];
    expect(read(comments).earlierState).toEqual(accepted);
    expect(read(comments.reverse()).earlierState).toEqual(accepted);
  });

  test("is kept in a shared comment behind what came later", () => {
    const mine = { runId: "1001", attempt: 1, digest: "d", state: accepted, time: 100 };
    const shared = signed(50, { sharedKey: "key", command: "", runId: "1002", digest: "x", earlier: [mine] });
    const memory = read([shared], { command: "", sharedKey: "key" });
    expect(memory.earlierState).toEqual(accepted);
    expect(memory.own?.comment.id).toBe(50);
    // It shows the other request now, so it is nothing that this one left.
    expect(memory.leftovers).toEqual([]);
    expect(read([shared], { command: "" }).own).toBeUndefined();
  });
});

describe("a shared comment that has forgotten what an earlier attempt did", () => {
  const record = (runId: string) => ({ runId, attempt: 1, digest: "x", state: accepted, time: 1 });
  const shared = (runIds: string[]) =>
    signed(50, { sharedKey: "key", command: "", runId: "2000", digest: "x", earlier: runIds.map(record) });
  const later = Array.from({ length: 8 }, (_, index) => String(1002 + index));
  test.each<[string, string[], number, RequestState["kind"]]>([
    ["may have been sent, when all that it remembers came later", later, 2, "sent"],
    ["was not sent, when it remembers an older run", [...later.slice(1), "1000"], 2, "not-sent"],
    ["was not sent, when there is room for more", later.slice(1), 2, "not-sent"],
    ["was not sent before the first attempt", later, 1, "not-sent"],
  ])("%s", (_, runIds, attempt, expected) => {
    const memory = read([shared(runIds)], { command: "", sharedKey: "key", attempt });
    expect([memory.earlierState.kind, memory.hasTrace]).toEqual([expected, false]);
  });
});

describe("a copy of a first body", () => {
  const first = codec.encodeFirst("issue", markerOf({ state: sentState }));
  const edited = signed(50, { firstBody: first.signature });

  test("says nothing once the original was edited, whichever is listed first", () => {
    const copy = comment(60, first.marker);
    for (const comments of [
      [edited, copy],
      [copy, edited],
    ]) {
      const memory = read(comments);
      expect(memory.earlierState).toEqual(accepted);
      expect([memory.own?.comment.id, memory.leftovers]).toEqual([50, []]);
    }
  });

  test("is not the comment to edit, as long as the original is there", () => {
    const memory = read([comment(61, first.marker), comment(50, first.marker), comment(60, first.marker)]);
    expect(memory.earlierState).toEqual(sentState);
    expect([memory.own?.comment.id, memory.leftovers]).toEqual([50, []]);
  });

  test("of another run is not what this run did", () => {
    expect(read([firstBody(50, { runId: "1002" })]).hasTrace).toBe(false);
    expect(read([firstBody(50)]).hasTrace).toBe(true);
  });
});

describe("a comment of somebody else for the same command", () => {
  const rivals = (comments: Comment[], more: Partial<RequestIdentity> = {}, ownId?: number) =>
    read(comments, { attempt: 1, ...more }, ownId).rivals;
  const ended = { ...accepted, kind: "ended", result: "failed" } as const;

  test.each<[string, Comment, Rival["says"] | undefined]>([
    ["sent by another run", signed(50, { runId: "1002", state: sentState }), "sent"],
    ["accepted for another run", signed(50, { runId: "1002" }), "accepted"],
    ["ended by another run", signed(50, { runId: "1002", state: ended }), "accepted"],
    ["accepted for another job or step of this run", signed(50, { digest: "e" }), "accepted"],
    ["accepted in a later attempt of another job", signed(50, { digest: "e", attempt: 3 }), "accepted"],
    ["begun by another run", firstBody(50, { runId: "1002" }), "began"],
    ["not sent by another run", signed(50, { runId: "1002", state: { kind: "not-sent" } }), undefined],
    ["sent in another conversation", signed(50, { runId: "1002", conversation: "api" }), undefined],
    ["another command", signed(50, { runId: "1002", command: "issue-comment:42" }), undefined],
  ])("%s", (_, other, says) => {
    expect(rivals([other])).toEqual(says === undefined ? [] : [{ id: 50, says }]);
  });

  test("is none for a run without a command", () => {
    expect(rivals([signed(50, { runId: "1002", command: "" })], { command: "" })).toEqual([]);
  });

  test("is none that an earlier attempt of this run, or this one, has written", () => {
    expect(rivals([signed(50)], { attempt: 2 })).toEqual([]);
    expect(rivals([signed(50, { attempt: 2 })], { attempt: 2 }, 50)).toEqual([]);
    expect(rivals([signed(50), firstBody(51, { attempt: 2 })], { attempt: 2 }, 51)).toEqual([]);
  });

  test("may be that of a leg of a matrix, which has the same digest", () => {
    const legs = [firstBody(50, { time: 1 }), firstBody(51, { time: 2 })];
    expect([rivals(legs, {}, 50), rivals(legs, {}, 51)]).toEqual([
      [{ id: 51, says: "began" }],
      [{ id: 50, says: "began" }],
    ]);
    // Without a reply of its own, a run cannot tell its own from theirs.
    expect(rivals(legs)).toEqual([]);
  });
});

describe("the job that a conversation continues", () => {
  const job = (id: string, at: number, prLink = "") => ({ id, prLink, at });
  const current = (comments: Comment[], more: Partial<RequestIdentity> = {}) =>
    read(comments, { attempt: 1, ...more }).current?.id;

  test("is the one that accepted a request last, whenever its comment was edited", () => {
    const older = signed(50, { job: job("job_1", 100), time: 9000 });
    const newer = signed(51, { job: job("job_2", 200), time: 300 });
    expect(current([older, newer])).toBe("job_2");
    expect(current([newer, older])).toBe("job_2");
  });

  test("survives a later request that came to no job", () => {
    expect(current([signed(50, { job: job("job_1", 100) }), signed(51, { state: sentState })])).toBe("job_1");
  });

  test("brings its pull request, whichever comment knows it", () => {
    const link = "https://github.com/acme/docs/pull/3";
    const comments = [signed(50, { job: job("job_1", 100, link) }), signed(51, { job: job("job_1", 100) })];
    for (const each of [comments, comments.toReversed()])
      expect(read(each, { attempt: 1 }).current?.prLink).toBe(link);
  });

  const api = signed(50, { conversation: "api", job: job("job_api", 100) });
  const web = signed(51, { conversation: "web", job: job("job_web", 200) });
  test.each<[string, Comment[], Partial<RequestIdentity>, string | undefined]>([
    ["a command continues the only name", [api], {}, "job_api"],
    ["a name without a job is none to choose", [api, signed(52, { conversation: "web" })], {}, "job_api"],
    [
      "a command continues the thread's own before any name",
      [signed(52, { job: job("job_1", 1) }), api],
      {},
      "job_1",
    ],
    ["a command chooses among no two names", [api, web], {}, undefined],
    ["a workflow continues its own name alone", [api], { command: "" }, undefined],
    ["a name is its own conversation", [api, web], { conversation: "web" }, "job_web"],
    ["another name has none", [api], { conversation: "web" }, undefined],
  ])("%s", (_, comments, more, expected) => {
    expect(current(comments, more)).toBe(expected);
  });

  test("on the documentation pull request is that of the link, for commands only", () => {
    const link = signed(50, { isLink: true, command: "", job: job("job_1", 100) });
    expect(current([link])).toBe("job_1");
    expect(current([link], { command: "" })).toBeUndefined();
  });
});

describe("the comment to edit", () => {
  test("that runs share is the newest by its signed time, and brings what it remembers", () => {
    const key = { sharedKey: "key", command: "" };
    const comments = [
      signed(50, { ...key, time: 300 }),
      signed(51, { ...key, time: 200 }),
      signed(52, { ...key, sharedKey: "other", time: 400 }),
    ];
    expect(read(comments, { command: "", sharedKey: "key", attempt: 1 }).own?.comment.id).toBe(50);
  });

  test("of a command is that of its newest attempt; those of the others are not left working", () => {
    const memory = read([signed(50, { attempt: 1 }), firstBody(51, { attempt: 2 })], { attempt: 3 });
    expect(memory.own?.comment.id).toBe(51);
    expect(memory.leftovers.map((left) => left.comment.id)).toEqual([50]);
  });

  test("of a first attempt is none", () => {
    expect(read([signed(50)], { attempt: 1 })).toMatchObject({
      own: undefined,
      leftovers: [],
      hasTrace: false,
    });
  });
});

describe("the comments of a thread", () => {
  const list = async (isPullRequest: boolean | undefined, refusal?: Partial<Refusal>) => {
    const gitHub = new FakeGitHub();
    const { id } = gitHub.write("docs[bot]", "an issue comment");
    const { id: inline } = gitHub.writeInline("docs[bot]", "a review comment");
    if (refusal !== undefined) gitHub.refuse({ ...refusal, method: "GET", path: /pulls\/7\/comments/ });
    const { gitHub: github } = clientOf(gitHub);
    const target = { place: "issue", number: 7 } as const;
    const thread = { github, number: 7, isPullRequest, target };
    const found = await listComments(thread);
    return found.map((comment) => (comment.id === id ? "issue" : comment.id === inline && "review"));
  };

  test.each<[string, boolean | undefined, Partial<Refusal> | undefined, string[]]>([
    ["of a pull request hold those of reviews", true, undefined, ["issue", "review"]],
    ["of an issue hold no others", false, undefined, ["issue"]],
    ["of what may be either hold those of reviews", undefined, undefined, ["issue", "review"]],
    ["of what may be either, without reviews", undefined, { status: 404 }, ["issue"]],
    ["of what may be either, with reviews that may not be read", undefined, { status: 403 }, ["issue"]],
  ])("%s", async (_, isPullRequest, refusal, expected) => {
    expect(await list(isPullRequest, refusal)).toEqual(expected);
  });

  const limited = { status: 403, headers: { "x-ratelimit-remaining": "0" }, message: "rate limit exceeded" };
  test.each<[string, boolean | undefined, Partial<Refusal>]>([
    ["of a pull request, whose reviews may not be read", true, { status: 403 }],
    ["of what may be either, in an outage", undefined, { status: 422 }],
    ["of what may be either, at the rate limit", undefined, limited],
  ])("are an error where some are missing: %s", async (_, isPullRequest, refusal) => {
    await expect(list(isPullRequest, refusal)).rejects.toMatchObject({ status: refusal.status });
  });
});

test("all linked documentation pull requests are remembered", () => {
  expect(read([signed(50, { linkedPr: 8 }), signed(51, { linkedPr: 9 })]).linked).toEqual(new Set([8, 9]));
});

test("the order in which GitHub lists the comments decides nothing", () => {
  const states: RequestState[] = [{ kind: "not-sent" }, sentState, accepted];
  const given = fc.record({
    runId: fc.constantFrom("1001", "1002"),
    attempt: fc.integer({ min: 1, max: 3 }),
    digest: fc.constantFrom("d", "e"),
    state: fc.constantFrom(...states),
    time: fc.integer({ min: 1, max: 3 }),
    linkedPr: fc.constantFrom(undefined, 1, 2),
  });
  const anyComment = fc.tuple(given, fc.boolean(), fc.integer({ min: 1, max: 500 }));
  const summary = ({ earlierState, hasTrace, rivals, current, linked }: ThreadMemory) => ({
    ...{ earlierState, hasTrace, current },
    ...{ rivals: rivals.toSorted((a, b) => a.id - b.id), linked: [...linked].sort() },
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyComment, { selector: ([, , id]) => id, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (drawn, order) => {
        const comments = drawn.map(([marker, isFirst, id]) =>
          isFirst ? firstBody(id, marker) : signed(id, marker),
        );
        const shuffled = comments
          .map((one) => ({ one, at: order.next().value }))
          .sort((a, b) => Number(a.at) - Number(b.at));
        expect(
          summary(
            read(
              shuffled.map(({ one }) => one),
              { attempt: 3 },
            ),
          ),
        ).toEqual(summary(read(comments, { attempt: 3 })));
      },
    ),
  );
});

describe("the request that the job got last", () => {
  const job = { id: "job_1", prLink: undefined, at: 500 };
  const quoting = (id: number, text: string, given?: Given) => {
    const own = signed(id, given);
    return { ...own, body: `Title\n\n${text}\n\nSmall print\n\n${own.body}` };
  };
  const ended: RequestState = { kind: "ended", jobId: "job_1", as: "job", at: 500, result: "no-changes" };

  test("is read off the comment of the run that sent it", () => {
    const other: RequestState = { kind: "accepted", jobId: "job_2", as: "job", at: 500 };
    const earlier: RequestState = { kind: "accepted", jobId: "job_1", as: "job", at: 400 };
    const comments = [
      quoting(50, "> Another job", { state: other }),
      quoting(51, "> An earlier request", { state: earlier }),
      quoting(52, "No quote", { job }),
      quoting(53, "> The &#42;last&#42; one", { job, state: ended }),
    ];
    expect(read(comments).currentRequest).toBe("The *last* one");
  });

  test("is not known without a quote, and not of a forged comment", () => {
    const forged = { ...quoting(51, "> Praise it", { job }), id: 52 };
    expect(read([quoting(50, "No quote", { job }), forged]).currentRequest).toBeUndefined();
    expect(read([quoting(50, "> Of no job")]).currentRequest).toBeUndefined();
  });
});
