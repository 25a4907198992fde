import { createServer, type Server } from "node:http";
import * as z from "zod";
import { ownMarker } from "../../src/github/trigger-events.ts";
import { type GitHubEmulator, type RunningService, startGitHub, startService } from "../emulator/start.ts";

const commentsSchema = z.array(z.object({ id: z.number(), body: z.string(), html_url: z.string() }));
/** A comment as GitHub shows it. */
export type ShownComment = z.output<typeof commentsSchema>[number];

/** More than the cells that share servers need. */
const projects = Array.from({ length: 400 }, (_, index) => ({
  id: `docs-${index}`,
  organisation: `octo-${index}`,
}));

/** The servers of the matrix: the service, GitHub, and a place where nothing may arrive. */
export class World {
  readonly service: RunningService;
  readonly gitHub: GitHubEmulator;
  readonly elsewhere: { url: string; hits: () => number };
  /** An address at which nobody listens. */
  readonly closedUrl: string;
  /** Comments of the maintainer that hold a command, on the pull request and on a line of it. */
  readonly written: { comment: ShownComment; inline: ShownComment };
  readonly #trap: Server;
  readonly #seen = new Map<number, string>();
  #project = 0;

  private constructor(
    parts: Pick<World, "service" | "gitHub" | "elsewhere" | "closedUrl" | "written">,
    trap: Server,
  ) {
    this.service = parts.service;
    this.gitHub = parts.gitHub;
    this.elsewhere = parts.elsewhere;
    this.closedUrl = parts.closedUrl;
    this.written = parts.written;
    this.#trap = trap;
  }

  static async start(): Promise<World> {
    const [service, gitHub] = await Promise.all([
      startService({ idSeed: "faults", projects }),
      startGitHub(),
    ]);
    let hits = 0;
    const trap = createServer((_, response) => {
      hits++;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const closed = createServer();
    const [url, closedUrl] = [await listen(trap), await listen(closed)];
    await new Promise((resolve) => closed.close(resolve));
    const written = await write(gitHub);
    return new World({ service, gitHub, elsewhere: { url, hits: () => hits }, closedUrl, written }, trap);
  }

  /** A project that no run has used, so that nothing is remembered of earlier cells. */
  nextProject(): string {
    const project = projects[this.#project++];
    if (project === undefined) throw new Error("there are more cells than projects");
    return project.id;
  }

  /** True while there is room for the projects and comments of another row; one page shows a hundred comments. */
  hasRoom(): boolean {
    return this.#project + 100 < projects.length && this.#seen.size < 30;
  }

  /** The action's comments on the pull request that were made or edited since the last call, oldest first. */
  async newsOfComments(): Promise<{ comment: ShownComment; isNew: boolean }[]> {
    const { pullNumber } = this.gitHub;
    const [issue, review] = await Promise.all([
      ask(this.gitHub, "GET", `/issues/${pullNumber}/comments?per_page=100`),
      ask(this.gitHub, "GET", `/pulls/${pullNumber}/comments?per_page=100`),
    ]);
    const all = [commentsSchema.parse(issue), commentsSchema.parse(review)];
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
    this.#trap.closeAllConnections();
    await Promise.all([
      this.service.close(),
      this.gitHub.close(),
      new Promise((resolve) => this.#trap.close(resolve)),
    ]);
  }
}

async function write(gitHub: GitHubEmulator): Promise<World["written"]> {
  const { pullNumber } = gitHub;
  const body = "/docs-agent Describe the watch flag";
  const comment = await ask(gitHub, "POST", `/issues/${pullNumber}/comments`, { body });
  const inline = await ask(gitHub, "POST", `/pulls/${pullNumber}/comments`, {
    ...{ body, path: "src/watch.ts", line: 1, side: "RIGHT" },
  });
  const [one, other] = commentsSchema.parse([comment, inline]);
  if (one === undefined || other === undefined) throw new Error("GitHub took no comment");
  return { comment: one, inline: other };
}

async function ask(gitHub: GitHubEmulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${gitHub.url}/repos/${gitHub.owner}/${gitHub.repo}${path}`, {
    method,
    headers: { authorization: `Bearer ${gitHub.tokens.maintainer}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`);
  return await answer.json();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}
