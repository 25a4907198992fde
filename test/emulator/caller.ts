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
// What the published reference says of the other exports.
const FeedbackByPage = z.strictObject({
  feedback: z.array(
    z.strictObject({
      path: z.string(),
      ...{ thumbsUp: z.number(), thumbsDown: z.number(), code: z.number(), total: z.number() },
    }),
  ),
  hasMore: z.boolean(),
});
const Said = z.strictObject({
  ...{ id: z.string(), path: z.string(), comment: z.string().nullable(), createdAt: z.iso.datetime() },
  status: z.enum(["pending", "in_progress", "resolved", "dismissed"]),
});
const Feedback = z.strictObject({
  feedback: z.array(
    z.discriminatedUnion("source", [
      Said.extend({
        ...{ source: z.literal("code_snippet"), code: z.string() },
        ...{ filename: z.string().nullable(), lang: z.string().nullable() },
      }),
      Said.extend({
        source: z.literal("contextual"),
        ...{ helpful: z.boolean(), contact: z.string().nullable() },
      }),
      Said.extend({ source: z.literal("agent") }),
      Said.extend({ source: z.literal("thumbs_only") }),
    ]),
  ),
  ...{ nextCursor: z.string().nullable(), hasMore: z.boolean() },
});
const Assistant = z.strictObject({
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
});
const Searches = z.strictObject({
  searches: z.array(
    z.strictObject({
      ...{ searchQuery: z.string(), hits: z.int().min(1), ctr: z.number().min(0).max(100) },
      ...{ topClickedPage: z.string().nullable(), lastSearchedAt: z.iso.datetime() },
    }),
  ),
  ...{ totalSearches: z.number(), nextCursor: z.string().nullable() },
});

/** The body of each export, by the end of its path. */
export interface ExportBodies {
  "feedback/by-page": z.output<typeof FeedbackByPage>;
  feedback: z.output<typeof Feedback>;
  assistant: z.output<typeof Assistant>;
  searches: z.output<typeof Searches>;
}
const exportShapes: { [Path in keyof ExportBodies]: z.ZodType<ExportBodies[Path]> } = {
  ...{ "feedback/by-page": FeedbackByPage, feedback: Feedback, assistant: Assistant, searches: Searches },
};

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

  /** A page of an export beside the visitors. */
  async export<Path extends keyof ExportBodies>(path: Path, query = ""): Promise<Called<ExportBodies[Path]>> {
    const response = await this.fetch("GET", `/v1/analytics/${this.projectId}/${path}${query}`);
    return shaped(response, exportShapes[path]);
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
