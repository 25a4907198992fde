import type { RunningGitHub } from "../emulator/github.ts";
import type { ThreadEvent } from "../github/fake-github.ts";
import type { Push } from "../github/fake-repository.ts";
import type { WorkflowEvent } from "./triggers.ts";

type Json = Record<string, unknown>;

const maintainer = { login: "maintainer", id: 4, type: "User", site_admin: false };
const common = {
  repository: { full_name: "octo/site", default_branch: "main" },
  sender: maintainer,
};
/**
 * What happens in the emulated repository, as GitHub's payloads tell it. Its pull request changes `src/watch.ts`, and
 * another one `packages/server/port.ts`. Two pushes went to its default branch: one of `src/limit.ts` with its test,
 * then one of `README.md`. Issue 12 is for reports. `v1.0.0` is from before them, `v1.1.0-rc.1` from between them, `v1.1.0` from after them.
 */
export class RepositoryEvents {
  readonly #gitHub: RunningGitHub;
  readonly #pulls: { watch: number; server: number };

  constructor(gitHub: RunningGitHub) {
    const { fake, code, pullNumber } = gitHub;
    const server = fake.nextNumber();
    code.push("server", { "packages/server/port.ts": "export const port = 8080;\n" });
    code.openPull("server", { number: server, author: "maintainer" });
    code.release("v1.0.0", code.head("main"));
    const sources = {
      "src/limit.ts": "export const limit = 50;\n",
      "src/limit.test.ts": "test(50);\n",
    };
    const source = code.push("main", sources);
    code.release("v1.1.0-rc.1", source.after, true);
    const readme = code.push("main", { "README.md": "# The site\n" });
    code.release("v1.1.0", readme.after);
    // The pull requests of the agent come after the issue for the reports.
    while (fake.nextNumber() < 12);
    this.#gitHub = gitHub;
    this.#pulls = { watch: pullNumber, server };
  }

  /** Somebody commits files to a branch. */
  push(
    files: Readonly<Record<string, string>>,
    branch = this.#gitHub.code.defaultBranch,
  ): WorkflowEvent {
    return this.pushed(this.#gitHub.code.push(branch, files));
  }

  /** A branch moved. */
  pushed({ ref, before, after }: Push): WorkflowEvent {
    const files =
      this.#gitHub.code.compare(before, after)?.files?.map(({ filename }) => filename) ?? [];
    return { name: "push", ref, sha: after, files, payload: { ref, before, after, ...common } };
  }

  /** One of the two pull requests is merged into the default branch, which is a push. */
  merged(which: "watch" | "server" = "watch"): WorkflowEvent {
    return this.pushed(this.#gitHub.code.merge(which));
  }

  labelled(what: "issue" | "pull", name: string, changes: Json = {}): WorkflowEvent {
    const { fake, issueNumber } = this.#gitHub;
    const label = { id: 9, name, color: "0969da", default: false, description: null };
    const labeled = { action: "labeled", label, ...common };
    if (what === "issue")
      return { name: "issues", payload: { ...labeled, issue: fake.subject(issueNumber, false) } };
    const number = this.#pulls.watch;
    const pull_request = { ...this.#pull(), ...changes };
    const ref = `refs/pull/${number}/merge`;
    return { name: "pull_request", ref, payload: { ...labeled, number, pull_request } };
  }

  release(action: string, tag_name: string): WorkflowEvent {
    const prerelease = tag_name.includes("-");
    const release = {
      id: 7,
      tag_name,
      name: tag_name,
      prerelease,
      draft: false,
      body: "Notes of strangers",
    };
    const [ref, sha] = [`refs/tags/${tag_name}`, this.#gitHub.code.head(tag_name)];
    return { name: "release", ref, sha, payload: { action, release, ...common } };
  }

  /** Someone starts a workflow by hand. */
  dispatch(inputs: Record<string, string>): WorkflowEvent {
    return {
      name: "workflow_dispatch",
      inputs,
      payload: { inputs, ref: "refs/heads/main", ...common },
    };
  }

  /** A Monday morning: the one of the weekly reports, or one some weeks before. The emulated site has no visitors later. */
  schedule(weeksBefore = 0): WorkflowEvent {
    const at = Date.parse("2026-11-23T06:17:00Z") - weeksBefore * 7 * 86_400_000;
    return { name: "schedule", at, payload: { schedule: "17 6 * * 1", ...common } };
  }

  /** Someone comments on the issue or the pull request. */
  comment(what: "issue" | "pull", body: string, by?: string): WorkflowEvent {
    const number = what === "pull" ? this.#pulls.watch : this.#gitHub.issueNumber;
    return this.commentOn(number, body, by);
  }

  /** Someone comments on any issue or pull request. */
  commentOn(number: number, body: string, by = "maintainer"): WorkflowEvent {
    const { fake } = this.#gitHub;
    const isPull = fake.pulls.has(`${fake.repository}#${number}`);
    return told(fake.commentEvent(fake.write(by, body, number), isPull));
  }

  /** The maintainer comments on a line of the pull request. */
  inlineComment(body: string): WorkflowEvent {
    const { fake } = this.#gitHub;
    const place = { path: "src/watch.ts", line: 1 };
    const comment = fake.writeInReview(body, place, "maintainer", this.#pulls.watch);
    return told(fake.commentEvent(comment), { pull_request: this.#pull() });
  }

  /** The maintainer submits a review of the pull request, as `commented` unless another state is given. */
  review(body: string, changes: Json = {}, state = "commented"): WorkflowEvent {
    const { fake } = this.#gitHub;
    const event = fake.reviewEvent(body, "maintainer", this.#pulls.watch);
    const review = Object.assign({}, event.payload["review"], { state });
    return told(event, { review, pull_request: { ...this.#pull(), ...changes } });
  }

  #pull(): Json {
    return this.#gitHub.fake.shownPull(`octo/site#${this.#pulls.watch}`) ?? {};
  }
}

function told({ name, payload }: ThreadEvent, changes: Json = {}): WorkflowEvent {
  return { name, payload: { ...payload, ...changes, ...common } };
}

/** Makes the pull request one of a fork. */
export const fromFork: Json = {
  head: { sha: "c0ffee", ref: "watch", repo: { full_name: "outsider/site", fork: true } },
};
