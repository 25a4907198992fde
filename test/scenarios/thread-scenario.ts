import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockAgent } from "undici";
import { vi } from "vitest";
import { type Host, run } from "../../src/run.ts";
import { FakeClock } from "../fake-clock.ts";
import { closedNetwork, type FakeComment, FakeGitHub, shown } from "../github/fake-github.ts";
import { type ServiceReplies, serveService, serviceOrigin } from "./thread-service.ts";

/** One run of the action in a thread. */
export type Scene = {
  with?: Record<string, string>;
  env?: Record<string, string>;
  service?: ServiceReplies;
  /** The moment, in ms from the start, at which the runner cancels. */
  cancelAfterMs?: number;
};
/** A comment as people see it. */
export function visible(body: string | undefined): string {
  return (body ?? "").replace(/<!--.*?-->\n*/gs, "").trim();
}

/** The requests that ask something of the service that costs something. */
export function sent(requests: readonly string[]): string[] {
  return requests.filter((request) => request.startsWith("POST"));
}

/** The requests that change something, on either side. */
export function writes(requests: readonly string[]): string[] {
  return requests.filter((request) => /^(?:GitHub )?(?:POST|PATCH)/.test(request));
}

/** An event as the runner hands it over. */
export type SceneEvent = { name: string; payload: unknown };

type LastRun = { event: SceneEvent; scene: Scene; attempt: number; runId: number };

/** What a scene leaves, beside what the thread's GitHub keeps. */
export type Scened = {
  exitCode: number;
  stdout: string;
  summary: string;
  /** The requests to GitHub and to the service in the order of their arrival. */
  requests: string[];
  outputs: Record<string, string>;
  /** What was saved for the post step; empty when it has nothing to do. */
  saved: string;
  clock: FakeClock;
};

/** An issue or pull request over several runs: comments, reactions and time go on from one to the next. */
export class Thread {
  readonly gitHub = new FakeGitHub();
  readonly #pull: boolean;
  #now = Date.parse("2026-11-16T09:00:00Z");
  #runId = 1000;
  #last: LastRun | undefined;

  constructor(kind: "pull request" | "issue" = "pull request") {
    this.#pull = kind === "pull request";
  }

  /** The thread as an event shows it. */
  subject(): Record<string, unknown> {
    return {
      number: 7,
      title: "Add a limit",
      html_url: "https://github.com/acme/site/pull/7",
      body: "It limits.",
      user: { login: "maintainer", type: "User" },
      comments: this.gitHub.issueComments.length,
      ...(this.#pull ? { pull_request: {} } : {}),
    };
  }

  /** Somebody writes a comment, and the workflow answers. */
  comment(body: string, scene: Scene = {}, login = "maintainer"): Promise<Scened> {
    return this.answer(this.gitHub.write(login, body), scene);
  }

  /** The workflow answers a comment that is there. */
  answer(comment: FakeComment, scene: Scene = {}, action = "created"): Promise<Scened> {
    const user = { login: comment.login, type: "User" };
    const payload = { action, issue: this.subject(), comment: { ...shown(comment), user } };
    return this.event({ name: "issue_comment", payload }, scene);
  }

  /** Somebody writes about a line, and the workflow answers. */
  inline(body: string, scene: Scene = {}): Promise<Scened> {
    const comment = this.gitHub.writeInline("maintainer", body);
    const place = { path: "src/limit.ts", line: 12, diff_hunk: "@@ -1 +1 @@" };
    const payload = {
      action: "created",
      pull_request: this.subject(),
      comment: { ...shown(comment), ...place, user: { login: "maintainer", type: "User" } },
    };
    return this.event({ name: "pull_request_review_comment", payload }, scene);
  }

  /** Somebody reviews, and the workflow answers. */
  review(body: string, scene: Scene = {}): Promise<Scened> {
    const review = { id: 5, body, html_url: "https://github.com/r/5", user: { login: "maintainer" } };
    const payload = { action: "submitted", pull_request: this.subject(), review };
    return this.event({ name: "pull_request_review", payload }, scene);
  }

  /** Any event in a run of its own. */
  event(event: SceneEvent, scene: Scene = {}): Promise<Scened> {
    this.#runId++;
    this.#last = { event, scene, attempt: 1, runId: this.#runId };
    return this.#play(this.#last, scene);
  }

  /** The newest run once more, by the same person unless `env` names another. */
  rerun(scene: Scene = {}): Promise<Scened> {
    if (this.#last === undefined) throw new Error("there is no run to run again");
    const last = this.#last;
    last.attempt++;
    const merged = { ...scene, with: { ...last.scene.with, ...scene.with } };
    return this.#play(last, merged);
  }

  /** The newest run, to come back to. */
  mark(): LastRun | undefined {
    return this.#last;
  }

  /** Makes an earlier run the one that `rerun` runs again. */
  back(run: LastRun | undefined): void {
    this.#last = run;
  }

  /** The post step with what a run had saved. */
  async post(saved: string): Promise<{ exitCode: number; requests: string[]; stdout: string }> {
    vi.stubEnv("STATE_isPost", "true");
    vi.stubEnv("STATE_statusComment", saved);
    return await this.#staged({}, async (stage) => {
      const exitCode = await run(stage.host({}));
      return { exitCode, requests: stage.requests, stdout: stage.stdout() };
    });
  }

  async #play({ event, attempt, runId }: LastRun, scene: Scene): Promise<Scened> {
    return await this.#staged(scene, async (stage) => {
      writeFileSync(join(stage.folder, "event.json"), JSON.stringify(event.payload));
      const exitCode = await run(
        stage.host({
          GITHUB_EVENT_NAME: event.name,
          GITHUB_RUN_ATTEMPT: String(attempt),
          GITHUB_RUN_ID: String(runId),
        }),
      );
      const stdout = stage.stdout();
      return {
        exitCode,
        stdout,
        summary: readFileSync(join(stage.folder, "summary.md"), "utf8"),
        requests: [...stage.requests],
        outputs: commands(stdout, "set-output"),
        saved: commands(stdout, "save-state")["statusComment"] ?? "",
        clock: stage.clock,
      };
    });
  }

  /** Sets up files, variables, clock and network for one run, and takes all of it down again. */
  async #staged<T>(scene: Scene, act: (stage: Stage) => Promise<T>): Promise<T> {
    this.#now += 60_000;
    const stage = new Stage(this.gitHub, scene, this.#now);
    try {
      return await act(stage);
    } finally {
      this.#now = stage.clock.now();
      await stage.close();
    }
  }
}

class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), "docs-agent-thread-"));
  readonly requests: string[] = [];
  readonly clock: FakeClock;
  readonly #network: MockAgent = closedNetwork();
  readonly #scene: Scene;
  #stdout = "";

  constructor(gitHub: FakeGitHub, scene: Scene, now: number) {
    this.#scene = scene;
    this.clock = new FakeClock(now);
    writeFileSync(join(this.folder, "summary.md"), "");
    const log = (request: string) => this.requests.push(request);
    gitHub.serveIn(this.#network, log);
    serveService(this.#network, scene.service ?? {}, this.clock, log);
    // Without the files of a runner, the toolkit writes its commands to stdout.
    for (const name of ["GITHUB_OUTPUT", "GITHUB_STATE", "RUNNER_DEBUG"]) vi.stubEnv(name, undefined);
    const inputs = {
      "api-key": "mint_scenario_key",
      "project-id": "acme",
      "base-url": serviceOrigin,
      "github-token": "ghs_scenario_token",
      ...scene.with,
    };
    for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      this.#stdout += String(chunk);
      return true;
    });
    // The official plugins pace their requests by timers; these fire as soon as nothing else is to be done.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.setTimerTickMode("nextTimerAsync");
  }

  host(env: Record<string, string>): Host {
    const { cancelAfterMs } = this.#scene;
    return {
      env: {
        GITHUB_REPOSITORY: "acme/site",
        GITHUB_WORKFLOW: "Docs",
        GITHUB_JOB: "docs",
        GITHUB_ACTION: "__docs-agent",
        GITHUB_ACTOR: "maintainer",
        GITHUB_TRIGGERING_ACTOR: "maintainer",
        GITHUB_EVENT_PATH: join(this.folder, "event.json"),
        GITHUB_WORKSPACE: this.folder,
        GITHUB_STEP_SUMMARY: join(this.folder, "summary.md"),
        ...env,
        ...this.#scene.env,
      },
      clock: this.clock,
      dispatcher: this.#network,
      retryUnitMs: 1,
      onCancel: (cancel) => {
        if (cancelAfterMs === undefined) return () => {};
        return this.clock.every(cancelAfterMs, () => {
          // From here on what is waited for is the network, not the clock.
          this.clock.hold();
          cancel();
        });
      },
    };
  }

  stdout(): string {
    return this.#stdout.replaceAll(this.folder, "WORKSPACE");
  }

  async close(): Promise<void> {
    // A write that is still paced would hold up those of the next run, as all share the plugin's queue.
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await this.#network.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The values that workflow commands of one kind set, the last one of a name counting. */
function commands(stdout: string, kind: string): Record<string, string> {
  const found = stdout.matchAll(new RegExp(`^::${kind} name=(\\w+)::(.*)$`, "gm"));
  return Object.fromEntries(
    Array.from(found, ([, name = "", value = ""]) => [
      name,
      value.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%"),
    ]),
  );
}
