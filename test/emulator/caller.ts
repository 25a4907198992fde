import * as z from "zod";
import type { RunningService } from "./start.ts";

const JobAnswer = z.object({
  id: z.string(),
  status: z.string(),
  source: z.object({ repository: z.string(), ref: z.string() }),
  model: z.string(),
  prLink: z.string().nullable(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
});
const Refused = z.object({
  error: z.string(),
  details: z.array(z.object({ message: z.string() })).optional(),
});
const Counts = z.object({ human: z.number(), ai: z.number(), total: z.number() });
const Visitors = z.object({
  totals: Counts,
  visitors: z.array(Counts.extend({ path: z.string() })),
  hasMore: z.boolean(),
});

/** What an answer comes down to. */
export interface Called<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls the emulated service over HTTP as a client would, and checks the shape of what comes back. */
export class Caller {
  readonly #service: RunningService;
  readonly key: string;
  readonly projectId: string;

  constructor(service: RunningService, { key = service.key, projectId = service.projectId } = {}) {
    this.#service = service;
    this.key = key;
    this.projectId = projectId;
  }

  async create(prompt: unknown): Promise<Called<z.output<typeof JobAnswer>>> {
    return shaped(await this.fetch("POST", this.#jobPath(), JSON.stringify({ prompt })), JobAnswer);
  }

  async message(id: string, prompt: unknown): Promise<Called<z.output<typeof JobAnswer>>> {
    return shaped(
      await this.fetch("POST", `${this.#jobPath(id)}/message`, JSON.stringify({ prompt })),
      JobAnswer,
    );
  }

  async job(id: string): Promise<Called<z.output<typeof JobAnswer>>> {
    return shaped(await this.fetch("GET", this.#jobPath(id)), JobAnswer);
  }

  async visitors(query = ""): Promise<Called<z.output<typeof Visitors>>> {
    return shaped(await this.fetch("GET", `/v1/analytics/${this.projectId}/visitors${query}`), Visitors);
  }

  /** Status, headers and error of a request that is expected to be refused. */
  async refused(method: string, path: string, body?: string): Promise<Called<z.output<typeof Refused>>> {
    return shaped(await this.fetch(method, path, body), Refused);
  }

  async fetch(method: string, path: string, body?: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.key}`, "content-type": "application/json" };
    const init = { method, headers, redirect: "manual" as const };
    return await fetch(`${this.#service.url}${path}`, body === undefined ? init : { ...init, body });
  }

  #jobPath(id?: string): string {
    return `/v2/agent/${this.projectId}/job${id === undefined ? "" : `/${id}`}`;
  }
}

async function shaped<Body>(response: Response, shape: z.ZodType<Body>): Promise<Called<Body>> {
  return { status: response.status, headers: response.headers, body: shape.parse(await response.json()) };
}
