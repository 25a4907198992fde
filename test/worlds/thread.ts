import { type FakeComment, FakeGitHub, type ThreadEvent } from "../github/fake-github.ts";
import type { Plan } from "./plan.ts";

/** A body that GitHub took from us. */
export type Written = {
  by: string;
  at: number;
  thread: number;
  id: number;
  body: string;
  as: "created" | "edited";
};
type Answer = { status: number; body: string; headers: Record<string, string> };

/** The number of the thread in which the world takes place. */
export const threadNumber = 7;

/** GitHub: the fake one of the repository, with a memory of who did what, and strangers who copy. */
export class WorldThread {
  readonly gitHub = new FakeGitHub();
  readonly written: Written[] = [];
  /** Edits and deletions of comments that are not ours. */
  readonly trespasses: string[] = [];
  /** Comments of ours that people deleted. */
  readonly deleted: { id: number; at: number }[] = [];
  /** Which comment of ours each copy is of, also that of a copy. */
  readonly #originals = new Map<number, number>();
  /** True once a copy was edited whose original people had deleted. */
  #hasAdopted = false;
  /** Set once the world's own request begins; what was there before is not copied. */
  copies: Plan["copies"] = "none";

  /** What GitHub does with a request that arrives at `now`. */
  answer(
    by: string,
    method: string,
    path: string,
    sent: { body?: string; content?: string },
    now: number,
  ): Answer {
    const id = Number(/\/comments\/(\d+)$/.exec(path)?.[1]);
    const old = this.#find(id);
    const isWrite = method === "PATCH" || method === "DELETE";
    // Once people have deleted a comment of ours, nobody can tell that what is left was only a copy of it.
    const isOrphan = this.deleted.some((gone) => gone.id === this.#originals.get(id));
    const isStrangers = isWrite && old !== undefined && old.login !== "docs[bot]";
    if (isStrangers && isOrphan) this.#hasAdopted = true;
    // A stranger whose copy was taken for ours is then taken for us.
    else if (isStrangers && !this.#hasAdopted)
      this.trespasses.push(`${by}: ${method} of the comment ${id} of ${old.login}`);
    const { status, json, headers = {} } = this.gitHub.answer(method, path, sent);
    if (sent.body !== undefined && status < 300) {
      const comment = old ?? this.gitHub.own().reduce((a, b) => (a.id > b.id ? a : b));
      const as = old === undefined ? "created" : "edited";
      const { id: written, thread: number } = comment;
      this.written.push({ by, at: now, thread: number, id: written, body: sent.body, as });
      if (this.copies === "all" || (this.copies === "new" && as === "created")) this.copy(comment);
    }
    return { status, body: json === undefined ? "" : JSON.stringify(json), headers };
  }

  /** A stranger writes what we wrote, below it. */
  copy(comment: FakeComment): void {
    const { gitHub } = this;
    const { thread, body, inReplyTo } = comment;
    const copy = gitHub.reviewComments.includes(comment)
      ? gitHub.writeInline("stranger", body, inReplyTo, thread)
      : gitHub.write("stranger", body, thread);
    this.#originals.set(copy.id, this.#originals.get(comment.id) ?? comment.id);
  }

  /** Somebody with the right to do so deletes a comment of ours. */
  remove({ id }: FakeComment, at: number): void {
    this.deleted.push({ id, at });
    this.gitHub.delete(id);
  }

  /** Our newest comment in the thread that is still there. */
  newestOwn(): FakeComment | undefined {
    const own = this.gitHub.own().filter(({ thread }) => thread === threadNumber);
    return own.sort((a, b) => b.id - a.id)[0];
  }

  /** A person asks, in the way that `shape` says; the event that tells the workflows. */
  ask(shape: Plan["shape"] | "dispatch", text: string, isPullRequest: boolean): ThreadEvent {
    const { gitHub } = this;
    switch (shape) {
      case "comment":
        return gitHub.commentEvent(gitHub.write("maintainer", text, threadNumber), isPullRequest);
      case "inline":
        return gitHub.commentEvent(gitHub.writeInline("maintainer", text, undefined, threadNumber));
      case "review":
        return gitHub.reviewEvent(text);
      case "pull_request":
        return gitHub.pushEvent(threadNumber);
      default:
        return { name: "workflow_dispatch", payload: {} };
    }
  }

  #find(id: number): FakeComment | undefined {
    const { issueComments, reviewComments } = this.gitHub;
    return [...issueComments, ...reviewComments].find((comment) => comment.id === id);
  }
}
