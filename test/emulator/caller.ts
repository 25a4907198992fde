import * as z from "zod";
import type { RunningService } from "./start.ts";

// What the published reference of the service says of its answers (docs.mintlify.com, “API reference”, read in
// November 2026), with nothing beside it.
export const job = z.strictObject({
  ...{ id: z.string(), status: z.enum(["active", "completed", "archived", "failed"]) },
  source: z.strictObject({ repository: z.url(), ref: z.string().nullable() }),
  ...{ model: z.string(), prLink: z.string().nullable() },
  ...{ createdAt: z.iso.datetime(), archivedAt: z.iso.datetime().nullable() },
});
export const refusal = z.strictObject({
  error: z.string(),
  details: z.array(z.strictObject({ message: z.string() })).optional(),
});
const counts = { human: z.number(), ai: z.number(), total: z.number() };
export const visitors = z.strictObject({
  ...{ totals: z.strictObject(counts), hasMore: z.boolean() },
  visitors: z.array(z.strictObject({ path: z.string(), ...counts })),
});
const votes = { thumbsUp: z.number(), thumbsDown: z.number(), code: z.number(), total: z.number() };
const said = z.strictObject({
  ...{
    id: z.string(),
    path: z.string(),
    comment: z.string().nullable(),
    createdAt: z.iso.datetime(),
  },
  status: z.enum(["pending", "in_progress", "resolved", "dismissed"]),
});
export const exports = {
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
          ...{
            source: z.literal("contextual"),
            helpful: z.boolean(),
            contact: z.string().nullable(),
          },
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

/**
 * Calls the emulated service over HTTP as a client would, and holds the answer to the published reference: `request` is the
 * method and the path.
 */
export async function call<Body>(
  service: RunningService,
  shape: z.ZodType<Body>,
  request: string,
  body: string | null = null,
  key = service.key,
): Promise<{ status: number; body: Body }> {
  const [method = "", path] = request.split(" ");
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}${path}`, { method, headers, body });
  return { status: response.status, body: shape.parse(await response.json()) };
}
