import * as z from "zod";
import { runStep, type Step, type StepResult } from "../runner/runner.ts";
import { reportStep } from "./live-report.ts";
import type { GitHubEmulator, RunningService } from "./start.ts";

const commentSchema = z.looseObject({
  id: z.number(),
  body: z.string(),
  html_url: z.string(),
  user: z.looseObject({ login: z.string() }),
});
export type LiveComment = z.infer<typeof commentSchema>;
type Person = "owner" | "maintainer" | "reader" | "outsider";
type More = { with?: Record<string, string>; apiUrl?: string };

/** A comment in a review, about a line. */
export type LineComment = { path: string; line: number; body: string };

/** An issue or pull request at the emulated GitHub, with the workflow that listens there. */
export class LiveThread {
  readonly #gitHub: GitHubEmulator;
  readonly #service: RunningService;
  readonly number: number;
  #runId = 1000;
  #last: Step | undefined;
  #commandId = 0;

  constructor(gitHub: GitHubEmulator, service: RunningService, number: number) {
    this.#gitHub = gitHub;
    this.#service = service;
    this.number = number;
  }

  /** A thread of its own: a new issue. */
  static async open(gitHub: GitHubEmulator, service: RunningService): Promise<LiveThread> {
    const opened = await gitHub.call("POST", "/issues", {
      ...{ by: "maintainer", body: { title: "Something to document" } },
    });
    return new LiveThread(gitHub, service, z.looseObject({ number: z.number() }).parse(opened).number);
  }

  /** Someone writes, and the bundle answers. */
  async comment(body: string, person: Person = "maintainer", more: More = {}): Promise<StepResult> {
    return await runStep(await this.command(body, person, more));
  }

  /** Someone writes; returns the step of the workflow that is to answer. */
  async command(body: string, person: Person = "maintainer", more: More = {}): Promise<Step> {
    const comment = await this.write(body, person);
    const issue = await this.#gitHub.call("GET", `/issues/${this.number}`);
    this.#commandId = comment.id;
    this.#runId++;
    this.#gitHub.forgetRequests();
    this.#last = this.#step({ action: "created", issue, comment }, more);
    return this.#last;
  }

  /** Someone reviews the pull request, with comments on lines; returns the step of the workflow that is to answer. */
  async review(body: string, comments: readonly LineComment[], person: Person): Promise<Step> {
    const path = `/pulls/${this.number}`;
    const sent = { body, event: "COMMENT", comments };
    const review = await this.#gitHub.call("POST", `${path}/reviews`, { by: person, body: sent });
    const pull_request = await this.#gitHub.call("GET", path);
    this.#runId++;
    this.#gitHub.forgetRequests();
    this.#last = this.#step({ action: "submitted", pull_request, review }, {}, "pull_request_review");
    return this.#last;
  }

  /** A step that writes the report of the emulated site into a comment of this thread. */
  reportStep(inputs: Record<string, string> = {}): Step {
    const { url, tokens } = this.#gitHub;
    const place = { "issue-number": String(this.number), "github-token": tokens.bot };
    return reportStep(this.#service, { ...place, ...inputs }, { env: { GITHUB_API_URL: url } });
  }

  /** The comment that the newest run answered. */
  commandId(): number {
    return this.#commandId;
  }

  /** The bundle runs the newest run once more. */
  again(env: Record<string, string> = {}): Promise<StepResult> {
    return runStep(this.step(env));
  }

  /** The step of the newest run, with variables of another attempt. */
  step(env: Record<string, string> = {}): Step {
    if (this.#last === undefined) throw new Error("no run has begun yet");
    return { ...this.#last, env: { ...this.#last.env, ...env } };
  }

  async write(body: string, person: Person): Promise<LiveComment> {
    const path = `/issues/${this.number}/comments`;
    return commentSchema.parse(await this.#gitHub.call("POST", path, { body: { body }, by: person }));
  }

  /** Every comment, oldest first. */
  async comments(): Promise<LiveComment[]> {
    const comments = await this.#gitHub.call("GET", `/issues/${this.number}/comments?per_page=100`);
    return z.array(commentSchema).parse(comments);
  }

  /** The comments of the action, oldest first. */
  async own(): Promise<LiveComment[]> {
    return (await this.comments()).filter(({ user }) => user.login.endsWith("[bot]"));
  }

  async reactions(commentId: number): Promise<string[]> {
    const found = await this.#gitHub.call("GET", `/issues/comments/${commentId}/reactions`);
    return z
      .array(z.looseObject({ content: z.string() }))
      .parse(found)
      .map(({ content }) => content);
  }

  #step(event: unknown, more: More, eventName = "issue_comment"): Step {
    const { url, tokens, owner, repo } = this.#gitHub;
    return {
      with: {
        "api-key": this.#service.key,
        "project-id": this.#service.projectId,
        "base-url": this.#service.url,
        "github-token": tokens.bot,
        ...more.with,
      },
      env: {
        GITHUB_API_URL: more.apiUrl ?? url,
        GITHUB_REPOSITORY: `${owner}/${repo}`,
        GITHUB_RUN_ID: String(this.#runId),
        GITHUB_RUN_ATTEMPT: "1",
      },
      eventName,
      event,
    };
  }
}

/** Waits for something to happen at a server. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 20));
}
