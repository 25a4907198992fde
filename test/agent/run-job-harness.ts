import { vi } from "vitest";
import { JobMarkerCodec } from "../../src/agent/job-marker.ts";
import type { AgentResult } from "../../src/agent/outcomes.ts";
import { runAgent } from "../../src/agent/run-agent.ts";
import { createStatusComment } from "../../src/agent/status-comment.ts";
import { findRequest } from "../../src/agent/trigger.ts";
import { parseEvent } from "../../src/github/events.ts";
import { getRunContext } from "../../src/run-context.ts";
import { Service } from "../../src/service/client.ts";
import { HttpClient } from "../../src/service/http.ts";
import { toPlainText } from "../../src/text/message.ts";
import { FakeClock } from "../fake-clock.ts";
import { clientOf, closedNetwork, FakeGitHub } from "../github/fake-github.ts";
import { changed, payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";
import { job, nextReply, type Reply } from "../scenarios/scenario.ts";

const origin = "https://docs.example.com";
const key = "mint_0123456789abcdef";

/** The service's addresses on this stage. */
export const routes = {
  create: "POST /v2/agent/docs-1/job",
  message: "POST /v2/agent/docs-1/job/job_7f3a/message",
  get: "GET /v2/agent/docs-1/job/job_7f3a",
};

/** A command, the pull request of its job, and that job at its end. */
export const command = "/docs-agent Document the limit";
export const pr = "https://github.com/acme/docs/pull/3";
export const done = job("completed", { prLink: pr });
/** A service that creates the job, which is at its end when it is next looked at. */
export const creates = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: done }] };
/** How a run ends that is cancelled while its job goes on. */
export const leftJob = {
  result: "cancelled",
  message: "The run was cancelled; job job_7f3a goes on at the service.",
  advice: "Take it up again by re-running this job, with --status in the thread, or with job-id: job_7f3a.",
};
/** What a service says that is down. */
export const down = { status: 503, text: "" };

/** One run: what it is asked by a comment or by the input `prompt`, which attempt it is, and what the service answers. */
export type Act = {
  comment?: string;
  with?: Given;
  attempt?: number;
  event?: { name: string; payload: unknown };
  service?: Record<string, Reply[]>;
  /** The moment, in ms from the start, at which the runner cancels. */
  cancelAfterMs?: number;
  env?: Record<string, string>;
  /** Told before the service is asked again. */
  onRetry?: () => void;
};

/** What a run told, in the order in which it did. */
export type Acted = { report: AgentResult } & {
  /** Result, reason, message and advice as people read them. */
  end: { result: string; reason: string; message: string; advice: string };
  lines: string[];
  outputs: [string, string][];
  requests: string[];
  /** What was kept for the post step, `undefined` for nothing to do. */
  saved: ({ body: string } | undefined)[];
};

/** Requests to the action, one after the other in one thread, without the process around them. */
export class AgentStage {
  readonly gitHub = new FakeGitHub();
  readonly clock = new FakeClock();
  #cancelled = new AbortController();

  /** Cancels the run that is going on. */
  cancel(): void {
    this.#cancelled.abort();
  }

  async act({ attempt = 1, service: replies = {}, ...act }: Act): Promise<Acted> {
    const { clock, gitHub } = this;
    this.#cancelled = new AbortController();
    const lines: string[] = [];
    const outputs: [string, string][] = [];
    const saved: Acted["saved"] = [];
    const client = clientOf(gitHub);
    const { requests } = client;
    const network = closedNetwork();
    const left = new Map(Object.entries(replies).map(([route, planned]) => [route, [...planned]]));
    network
      .get(origin)
      .intercept({ method: () => true, path: () => true })
      .reply((request) => {
        requests.push(`${request.method} ${request.path}`);
        return nextReply(left, `${request.method} ${request.path}`, clock);
      })
      .persist();
    const inputs = load({ "base-url": origin, ...act.with });
    const payload = changed(payloads["issue_comment"], ["comment", "body"], act.comment ?? "chatter");
    const event = act.event ?? { name: "issue_comment", payload };
    const parsed = parseEvent(event.name, event.payload);
    const request = findRequest(inputs, parsed);
    if (request.kind === "skip") throw new Error("nothing was asked for");
    let lastLineAt = clock.now();
    const write = (line: string) => {
      lastLineAt = clock.now();
      lines.push(line);
    };
    const tell = (kind: string) => (title: string, text: string) => write(`${kind}: ${title}: ${text}`);
    // The official plugins pace their requests by timers, which nobody here has to wait for.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.setTimerTickMode("nextTimerAsync");
    const stop =
      act.cancelAfterMs === undefined ? () => {} : clock.every(act.cancelAfterMs, () => this.cancel());
    try {
      const runContext = getRunContext({
        GITHUB_REPOSITORY: "acme/site",
        GITHUB_RUN_ID: "1001",
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_TRIGGERING_ACTOR: "maintainer",
        ...act.env,
      });
      const common = {
        ...{ inputs, event: parsed, runContext, clock },
        github: act.with?.["github-token"] === "" ? undefined : client.gitHub,
        log: {
          info: write,
          group: (title: string, inside: () => void) => {
            write(`group: ${title}`);
            inside();
          },
          notice: tell("notice"),
          warning: tell("warning"),
          error: tell("error"),
          debug: () => {},
          get lastLineAt() {
            return lastLineAt;
          },
        },
        setOutput: (name: string, value: string) => void outputs.push([name, value]),
      };
      const statusComment = createStatusComment(request, {
        ...common,
        codecFor: (thread) =>
          new JobMarkerCodec(key, { repository: "acme/site", thread, origin, project: "docs-1" }),
        savePostState: (state) => void saved.push(state),
      });
      const report = await runAgent(request, {
        ...common,
        statusComment,
        service: new Service({
          transport: new HttpClient(new URL(origin), key, network),
          clock,
          projectId: "docs-1",
          onRetry: act.onRetry ?? (() => {}),
        }),
        signal: this.#cancelled.signal,
      });
      await statusComment.flush();
      const { result, reason, message, advice } = report.outcome;
      const end = { result, reason, message: toPlainText(message), advice: toPlainText(advice) };
      clock.advance(1000);
      return { report, end, lines, outputs, requests, saved };
    } finally {
      stop();
      // What an error left behind goes out before the timers that it waits for are gone.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      vi.useRealTimers();
      await network.close();
    }
  }
}
