import * as z from "zod";
import { Jobs, type JobsContext, planOf } from "./jobs.ts";
import { querySchema, readQuery } from "./query.ts";
import type { Settings } from "./settings.ts";
import { exportPage, exportPaths } from "./signals.ts";
import { visitorsOf } from "./visitors.ts";

/** The keys that the service knows. */
export const keys = {
  key: "mint_emulator_write",
  /** One that can take the place of the first. */
  otherKey: "mint_emulator_other",
  readOnlyKey: "mint_emulator_read",
  expiredKey: "mint_emulator_expired",
};

/** What the service is made of besides its state. */
export interface ServiceContext extends JobsContext {
  settings(): Settings;
  projectIds: readonly string[];
}

/** The scope that a request takes, and its answer once it is let in. */
type Route = {
  scope: "read" | "write";
  answer(request: Request, projectId: string, jobId: string): Response | Promise<Response>;
};

const promptSchema = z.object({ prompt: z.string().min(1) });

/** The service since its start or its last reset. */
export class Service {
  readonly jobs: Jobs;
  readonly #context: ServiceContext;

  /** By method and path, with the project and the job in capitals. */
  readonly #routes: Readonly<Record<string, Route>> = {
    "POST /v2/agent/P/job": {
      scope: "write",
      answer: async (request, projectId) => {
        const prompt = await promptOf(request);
        if (prompt === undefined) return badPrompt();
        const job = this.jobs.create(projectId, prompt, planOf(prompt, this.#context.settings()));
        return Response.json(this.jobs.show(job, "active"), { status: 201 });
      },
    },
    "POST /v2/agent/P/job/J/message": {
      scope: "write",
      answer: async (request, projectId, jobId) => {
        const prompt = await promptOf(request);
        if (prompt === undefined) return badPrompt();
        const job = this.jobs.find(projectId, jobId);
        if (job === undefined) return refuse(404, "Agent job not found");
        this.jobs.settle(job);
        if (this.jobs.statusOf(job) === "archived") return refuse(409, "Agent job is archived");
        this.jobs.message(job, prompt, planOf(prompt, this.#context.settings()));
        return Response.json(this.jobs.show(job, "active"));
      },
    },
    "GET /v2/agent/P/job/J": {
      scope: "read",
      answer: (_request, projectId, jobId) => {
        const job = this.jobs.find(projectId, jobId);
        if (job === undefined) return refuse(404, "Agent job not found");
        this.jobs.settle(job);
        return Response.json(this.jobs.show(job));
      },
    },
    "GET /v1/analytics/P/visitors": {
      scope: "read",
      answer: ({ url }) => {
        const { clock, settings } = this.#context;
        const read = readQuery(querySchema(50, 250), url, clock.now());
        if (Array.isArray(read)) return badQuery(read);
        const { range, limit, offset } = read;
        const { rows, totals } = visitorsOf(range, settings());
        const hasMore = offset + limit < rows.length;
        return Response.json({ totals, visitors: rows.slice(offset, offset + limit), hasMore });
      },
    },
    ...Object.fromEntries(
      exportPaths.map((path): [string, Route] => [
        `GET /v1/analytics/P/${path}`,
        {
          scope: "read",
          answer: ({ url }) => {
            const { clock, settings } = this.#context;
            const answer = exportPage(path, url, settings(), clock.now());
            return Array.isArray(answer) ? badQuery(answer) : Response.json(answer);
          },
        },
      ]),
    ),
  };

  constructor(context: ServiceContext) {
    this.#context = context;
    this.jobs = new Jobs(context);
  }

  /** What the service does with a request. */
  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, version = "", projectId = "", rest = ""] =
      /^\/(v2\/agent|v1\/analytics)\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    const [, jobId = ""] = /^job\/([^/]+)/.exec(rest) ?? [];
    const below = jobId === "" ? rest : rest.replace(jobId, "J");
    const route = this.#routes[`${request.method} /${version}/P/${below}`];
    if (route === undefined) return refuse(404, "Not found");
    return (
      this.#refusal(request, projectId, route) ?? (await route.answer(request, projectId, jobId))
    );
  }

  /** Why a request is not let in, if it is not. */
  #refusal(request: Request, projectId: string, { scope }: Route): Response | undefined {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === keys.expiredKey) return refuse(401, "API key has expired");
    if (token === undefined || !Object.values<string>(keys).includes(token))
      return refuse(401, "Invalid API key");
    if (!this.#context.projectIds.includes(projectId)) return refuse(404, "Project not found");
    if (scope === "write" && token === keys.readOnlyKey)
      return refuse(403, "API key does not have the write scope");
    return undefined;
  }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

function badQuery(wrong: readonly string[]): Response {
  const details = wrong.map((message) => ({ message }));
  return Response.json({ error: "Invalid request", details }, { status: 400 });
}

function badPrompt(): Response {
  return refuse(400, "prompt must be a string of at least one character");
}

/** A body that is not declared as JSON is not read, as with the usual server frameworks. */
async function promptOf(request: Request): Promise<string | undefined> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) return undefined;
  return promptSchema.safeParse(await request.json().catch(() => undefined)).data?.prompt;
}
