import * as z from "zod";
import { openPull, type Push, publishRelease, pushFiles } from "../emulator/commits.ts";
import type { GitHubEmulator } from "../emulator/start.ts";
import type { WorkflowEvent } from "./triggers.ts";

const objectSchema = z.record(z.string(), z.unknown());
const pullSchema = z.looseObject({
  number: z.number(),
  base: z.looseObject({ sha: z.string(), repo: objectSchema }),
  head: z.looseObject({ repo: objectSchema }),
});
const numbered = z.looseObject({ number: z.number() });
type Json = Record<string, unknown>;
type Pull = z.output<typeof pullSchema>;
type PullEvent = "pull_request" | "pull_request_target";

const maintainer = { login: "maintainer", id: 4, type: "User", site_admin: false };
const bot = { login: "docs-service[bot]", id: 90, type: "Bot", site_admin: false };
const labelOf = (name: string) => ({ id: 9, name, color: "0969da", default: false, description: null });

/**
 * What happens in the emulated repository, as GitHub's payloads tell it. Its pull request changes `src/watch.ts`, and
 * another one `packages/server/port.ts`. Two pushes went to its default branch: one of `src/limit.ts` with its test,
 * then one of `README.md`. Issue 12 is for reports. `v1.0.0` is from before them, `v1.1.0-rc.1` from between them, `v1.1.0` from after them.
 */
export class RepositoryEvents {
  readonly #gitHub: GitHubEmulator;
  readonly #pulls: { watch: Pull; server: Pull };
  readonly #issue: Json;
  readonly #reports: Json;
  readonly #pushes: { source: Push; readme: Push };

  private constructor(
    gitHub: GitHubEmulator,
    parts: {
      pulls: { watch: Pull; server: Pull };
      pushes: { source: Push; readme: Push };
      issue: Json;
      reports: Json;
    },
  ) {
    this.#gitHub = gitHub;
    ({ pulls: this.#pulls, pushes: this.#pushes, issue: this.#issue, reports: this.#reports } = parts);
  }

  static async of(gitHub: GitHubEmulator): Promise<RepositoryEvents> {
    await pushFiles(gitHub, "server", { "packages/server/port.ts": "export const port = 8080;\n" });
    const server = pullSchema.parse(await gitHub.call("GET", `/pulls/${await openPull(gitHub, "server")}`));
    const watch = pullSchema.parse(await gitHub.call("GET", `/pulls/${gitHub.pullNumber}`));
    const issue = objectSchema.parse(await gitHub.call("GET", `/issues/${gitHub.issueNumber}`));
    await publishRelease(gitHub, "v1.0.0", watch.base.sha);
    const sources = { "src/limit.ts": "export const limit = 50;\n", "src/limit.test.ts": "test(50);\n" };
    const source = await pushFiles(gitHub, "main", sources);
    await publishRelease(gitHub, "v1.1.0-rc.1", source.after, true);
    const readme = await pushFiles(gitHub, "main", { "README.md": "# The site\n" });
    await publishRelease(gitHub, "v1.1.0", readme.after);
    // The issue for the reports has the number 12.
    let reports = { number: 0 };
    while (reports.number < 12)
      reports = numbered.parse(await gitHub.call("POST", "/issues", { body: { title: "Visitors" } }));
    return new RepositoryEvents(gitHub, {
      ...{ pulls: { watch, server }, pushes: { source, readme } },
      ...{ issue, reports },
    });
  }

  /** Something happens to a pull request; `closed` means merged unless the changes say otherwise. */
  pull(
    name: PullEvent,
    action: string,
    changes: Json = {},
    which: "watch" | "server" = "watch",
  ): WorkflowEvent {
    const pull = this.#pulls[which];
    const closed = action === "closed" ? { state: "closed", merged: true } : { merged: false };
    const changedFiles = which === "watch" ? ["src/watch.ts"] : ["packages/server/port.ts"];
    const pull_request = { ...pull, ...closed, ...changes };
    return { name, changedFiles, payload: { action, number: pull.number, pull_request, ...this.#common() } };
  }

  /** The pull request is merged, or closed without a merge. */
  merged(changes: Json = {}): WorkflowEvent {
    return this.pull("pull_request_target", "closed", changes);
  }

  labelled(what: "issue" | "pull", name: string, changes: Json = {}): WorkflowEvent {
    const label = labelOf(name);
    if (what === "issue")
      return { name: "issues", payload: { action: "labeled", issue: this.#issue, label, ...this.#common() } };
    const event = this.pull("pull_request_target", "labeled", changes);
    return { ...event, payload: { ...event.payload, label } };
  }

  /** The maintainer opens the issue, or the pull request on `pull_request_target`, with this description. */
  opened(what: "issue" | "pull", body: string | null, changes: Json = {}): WorkflowEvent {
    if (what === "pull") return this.pull("pull_request_target", "opened", { body, ...changes });
    const issue = { ...this.#issue, user: maintainer, body, ...changes };
    return { name: "issues", payload: { action: "opened", issue, ...this.#common() } };
  }

  push(what: "source" | "readme", ref = "refs/heads/main"): WorkflowEvent {
    const changedFiles = what === "source" ? ["src/limit.ts", "src/limit.test.ts"] : ["README.md"];
    const payload = { ...this.#pushes[what], ref, created: false, deleted: false, ...this.#common() };
    return { name: "push", changedFiles, payload };
  }

  release(action: string, tag_name: string): WorkflowEvent {
    const prerelease = tag_name.includes("-");
    const release = { id: 7, tag_name, name: tag_name, prerelease, draft: false, body: "Notes of strangers" };
    return { name: "release", payload: { action, release, ...this.#common() } };
  }

  /** Someone starts a workflow by hand. */
  dispatch(inputs: Record<string, string>): WorkflowEvent {
    return {
      name: "workflow_dispatch",
      inputs,
      payload: { inputs, ref: "refs/heads/main", ...this.#common() },
    };
  }

  /** A Monday morning: the one of the weekly reports, or one some weeks before. The emulated site has no visitors later. */
  schedule(weeksBefore = 0): WorkflowEvent {
    const at = Date.parse("2026-11-23T06:17:00Z") - weeksBefore * 7 * 86_400_000;
    return { name: "schedule", at, payload: { schedule: "17 6 * * 1", ...this.#common() } };
  }

  /** Someone comments on the issue, the pull request or the issue for reports. */
  async comment(
    what: "issue" | "pull" | "reports",
    body: string,
    by: "maintainer" | "outsider" | "bot" = "maintainer",
  ): Promise<WorkflowEvent> {
    const pull = this.#pulls.watch;
    const issues = { issue: this.#issue, reports: this.#reports };
    const issue = what === "pull" ? { ...pull, pull_request: { url: pull["url"] } } : issues[what];
    const path = `/issues/${String(issue["number"])}/comments`;
    const comment = await this.#gitHub.call("POST", path, { body: { body }, by });
    return { name: "issue_comment", payload: { action: "created", issue, comment, ...this.#common() } };
  }

  /** The maintainer comments on a line of the pull request. */
  async inlineComment(body: string): Promise<WorkflowEvent> {
    const pull_request = this.#pulls.watch;
    const at = { body, path: "src/watch.ts", line: 1, side: "RIGHT" };
    const comment = await this.#gitHub.call("POST", `/pulls/${pull_request.number}/comments`, {
      body: at,
      by: "maintainer",
    });
    const payload = { action: "created", comment, pull_request, ...this.#common() };
    return { name: "pull_request_review_comment", payload };
  }

  /** The maintainer submits a review of the pull request. */
  review(body: string, changes: Json = {}): WorkflowEvent {
    const review = { id: 6, body, state: "commented", user: maintainer, html_url: `${this.#gitHub.url}/r/6` };
    const pull_request = { ...this.#pulls.watch, ...changes };
    const payload = { action: "submitted", review, pull_request, ...this.#common() };
    return { name: "pull_request_review", payload };
  }

  /** Makes the pull request one of a fork. */
  fromFork(): Json {
    const { head } = this.#pulls.watch;
    return { head: { ...head, repo: { ...head.repo, full_name: "outsider/site", fork: true } } };
  }

  #common(): Json {
    return { repository: this.#pulls.watch.base.repo, sender: maintainer };
  }
}

/** Makes the pull request the bot's of the documentation service. */
export const byBot: Json = { user: bot };

/** Makes the issue or pull request one of a stranger. */
export const byOutsider: Json = { user: { login: "outsider", id: 5, type: "User", site_admin: false } };

/** Gives the pull request another label beside a common one. */
export function withLabel(name: string): Json {
  return { labels: [labelOf("bug"), labelOf(name)] };
}
