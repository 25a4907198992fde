import * as z from "zod/mini";
import { day, isoMoment, midnightBefore } from "../dates.ts";
import { ActionError } from "../errors.ts";
import { richText } from "../text/rich-text.ts";
import { endOfError } from "./error-text.ts";
import type { Progress } from "./progress.ts";
import type { CommentText } from "./sentences.ts";
import type { Tools } from "./tools.ts";

/** Says whether the service accepts the key, by the cheapest request. Keeps none of its numbers. Throws a `CancelledError`. */
export async function testKey(about: Progress, tools: Tools): Promise<CommentText> {
  const { service, clock, signal } = tools;
  const { name } = about.service;
  const to = midnightBefore(clock.now());
  const query = { dateFrom: isoMoment(to - day), dateTo: isoMoment(to), limit: 1 };
  const schema = z.object({ totals: z.object({}) });
  try {
    await service.getExport(
      { operation: "read the visitors", path: "visitors", query, schema },
      // Without a retry: the list of commands waits for it.
      { signal, maxRetries: 0 },
    );
    return {
      icon: "✅",
      title: richText`${name} accepts the key and the project.`,
      detail: richText`Only a first request shows whether the key may start jobs.`,
    };
  } catch (error) {
    const title = richText`The key could not be tested.`;
    if (!(error instanceof ActionError)) {
      throw error;
    }
    const { outcome, reason } = error;
    const { advice: next } = endOfError(outcome, about);
    if (reason === "api-key") {
      return { icon: "❌", title: outcome.message, next };
    }
    // Of a key and a project that are valid, the plan may lack what is asked for here.
    const plan =
      reason === "forbidden" || reason === "not-found"
        ? richText` The plan may lack the visitor analytics that this test reads: then only a first, paid request shows whether key and project are right.`
        : [];
    return { icon: "➖", title, detail: richText`${outcome.message}${plan}`, next };
  }
}
