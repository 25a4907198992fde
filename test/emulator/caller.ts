import * as z from "zod";
import type { RunningService } from "./start.ts";

// What the published reference of the service says of its answers (docs.mintlify.com, “API reference”, read in
// November 2026), with nothing beside it.
const job = z.strictObject({
  ...{ id: z.string(), status: z.enum(["active", "completed", "archived", "failed"]) },
  source: z.strictObject({ repository: z.url(), ref: z.string().nullable() }),
  ...{ model: z.string(), prLink: z.string().nullable() },
  ...{ createdAt: z.iso.datetime(), archivedAt: z.iso.datetime().nullable() },
});
const refusal = z.strictObject({
  error: z.string(),
  details: z.array(z.strictObject({ message: z.string() })).optional(),
});
const counts = { human: z.number(), ai: z.number(), total: z.number() };
const visitors = z.strictObject({
  ...{ totals: z.strictObject(counts), hasMore: z.boolean() },
  visitors: z.array(z.strictObject({ path: z.string(), ...counts })),
});
const votes = { thumbsUp: z.number(), thumbsDown: z.number(), code: z.number(), total: z.number() };
const said = z.strictObject({
  ...{ id: z.string(), path: z.string(), comment: z.string().nullable(), createdAt: z.iso.datetime() },
  status: z.enum(["pending", "in_progress", "resolved", "dismissed"]),
});
const exportShapes = {
  "feedback/by-page": z.strictObject({
    feedback: z.array(z.strictObject({ path: z.string(), ...votes })),
    hasMore: z.boolean(),
  }),
  feedback: z.strictObject({
    feedback: z.array(
      z.discriminatedUnion("source", [
        said.extend({
          ...{ source: z.literal("code_snippet"), code: z.string() },
          ...{ filename: z.string().nullable(), lang: z.string().nullable() },
        }),
        said.extend({
          ...{ source: z.literal("contextual"), helpful: z.boolean(), contact: z.string().nullable() },
        }),
        said.extend({ source: z.enum(["agent", "thumbs_only"]) }),
      ]),
    ),
    ...{ nextCursor: z.string().nullable(), hasMore: z.boolean() },
  }),
  assistant: z.strictObject({
    conversations: z.array(
      z.strictObject({
        ...{ id: z.string(), timestamp: z.iso.datetime(), query: z.string(), response: z.string() },
        responseType: z.enum(["answer", "clarifying_question"]),
        sources: z.array(z.strictObject({ title: z.string(), url: z.string() })),
        resolutionStatus: z.enum(["answered", "unanswered"]),
        ...{ queryCategory: z.string().nullable(), pageUrl: z.string().nullable() },
      }),
    ),
    ...{ nextCursor: z.string().nullable(), hasMore: z.boolean() },
  }),
  searches: z.strictObject({
    searches: z.array(
      z.strictObject({
        ...{ searchQuery: z.string(), hits: z.int().min(1), ctr: z.number().min(0).max(100) },
        ...{ topClickedPage: z.string().nullable(), lastSearchedAt: z.iso.datetime() },
      }),
    ),
    ...{ totalSearches: z.number(), nextCursor: z.string().nullable() },
  }),
};

/** What an answer comes down to. */
export interface Called<Body> {
  status: number;
  body: Body;
}

/** Calls the emulated service over HTTP as a client would, and holds every answer to the published reference. */
export class Caller {
  readonly #service: RunningService;
  readonly #key: string;

  constructor(service: RunningService, key = service.key) {
    this.#service = service;
    this.#key = key;
  }

  create(prompt: unknown): Promise<Called<z.output<typeof job>>> {
    return this.#call(job, "POST", this.#jobPath(), JSON.stringify({ prompt }));
  }

  message(id: string, prompt: unknown): Promise<Called<z.output<typeof job>>> {
    return this.#call(job, "POST", `${this.#jobPath(id)}/message`, JSON.stringify({ prompt }));
  }

  job(id: string): Promise<Called<z.output<typeof job>>> {
    return this.#call(job, "GET", this.#jobPath(id));
  }

  visitors(query = ""): Promise<Called<z.output<typeof visitors>>> {
    return this.#call(visitors, "GET", `/v1/analytics/${this.#service.projectId}/visitors${query}`);
  }

  /** The rows of a page of another export, and the cursor of the next one. */
  async export(path: keyof typeof exportShapes, query = ""): Promise<{ rows: unknown[]; cursor: unknown }> {
    const address = `/v1/analytics/${this.#service.projectId}/${path}${query}`;
    const { body } = await this.#call<object>(exportShapes[path], "GET", address);
    const rows = Object.values(body).find((value) => Array.isArray(value)) ?? [];
    return { rows, cursor: Reflect.get(body, "nextCursor") };
  }

  /** Status and error of a request that is expected to be refused. */
  refused(method: string, path: string, body?: string): Promise<Called<z.output<typeof refusal>>> {
    return this.#call(refusal, method, path, body);
  }

  async #call<Body>(
    shape: z.ZodType<Body>,
    method: string,
    path: string,
    body: string | null = null,
  ): Promise<Called<Body>> {
    const headers = { authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
    const response = await fetch(`${this.#service.url}${path}`, { method, headers, body });
    return { status: response.status, body: shape.parse(await response.json()) };
  }

  #jobPath(id?: string): string {
    return `/v2/agent/${this.#service.projectId}/job${id === undefined ? "" : `/${id}`}`;
  }
}
