import { renderNotSetUp } from "../../src/agent/thread/comment-template.ts";
import {
  AgentHarness,
  type Event,
  push,
  type RunOptions,
  type RunRecord,
} from "../../test/agent/agent-harness.ts";
import { changed, payloads } from "../../test/github/payloads.ts";
import { load } from "../../test/given-inputs.ts";
import { job, type Reply, reset, type ServiceReplies } from "../../test/service/fake-service.ts";
import type { Scene } from "./page.ts";

const jobId = "02e96e4b9024c425b860615a";
const phrase = "/docs-agent";
const request = "Document the new `--watch` flag in the quickstart, with an example.";
const prLink = "https://github.com/acme/docs/pull/41";

const create = "POST /v2/agent/acme/job";
const message = `POST /v2/agent/acme/job/${jobId}/message`;
const get = `GET /v2/agent/acme/job/${jobId}`;
const isAt = (status: string, link?: string): Reply => ({
  json: job(status, { id: jobId, prLink: link ?? null }),
});
const active = isAt("active");
const done = isAt("completed", prLink);
const fails = (status: number, error: string): Reply => ({ status, json: { error } });
/** The polls of a job that works for about four minutes. */
const polls = Array.from({ length: 57 }, () => active);
/** A service that takes a job, which ends like this. */
const jobThat = (...end: Reply[]): ServiceReplies => ({
  [create]: [{ status: 201, ...active }],
  [get]: [...polls, ...end],
});
/** A service that takes a follow-up to a job that is like this before. */
const followUpThat = (before: Reply, ...end: Reply[]): ServiceReplies => ({
  [message]: [active],
  [get]: [before, ...polls, ...end],
});
/** A service whose first job is over, and which takes another one. */
const anotherJob = (before: Reply, end: Record<string, unknown>): ServiceReplies => {
  const id = "5be81f0c77d94a6a9d20c3e1";
  return {
    [get]: [before],
    [create]: [{ status: 201, json: job("active", { id }) }],
    [`GET /v2/agent/acme/job/${id}`]: [
      ...polls.map(() => ({ json: job("active", { id }) })),
      { json: job("completed", { id, ...end }) },
    ],
  };
};

/** The run that a command starts. */
type Asked = (body: string, service?: ServiceReplies, more?: RunOptions) => RunOptions;
const asks =
  (login: string, id: number): Asked =>
  (body, service = {}, more = {}) => {
    const comment = { id, body: `${phrase} ${body}`, html_url: "", user: { login, type: "User" } };
    const event: Event = {
      name: "issue_comment",
      payload: changed(payloads["issue_comment"], ["comment"], comment),
    };
    return { event, service, ...more, env: { GITHUB_RUN_ID: String(id), ...more.env } };
  };
/** The first and the second comment of the thread. */
const first = asks("alice", 41);
const second = asks("alice", 42);
const workflow = (service: ServiceReplies, more: RunOptions = {}): RunOptions => ({
  event: push,
  service,
  ...more,
  with: { prompt: request, "issue-number": "7", ...more.with },
});

/** The moment of the last run that is shown. For `killed`: the text that the post step writes if it is killed. */
type Moment = "start" | "work" | "killed" | "end";
/** Runs in a thread, one after another. */
type State = {
  name: string;
  runs: readonly RunOptions[];
  moment?: Moment;
  /** Prepares GitHub before the first run. */
  before?: (harness: AgentHarness) => void;
  /** The thread whose comment is shown: 7, where the commands are, unless given. */
  thread?: number;
};

const createdBefore = first(request, jobThat(done));
const isMerged = ({ gitHub }: AgentHarness) =>
  void gitHub.pulls.set("acme/docs#41", { state: "closed", merged: true });
const cancelled = { cancelAfterMs: 252_000 };
const longName = "a-maintainer-with-39-characters-in-name";
const longId = `<!--\`${"x".repeat(240)}-->`;

const states: readonly State[] = [
  { name: "working, before the job is known", runs: [createdBefore], moment: "start" },
  { name: "working", runs: [createdBefore], moment: "work" },
  {
    name: "a follow-up to a job at work",
    runs: [
      first(request, jobThat(active), { with: { wait: "false" } }),
      second("Make the example shorter.", followUpThat(active, done)),
    ],
    moment: "work",
  },
  { name: "done", runs: [createdBefore] },
  {
    name: "done, a follow-up",
    runs: [createdBefore, second("Make the example shorter.", followUpThat(done, done))],
  },
  {
    name: "done, after a merged pull request",
    runs: [
      createdBefore,
      second(request, anotherJob(done, { prLink: "https://github.com/acme/docs/pull/45" })),
    ],
    before: isMerged,
  },
  {
    name: "done, after a job that failed",
    runs: [first(request, jobThat(isAt("failed"))), second(request, anotherJob(isAt("failed"), { prLink }))],
  },
  { name: "done, asked by a workflow", runs: [workflow(jobThat(done))] },
  { name: "no pull request", runs: [first(request, jobThat(isAt("completed")))] },
  {
    name: "no pull request, a follow-up",
    runs: [
      first(request, jobThat(isAt("completed"))),
      second(request, followUpThat(isAt("completed"), isAt("completed"))),
    ],
  },
  {
    name: "no pull request, after a merged one",
    runs: [createdBefore, second(request, anotherJob(done, { prLink: null }))],
    before: isMerged,
  },
  { name: "no pull request, asked by a workflow", runs: [workflow(jobThat(isAt("completed")))] },
  { name: "failed", runs: [first(request, jobThat(isAt("failed")))] },
  {
    name: "failed, after a merged pull request",
    runs: [createdBefore, second(request, anotherJob(done, { status: "failed" }))],
    before: isMerged,
  },
  { name: "failed, asked by a workflow", runs: [workflow(jobThat(isAt("failed")))] },
  { name: "archived", runs: [first(request, jobThat(isAt("archived")))] },
  { name: "time limit", runs: [first(request, jobThat(active))] },
  { name: "time limit, asked by a workflow", runs: [workflow(jobThat(active))] },
  { name: "not waited for", runs: [first(request, jobThat(active), { with: { wait: "false" } })] },
  { name: "cancelled", runs: [first(request, jobThat(active), cancelled)] },
  { name: "cancelled, asked by a workflow", runs: [workflow(jobThat(active), cancelled)] },
  {
    name: "cancelled before anything was sent",
    runs: [first(request)],
    before: (harness) =>
      harness.gitHub.refuse({ path: /comments$/, method: "POST", meanwhile: () => harness.cancel() }),
  },
  {
    name: "cancelled before the service replied",
    runs: [first(request, { [create]: [{ error: reset(), ms: 4000 }] }, { cancelAfterMs: 3000 })],
  },
  { name: "killed", runs: [createdBefore], moment: "killed" },
  {
    name: "killed before the service replied",
    runs: [first(request, { [create]: [{ error: reset() }] })],
    moment: "killed",
  },
  { name: "the request may have arrived", runs: [first(request, { [create]: [{ error: reset() }] })] },
  {
    name: "a follow-up may have arrived, as a re-run tells",
    runs: [
      createdBefore,
      second(request, { [message]: [{ error: reset() }], [get]: [done] }),
      second(request, { [get]: [done] }, { attempt: 2 }),
    ],
  },
  {
    name: "a follow-up refused",
    runs: [
      createdBefore,
      second(request, { [message]: [fails(422, "The prompt is too long")], [get]: [done] }),
    ],
  },
  {
    name: "another workflow has the command",
    runs: [createdBefore, first(request, {}, { env: { GITHUB_RUN_ID: "43" } })],
  },
  { name: "API key not accepted", runs: [first(request, { [create]: [fails(401, "Invalid API key")] })] },
  { name: "no permission", runs: [first(request, { [create]: [fails(403, "Missing scope")] })] },
  { name: "refused", runs: [first(request, { [create]: [fails(400, "The prompt is too long")] })] },
  { name: "rate limit", runs: [first(request, { [create]: [fails(429, "Rate limit exceeded")] })] },
  { name: "the service fails", runs: [first(request, { [create]: [fails(503, "Service Unavailable")] })] },
  { name: "progress not read", runs: [first(request, jobThat(fails(503, "Service Unavailable")))] },
  {
    name: "long and hostile texts",
    runs: [
      asks(longName, 41)(
        `@octo ![x](https://evil.test/x.png) <img src=x> #1 https://evil.test\n# Title\n${"long words and more ".repeat(40)}`,
        {
          [create]: [{ status: 201, json: job("active", { id: longId }) }],
          [`GET /v2/agent/acme/job/${encodeURIComponent(longId)}`]: [
            { json: job("completed", { id: longId, prLink: "https://evil.test/@octo/#1" }) },
          ],
        },
      ),
    ],
  },
  { name: "help", runs: [first("--help")] },
  { name: "not understood", runs: [first("--stauts")] },
  { name: "cancel", runs: [first("cancel")] },
  { name: "small talk", runs: [first("thanks a lot")] },
  { name: "a flag at the end", runs: [first("Document the new option --dry-run")] },
  {
    name: "status",
    runs: [
      first(request, jobThat(active), { with: { wait: "false" } }),
      second("--status", { [get]: [active] }),
    ],
  },
  { name: "dry run", runs: [first(`--dry-run ${request}`)] },
  {
    name: "on the documentation pull request",
    runs: [first(request, jobThat(isAt("completed", "https://github.com/acme/site/pull/41")))],
    before: ({ gitHub }) => void gitHub.pulls.set("acme/site#41", {}),
    thread: 41,
  },
];

/** Plays a state's runs from the source, with the tests' fakes of GitHub and the service, and returns the comment. */
async function play({ name, runs, moment = "end", before, thread = 7 }: State): Promise<string> {
  const harness = new AgentHarness();
  const { gitHub } = harness;
  for (const login of ["alice", longName])
    gitHub.roles.set(login, { permission: "write", role_name: "write" });
  before?.(harness);
  let written: readonly string[] = [];
  let record: RunRecord | undefined;
  for (const run of runs) {
    const earlier = gitHub.written.length;
    record = await harness.run(run);
    written = gitHub.written.slice(earlier);
  }
  const end = gitHub.own().findLast((comment) => comment.thread === thread)?.body;
  const left = record?.postStates.flatMap(([edit]) => edit?.body ?? []) ?? [];
  const body = {
    start: written[0],
    work: written.at(-2),
    killed: left.findLast((text) => text !== end),
    end,
  }[moment];
  if (body === undefined) throw new Error(`no comment shows the state “${name}”`);
  return body;
}

// Played here, so that all pictures show the same runs.
const comments = new Map<string, string>();
for (const state of states) comments.set(state.name, await play(state));

const links = {
  sourceUrl: "https://github.com/acme/docs-agent/blob/v1",
  runUrl: "https://github.com/acme/app/actions/runs/41",
};
const notSetUp = {
  "project not set": { "project-id": "" },
  "a key with white space": { "api-key": "mint_01 23" },
};
for (const [name, given] of Object.entries(notSetUp))
  comments.set(name, renderNotSetUp(load(given).notSetUp, "alice", links));

/** The status comment in every state, and every reply. */
export function commentStates(): Scene[] {
  return Array.from(comments, ([name, markdown]) => ({
    title: "",
    caption: "",
    posts: [{ by: "github-actions", what: `bot: ${name}`, markdown }],
  }));
}

/** A command and the comment that links its pull request. */
export function commandAndReply(): Scene {
  return {
    title: "",
    caption: "",
    posts: [
      { by: "alice", markdown: `${phrase} ${request}`, reactions: ["👀", "🚀"] },
      { by: "github-actions[bot]", markdown: comments.get("done") ?? "" },
    ],
  };
}
