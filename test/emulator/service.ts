import * as z from "zod";
import { type Job, Jobs, type JobsContext, type Plan, planOf } from "./jobs.ts";
import type { Settings } from "./settings.ts";
import { exportPage, exportPaths } from "./signals.ts";

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

/** What answers a request that is let in. */
type Route = (request: Request, projectId: string, jobId: string) => Response | Promise<Response>;

const promptSchema = z.object({ prompt: z.string().min(1) });

/** The service since its start or its last reset. */
export class Service {
  readonly jobs: Jobs;
  readonly #context: ServiceContext;

  /** By method and path, with the project and the job in capitals. */
  readonly #routes: Readonly<Record<string, Route>> = {
    "POST /v2/agent/P/job": async (request, projectId) => {
      const prompt = await promptOf(request);
      if (prompt === undefined) return badPrompt();
      const job = this.jobs.create(projectId, prompt, this.#planOf(prompt));
      return Response.json(this.jobs.show(job, "active"), { status: 201 });
    },
    "POST /v2/agent/P/job/J/message": async (request, projectId, jobId) => {
      const prompt = await promptOf(request);
      if (prompt === undefined) return badPrompt();
      return this.#withJob(projectId, jobId, (job) => {
        if (this.jobs.statusOf(job) === "archived") return refuse(409, "Agent job is archived");
        this.jobs.message(job, prompt, this.#planOf(prompt));
        return Response.json(this.jobs.show(job, "active"));
      });
    },
    "GET /v2/agent/P/job/J": (_request, projectId, jobId) =>
      this.#withJob(projectId, jobId, (job) => Response.json(this.jobs.show(job))),
    ...Object.fromEntries(
      exportPaths.map((path): [string, Route] => [
        `GET /v1/analytics/P/${path}`,
        ({ url }) => {
          const { clock, settings } = this.#context;
          const answer = exportPage(path, url, settings(), clock.now());
          return Array.isArray(answer) ? badQuery(answer) : Response.json(answer);
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
    return this.#refusal(request, projectId) ?? (await route(request, projectId, jobId));
  }

  #planOf(prompt: string): Plan {
    return planOf(prompt, this.#context.settings());
  }

  /** What is done with a job as it is by now; without it 404. */
  #withJob(projectId: string, jobId: string, answer: (job: Job) => Response): Response {
    const job = this.jobs.find(projectId, jobId);
    if (job === undefined) return refuse(404, "Agent job not found");
    this.jobs.settle(job);
    return answer(job);
  }

  /** Why a request is not let in, if it is not. What changes something takes the scope `write`. */
  #refusal(request: Request, projectId: string): Response | undefined {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === keys.expiredKey) return refuse(401, "API key has expired");
    if (token === undefined || !Object.values<string>(keys).includes(token))
      return refuse(401, "Invalid API key");
    if (!this.#context.projectIds.includes(projectId)) return refuse(404, "Project not found");
    if (request.method === "POST" && token === keys.readOnlyKey)
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
