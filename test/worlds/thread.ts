import { type FakeComment, FakeGitHub, type ThreadEvent } from "../github/fake-github.ts";
import type { Reply } from "../wire.ts";
import type { Shape } from "./plan.ts";
import { threadNumber } from "./requests.ts";

/** A body that GitHub took from us. */
export type Written = { by: string; at: number; thread: number; id: number; body: string };

/** Those of `github.token` and of an App. */
const accounts: readonly [string, string] = ["docs[bot]", "docs-app[bot]"];

/** GitHub: the fake one of the repository, with a memory of who did what, and a stranger who copies. */
export class WorldThread {
  readonly gitHub = new FakeGitHub();
  readonly written: Written[] = [];
  /** Edits and deletions of comments that are not ours. */
  readonly trespasses: string[] = [];
  /** The comments of ours that somebody deleted. */
  readonly deleted: { id: number; at: number }[] = [];
  /** The attempts that write as the App. */
  readonly ofApp = new Set<string>();
  /** Whether a stranger writes what we wrote, below it. What was there before the world's own request is not copied. */
  copies = false;

  /** What GitHub does with a request that arrives at `now`. */
  answer(
    by: string,
    method: string,
    path: string,
    sent: { body?: string; content?: string },
    now: number,
  ): Reply {
    const { gitHub } = this;
    const id = Number(/\/comments\/(\d+)$/.exec(path)?.[1]);
    const old = [...gitHub.issueComments, ...gitHub.reviewComments].find(
      (comment) => comment.id === id,
    );
    if (
      (method === "PATCH" || method === "DELETE") &&
      old !== undefined &&
      !accounts.includes(old.login)
    )
      this.trespasses.push(`${by}: ${method} of the comment ${id} of ${old.login}`);
    gitHub.bot = accounts[this.ofApp.has(by.replace(".post", "")) ? 1 : 0];
    const { status, json, headers = {} } = gitHub.answer(method, path, sent);
    if (sent.body !== undefined && status < 300) {
      const comment = old ?? gitHub.own().reduce((a, b) => (a.id > b.id ? a : b));
      this.written.push({ by, at: now, thread: comment.thread, id: comment.id, body: sent.body });
      if (this.copies && old === undefined) this.#copy(comment);
    }
    return { status, body: json === undefined ? "" : JSON.stringify(json), headers };
  }

  /** The comments that one of our accounts wrote. */
  own(): FakeComment[] {
    const { issueComments, reviewComments } = this.gitHub;
    return [...issueComments, ...reviewComments].filter(({ login }) => accounts.includes(login));
  }

  /** Somebody deletes the comment that a request to `path` is about. */
  delete(path: string, now: number): void {
    const id = Number(/\/comments\/(\d+)$/.exec(path)?.[1]);
    this.gitHub.delete(id);
    this.deleted.push({ id, at: now });
  }

  #copy(comment: FakeComment): void {
    const { thread, body } = comment;
    if (this.gitHub.reviewComments.includes(comment))
      this.gitHub.writeInline("stranger", body, thread);
    else this.gitHub.write("stranger", body, thread);
  }

  /** A person asks, in the way that `shape` says; the event that tells the workflows. */
  ask(shape: Shape, text: string, isPullRequest: boolean): ThreadEvent {
    const { gitHub } = this;
    switch (shape) {
      case "comment":
        return gitHub.commentEvent(gitHub.write("maintainer", text, threadNumber), isPullRequest);
      case "inline":
        return gitHub.commentEvent(gitHub.writeInline("maintainer", text, threadNumber));
      case "review":
        return gitHub.reviewEvent(text);
      case "pull_request":
        return gitHub.pushEvent(threadNumber);
      default:
        return { name: "workflow_dispatch", payload: {} };
    }
  }
}
