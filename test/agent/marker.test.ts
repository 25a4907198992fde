import { describe, expect, test } from "vitest";
import {
  type Marker,
  maxEarlier,
  readMarkers,
  signerOf as signerOfRun,
  stepName,
  writeMarker,
} from "../../src/agent/marker.ts";
import type { Tools } from "../../src/agent/tools.ts";
import type { Comment } from "../../src/github/comments.ts";
import { getRunContext } from "../../src/runner/context.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { key } from "../service/service-under-test.ts";
import { marker, signerOf, toolsOf } from "./fixture.ts";

const signer = signerOf();
const comment = (body: string, id = 50, login: string | undefined = "docs[bot]"): Comment => ({
  ...{ id, body, login, url: "" },
});
const write = (more: Partial<Marker> = {}, by = signer) => writeMarker(by, { ...marker, ...more });
const none = { ours: [], unsure: [], unverified: [] };
const read = (...comments: Comment[]) => readMarkers(comments, signer);
const idsOf = (...comments: Comment[]) => read(...comments).ours.map((found) => found.comment.id);

describe("a marker that does not verify", () => {
  const { tools } = toolsOf();
  const { connection } = tools;
  test.each<[string, number, Partial<Tools>]>([
    ["under another key", 7, { connection: { ...connection, key: `${key}x` } }],
    [
      "of another repository",
      7,
      { runContext: getRunContext({ GITHUB_REPOSITORY: "acme/other" }) },
    ],
    ["of another thread", 8, {}],
    [
      "of another service",
      7,
      { connection: { ...connection, base: new URL("https://other.example.com") } },
    ],
    ["of another project", 7, { connection: { ...connection, project: "docs-2" } }],
  ])("is none of ours: %s", (_, thread, more) => {
    const elsewhere = comment(write({}, signerOfRun(thread, { ...tools, ...more })));
    const { ours, unverified } = readMarkers([elsewhere], signerOfRun(7, tools));
    expect([ours, unverified]).toMatchObject([
      [],
      [{ marker: JSON.parse(JSON.stringify(marker)) }],
    ]);
  });

  test("is none of ours once its content was changed", () => {
    const changed = Buffer.from(JSON.stringify({ ...marker, runId: "1002" })).toString("base64url");
    const { ours, unverified } = read(comment(write().replace(/(?<=job )[\w-]+/, changed)));
    expect([ours, unverified]).toMatchObject([[], [{ marker: { runId: "1002" } }]]);
  });

  test.each(["", "[]", "{", "null", JSON.stringify({ ...marker, state: { kind: "done" } })])(
    "is nothing where its content is no marker, signed or not: %j",
    (content) => {
      expect(read(comment(signer.write(content)))).toEqual(none);
      expect(read(comment(signerOf({ thread: 8 }).write(content)))).toEqual(none);
    },
  );
});

describe("a copy by a stranger", () => {
  const first = write({ login: undefined });
  test.each<[string, Comment[], number[]]>([
    ["of a marker with a login counts for nothing", [comment(write(), 60, "mallory")], []],
    [
      "of a first body, which names no login, counts for as little as the original",
      [comment(first, 60, "mallory"), comment(first)],
      [],
    ],
    [
      "of a first body is over once GitHub has named the author",
      [comment(write()), comment(first, 60)],
      [50],
    ],
    [
      "repeated by an app with the login of ours is younger, too",
      [comment(write(), 60), comment(write())],
      [50],
    ],
  ])("%s", (_, comments, ids) => {
    expect(idsOf(...comments)).toEqual(ids);
  });

  const saysSent = (state: Marker["state"]) =>
    read(comment(write({ state, login: undefined }), 60, "mallory")).unsure.map(
      ({ marker: { state, job } }) => ({ state, job }),
    );

  test.each<[string, Marker["state"], string | undefined]>([
    ["that is on its way", { kind: "sent" }, undefined],
    ["that is on its way to a job", { kind: "sent", to: "job_2" }, "job_2"],
    ["that was accepted", marker.state, undefined],
  ])("of a first body says only that a request may have been sent: one %s", (_, state, to) => {
    expect(saysSent(state)).toEqual([{ state: { kind: "sent", to }, job: undefined }]);
    expect(saysSent({ kind: "not-sent" })).toEqual([]);
  });

  test("of a first body is of another attempt, request or link than what is signed with a login", () => {
    const others = [{ attempt: 2 }, { command: "issue:42" }, { step: "other" }, { runId: "1002" }];
    const copies = others.map((more) => comment(write({ ...more, login: undefined }), 60));
    expect(read(comment(write()), ...copies).unsure).toHaveLength(others.length);
  });

  test("logins are compared without their case", () => {
    expect(idsOf(comment(write({ login: "Docs[bot]" })))).toEqual([50]);
  });
});

test("the longest marker leaves room for the comment around it", () => {
  const id = "\u{10fffd}".repeat(128);
  const longest = write({
    runId: "9".repeat(20),
    conversation: "c".repeat(50),
    isShared: true,
    state: {
      kind: "accepted",
      jobId: id,
      as: "follow-up",
      at: Number.MAX_SAFE_INTEGER,
      failed: true,
    },
    job: {
      id,
      prLink: `https://x.org/${"a".repeat(2034)}`,
      at: Number.MAX_SAFE_INTEGER,
    },
    earlier: Array.from({ length: maxEarlier }, () => `${"9".repeat(20)}.1000`),
  });
  expect(idsOf(comment(longest))).toEqual([50]);
  expect(longest.length).toBeLessThan(16_000);
});

test.each<[string, string]>([
  ["starts of markers", "<!-- docs-agent:job "],
  ["markers that do not verify", write({}, signerOf({ thread: 8 }))],
  ["dots and dashes", `<!-- docs-agent:job ${"A.-".repeat(22_000)}`],
  ["a content that nests", signer.write("[".repeat(40_000))],
  [
    "a content with a thousand names",
    signer.write(JSON.stringify({ ...marker, earlier: Array(10_000).fill("1") })),
  ],
])("a hostile body of 65,536 characters is read in less than 100 ms: %s", (_, piece) => {
  const body = comment(piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536));
  expect(leastCpuMs(() => void read(body), 100)).toBeLessThan(100);
});

test("the name of a step tells workflow, job, step and leg apart, however they are written", () => {
  const name = (...[GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION, matrix = ""]: string[]) =>
    stepName(getRunContext({ GITHUB_WORKFLOW, GITHUB_JOB, GITHUB_ACTION }), matrix);
  const all = [
    ["a", "b", "c", "null"],
    ["a", "b", "c", '{"package":"client"}'],
    ["a", "c", "b"],
    ["ab", "", "c"],
    ["a,b", "c", ""],
  ];
  expect(new Set(all.map((one) => name(...one))).size).toBe(all.length);
  expect(name("a", "b", "c")).toMatch(/^[\w-]{22}$/);
});
