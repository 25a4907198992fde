import { findRequest } from "../../src/agent/command/find-request.ts";
import type { AgentResult } from "../../src/agent/outcomes.ts";
import { handleRequest } from "../../src/agent/run-agent.ts";
import { identify, threadOf } from "../../src/agent/thread/agent-thread.ts";
import { type JobMarker, JobMarkerCodec } from "../../src/agent/thread/job-marker.ts";
import { StatusComment } from "../../src/agent/thread/status-comment.ts";
import { parseEvent } from "../../src/github/event.ts";
import type { Logger } from "../../src/runner/logger.ts";
import type { CommentEdit } from "../../src/runner/post-state.ts";
import { getRunContext } from "../../src/runner/run-context.ts";
import { Service } from "../../src/service/client.ts";
import { HttpClient } from "../../src/service/http.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { closedNetwork } from "../closed-network.ts";
import { FakeClock } from "../fake-clock.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { changed, payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";
import { redactNothing } from "../no-secrets.ts";
import * as runs from "../service/fake-service.ts";
import {
  done,
  serviceOrigin as origin,
  routes,
  type ServiceReplies,
  serveService,
} from "../service/fake-service.ts";

const key = "mint_0123456789abcdef";
const project = "acme";

/** The codec of a thread of the repository. */
export const codecFor = (thread: number) =>
  new JobMarkerCodec(key, { repository: "acme/site", thread, origin, project });
/** Encodes and decodes the markers of thread 7. */
export const codec = codecFor(7);

export const command = "/docs-agent Document the limit";
export const prLink = "https://github.com/acme/docs/pull/3";
/** The service of the runs with a job that is completed at the first poll: the tests of a job say how it goes on. */
export const creates: ServiceReplies = { ...runs.creates, [routes.get]: [{ json: done }] };
/** The same service, which accepts a follow-up, too. */
export const follows: ServiceReplies = { ...runs.follows, ...creates };
/** The response of a service that is down. */
export const down = { status: 503, text: "" };
/** The outcome of a run that is cancelled before it sends anything. */
export const cancelledUnsent = {
  result: "cancelled",
  reason: "",
  message: "The run was cancelled before anything was sent.",
  advice: "",
};
/** An event without a text. */
export const push = { name: "push", payload: {} };

/** An event as the runner hands it over. */
export type Event = { name: string; payload: unknown };

/** A comment on issue 7. */
export function commentBy(login: string | null, body = command, type = "User"): Event {
  const user = login === null ? null : { login, type };
  return {
    name: "issue_comment",
    payload: { ...payloads["issue_comment"], comment: { id: 41, body, html_url: "", user } },
  };
}

/** The run of another comment on thread 7, which has an id and a run of its own. */
export function commentOf(id: number, body: string, login = "maintainer"): RunOptions {
  const { name, payload } = commentBy(login, body);
  return {
    event: { name, payload: changed(payload, ["comment", "id"], id) },
    env: { GITHUB_RUN_ID: String(id) },
  };
}

/** Pull request 7, opened with this description. */
export function pullRequest(body = command): Event {
  const pull = { number: 7, title: "Add a limit", body, user: { login: "maintainer" } };
  return { name: "pull_request", payload: { action: "opened", pull_request: pull } };
}

/** The requests that change something at the service. */
export function posted(requests: readonly string[]): string[] {
  return requests.filter((request) => request.startsWith("POST"));
}

/** The valid markers of the thread's comments, in order. */
export function markersOf({ gitHub }: AgentHarness): JobMarker[] {
  return gitHub.own().flatMap((own) => codec.decode({ ...own, place: "issue", url: "" }) ?? []);
}

/** One run: the comment or event that starts it, and how the service and the runner behave. */
export type RunOptions = {
  /** The body of a maintainer's comment; used without `event`. */
  comment?: string;
  event?: Event;
  with?: Given;
  attempt?: number;
  env?: Record<string, string>;
  service?: ServiceReplies;
  /** When the runner cancels, in ms from the start of the run. */
  cancelAfterMs?: number;
  /** Called before a request to the service is retried. */
  onRetry?: () => void;
  /** Called before an output is set. */
  onOutput?: (name: string, value: string) => void;
  /** Called before the post state is saved. */
  onPostState?: () => void;
};

/** What a run returned and wrote, in order. */
export type RunRecord = {
  result: AgentResult;
  /** The outcome as plain text. */
  outcome: { result: string; reason: string; message: string; advice: string };
  log: string[];
  outputs: [string, string][];
  requests: string[];
  /** What the post step would write, each time that it was saved. */
  postStates: (readonly CommentEdit[])[];
};

/** Runs requests one after another in thread 7, with a faked network and clock. */
export class AgentHarness {
  readonly gitHub = new FakeGitHub();
  readonly clock = new FakeClock();
  /** The log of the newest run. */
  log: string[] = [];
  #cancelled = new AbortController();

  /** Cancels the current run. */
  cancel(): void {
    this.#cancelled.abort();
  }

  async run(options: RunOptions): Promise<RunRecord> {
    const { clock } = this;
    const { attempt = 1, onRetry = () => {} } = options;
    this.#cancelled = new AbortController();
    const { signal } = this.#cancelled;
    const log = this.#startLog();
    const outputs: [string, string][] = [];
    const postStates: RunRecord["postStates"] = [];
    const client = clientOf(this.gitHub, { spaceWrites: false });
    const network = closedNetwork();
    serveService(network, options.service ?? {}, clock, (request) => client.requests.push(request));
    const inputs = load({ "base-url": origin, "project-id": project, ...options.with });
    const body = options.comment ?? "ordinary text";
    const { name, payload } = options.event ?? {
      name: "issue_comment",
      payload: changed(payloads["issue_comment"], ["comment", "body"], body),
    };
    const event = parseEvent(name, payload);
    const request = findRequest(inputs, event);
    if (request.kind === "skip") throw new Error("the event holds no request");
    const runContext = getRunContext({
      GITHUB_REPOSITORY: "acme/site",
      GITHUB_RUN_ID: "1001",
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_TRIGGERING_ACTOR: "maintainer",
      ...options.env,
    });
    const common = {
      ...{ inputs, event, runContext, clock, log },
      github: options.with?.["github-token"] === "" ? undefined : client.gitHub,
      setOutput: (output: string, value: string) => {
        options.onOutput?.(output, value);
        outputs.push([output, value]);
      },
    };
    const statusComment = new StatusComment({
      ...common,
      thread: threadOf(request, { ...common, codecFor }),
      identity: identify(request, common),
      savePostState: (edits) => {
        options.onPostState?.();
        postStates.push(edits);
      },
    });
    const transport = new HttpClient(new URL(origin), key, network);
    const service = new Service({ transport, clock, projectId: project, redact: redactNothing, onRetry });
    const { cancelAfterMs } = options;
    const stop = cancelAfterMs === undefined ? () => {} : clock.every(cancelAfterMs, () => this.cancel());
    try {
      const result = await handleRequest(request, { ...common, statusComment, service, signal });
      await statusComment.flush();
      const { message, advice } = result.outcome;
      const outcome = {
        result: result.outcome.result,
        reason: result.outcome.reason,
        message: toPlainText(message),
        advice: toPlainText(advice),
      };
      // The markers of two runs must not have the same time.
      clock.advance(1000);
      return { result, outcome, log: this.log, outputs, requests: client.requests, postStates };
    } finally {
      stop();
      await statusComment.flush();
      await network.close();
    }
  }

  #startLog(): Logger {
    const { clock } = this;
    const lines: string[] = [];
    this.log = lines;
    let lastLineAt = clock.now();
    const write = (line: string) => {
      lastLineAt = clock.now();
      lines.push(line);
    };
    const annotate = (kind: string) => (title: string, text: string) => write(`${kind}: ${title}: ${text}`);
    return {
      info: write,
      group: (title, inside) => {
        write(`group: ${title}`);
        inside();
      },
      notice: annotate("notice"),
      warning: annotate("warning"),
      error: annotate("error"),
      debug: () => {},
      get lastLineAt() {
        return lastLineAt;
      },
    };
  }
}
