import type { RunningGitHub } from "../../test/emulator/github.ts";
import type { RunningService } from "../../test/emulator/start.ts";
import type { FakeComment, ThreadEvent } from "../../test/github/fake-github.ts";
import { runStep, type Step, type StepResult } from "../../test/runner/runner.ts";

type More = { with?: Record<string, string>; apiUrl?: string };

/** An issue or pull request at the emulated GitHub, with the workflow that listens there. */
export class LiveThread {
  readonly #gitHub: RunningGitHub;
  readonly #service: RunningService;
  readonly number: number;
  #runId: number;
  #last: Step | undefined;

  /** A new issue has a number of its own. The ids of the runs count on from `runId`. */
  constructor(
    gitHub: RunningGitHub,
    service: RunningService,
    number = gitHub.fake.nextNumber(),
    runId = 1000,
  ) {
    this.#runId = runId;
    this.#gitHub = gitHub;
    this.#service = service;
    this.number = number;
  }

  /** Someone writes, and the bundle answers. */
  async comment(body: string, person = "maintainer", more: More = {}): Promise<StepResult> {
    return await runStep(this.command(body, person, more));
  }

  /** Someone writes; returns the step of the workflow that is to answer. */
  command(body: string, person = "maintainer", more: More = {}): Step {
    const { fake } = this.#gitHub;
    const comment = this.write(body, person);
    const isPull = fake.pulls.has(`${fake.repository}#${this.number}`);
    return this.#begin(fake.commentEvent(comment, isPull), more);
  }

  /** Someone reviews the pull request, with comments on lines; returns the step of the workflow that is to answer. */
  review(
    body: string,
    comments: readonly { path: string; line: number; body: string }[],
    person: string,
  ): Step {
    const { fake } = this.#gitHub;
    for (const { body: text, ...place } of comments)
      fake.writeInReview(text, place, person, this.number);
    return this.#begin(fake.reviewEvent(body, person, this.number));
  }

  /** The step of the newest run, with variables of another attempt. */
  step(env: Record<string, string> = {}): Step {
    if (this.#last === undefined) throw new Error("no run has begun yet");
    return { ...this.#last, env: { ...this.#last.env, ...env } };
  }

  write(body: string, person: string): FakeComment {
    return this.#gitHub.fake.write(person, body, this.number);
  }

  /** Every comment, oldest first. */
  comments(): FakeComment[] {
    return this.#gitHub.fake.issueComments.filter(({ thread }) => thread === this.number);
  }

  /** The comments of the action, oldest first. */
  own(): FakeComment[] {
    return this.comments().filter(({ login }) => login === this.#gitHub.fake.bot);
  }

  /** The names of a comment's reactions; GitHub keeps each once. */
  reactions(commentId: number): string[] {
    const target = `issues/comments/${commentId} `;
    const ofComment = this.#gitHub.fake.reactions.filter((one) => one.startsWith(target));
    return [...new Set(ofComment)].map((one) => one.slice(target.length));
  }

  #begin({ name, payload }: ThreadEvent, more: More = {}): Step {
    const { url, token, fake } = this.#gitHub;
    this.#runId++;
    this.#gitHub.forgetRequests();
    this.#last = {
      with: {
        "api-key": this.#service.key,
        "project-id": this.#service.projectId,
        "base-url": this.#service.url,
        "github-token": token,
        ...more.with,
      },
      env: {
        GITHUB_API_URL: more.apiUrl ?? url,
        GITHUB_REPOSITORY: fake.repository,
        GITHUB_RUN_ID: String(this.#runId),
        GITHUB_RUN_ATTEMPT: "1",
      },
      eventName: name,
      event: payload,
    };
    return this.#last;
  }
}
