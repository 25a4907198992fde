import * as z from "zod";
import { ownMarker } from "../../src/text/hidden-text.ts";
import { publishRelease, pushFiles } from "../emulator/commits.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";
import { answer, type LocalServer, serve } from "../service/local-server.ts";
import type { FaultRun } from "./harness.ts";
import { manyFiles } from "./requests.ts";

const commentsSchema = z.array(z.object({ id: z.number(), body: z.string(), html_url: z.string() }));
/** A comment as GitHub returns it. */
export type ShownComment = z.output<typeof commentsSchema>[number];

/** More than the cells that share servers need. */
const projects = Array.from({ length: 400 }, (_, index) => ({
  id: `docs-${index}`,
  organisation: `octo-${index}`,
}));

/** The servers of the matrix: the service, GitHub, and a place where nothing may arrive. */
export class Servers {
  readonly service: RunningService;
  readonly gitHub: GitHubEmulator;
  /** An address without a server. */
  readonly closedUrl: string;
  /** Where redirects lead; nothing may arrive there. */
  readonly redirectTarget: LocalServer;
  /** Comments of the maintainer that hold a command, on the pull request and on a line of it. */
  readonly commands: { comment: ShownComment; earlier: ShownComment; inline: ShownComment };
  /** The runs without a fault that these servers have seen, by what the runs do. */
  readonly soundRuns = new Map<string, FaultRun>();
  readonly #seen = new Map<number, string>();
  #project = 0;

  private constructor(
    parts: Pick<Servers, "service" | "gitHub" | "closedUrl" | "redirectTarget" | "commands">,
  ) {
    ({
      service: this.service,
      gitHub: this.gitHub,
      closedUrl: this.closedUrl,
      redirectTarget: this.redirectTarget,
      commands: this.commands,
    } = parts);
  }

  static async start(): Promise<Servers> {
    const [service, gitHub] = await Promise.all([
      startService({ idSeed: "faults", projects }),
      startGitHub(),
    ]);
    const [target, closed] = await Promise.all([serve([answer(200, {})]), serve([answer(200, {})])]);
    await closed.close();
    const commands = await writeCommands(gitHub);
    await pushChanges(gitHub);
    return new Servers({ service, gitHub, closedUrl: closed.url.origin, redirectTarget: target, commands });
  }

  /** How many requests have followed a redirect. */
  get redirected(): number {
    return this.redirectTarget.requests.length;
  }

  /** The address of the documentation pull request, which has the issue's number. */
  get docsPull(): string {
    const { url, owner, repo, issueNumber } = this.gitHub;
    return `${url}/${owner}/${repo}/pull/${issueNumber}`;
  }

  /** Lets GitHub show the documentation pull request: open, of the same repository, and newer than every job. */
  answerDocsPull(): void {
    const { owner, repo, issueNumber } = this.gitHub;
    const head = { repo: { full_name: `${owner}/${repo}` } };
    const body = JSON.stringify({ state: "open", merged: false, created_at: "2099-01-01T00:00:00Z", head });
    const headers = { "content-type": "application/json" };
    this.gitHub.fault({
      ...{ method: "GET", path: `/pulls/${issueNumber}$`, times: "always" },
      happens: { kind: "answer", status: 200, body, headers },
    });
  }

  /** A project that no run has used, so that nothing is remembered of earlier cells. */
  nextProject(): string {
    const project = projects[this.#project++];
    if (project === undefined) throw new Error("there are more cells than projects");
    return project.id;
  }

  /** True while there is room for the projects and comments of another request; a page has a hundred comments. */
  hasRoom(): boolean {
    return this.#project + 100 < projects.length && this.#seen.size < 30;
  }

  /** The action's comments that were made or edited since the last call, those on the docs pull request first. */
  async changedComments(): Promise<{ comment: ShownComment; isNew: boolean }[]> {
    const { pullNumber, issueNumber } = this.gitHub;
    const threads = [`issues/${issueNumber}`, `issues/${pullNumber}`, `pulls/${pullNumber}`];
    const lists = await Promise.all(
      threads.map((thread) => this.gitHub.call("GET", `/${thread}/comments?per_page=100`)),
    );
    const all = lists.map((list) => commentsSchema.parse(list));
    if (all.some(({ length }) => length === 100)) throw new Error("there may be comments that are not seen");
    return all.flat().flatMap((comment) => {
      const { id, body } = comment;
      const before = this.#seen.get(id);
      if (!body.startsWith(ownMarker) || before === body) return [];
      this.#seen.set(id, body);
      return [{ comment, isNew: before === undefined }];
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.service.close(), this.gitHub.close(), this.redirectTarget.close()]);
  }
}

/** A branch of more files than GitHub lists, and two releases. */
async function pushChanges(gitHub: GitHubEmulator): Promise<void> {
  const files = Array.from({ length: 301 }, (_, index) => [`lib/${index}.ts`, `${index}\n`]);
  const { after } = await pushFiles(gitHub, manyFiles, Object.fromEntries(files));
  const next = await pushFiles(gitHub, manyFiles, { "lib/next.ts": "next\n" });
  await publishRelease(gitHub, "v1.0.0", after);
  await publishRelease(gitHub, "v1.1.0", next.after);
}

async function writeCommands(gitHub: GitHubEmulator): Promise<Servers["commands"]> {
  const { pullNumber } = gitHub;
  const body = "/docs-agent Describe the watch flag";
  const inlineBody = { body, path: "src/watch.ts", line: 1, side: "RIGHT" };
  const [comment, earlier, inline] = commentsSchema.parse([
    await gitHub.call("POST", `/issues/${pullNumber}/comments`, { body: { body }, by: "maintainer" }),
    await gitHub.call("POST", `/issues/${pullNumber}/comments`, { body: { body }, by: "maintainer" }),
    await gitHub.call("POST", `/pulls/${pullNumber}/comments`, { body: inlineBody, by: "maintainer" }),
  ]);
  if (comment === undefined || earlier === undefined || inline === undefined)
    throw new Error("GitHub took no comment");
  return { comment, earlier, inline };
}
