import * as z from "zod/mini";
import { day, isoMoment, midnightBefore } from "../dates.ts";
import { ActionError, errorOutcome } from "../errors.ts";
import { CancelledError, StatusError } from "../service/errors.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { formatDuration } from "../text/words.ts";
import type { Progress } from "./progress.ts";
import { afterError, type CommentText } from "./sentences.ts";
import type { Tools } from "./tools.ts";

/** In ms, with one retry: the list of commands waits for it. */
const keyTestMs = 10_000;

/** Says whether the service accepts the key, by the cheapest request. Keeps none of its numbers. Throws a `CancelledError`. */
export async function testKey(about: Progress, tools: Tools): Promise<CommentText> {
  const { service, clock, signal } = tools;
  const { name } = about.service;
  const to = midnightBefore(clock.now());
  const query = { dateFrom: isoMoment(to - day), dateTo: isoMoment(to), limit: 1 };
  const schema = z.object({ totals: z.object({}) });
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(keyTestMs)]);
  try {
    await service.getExport(
      { operation: "read the visitors", path: "visitors", query, schema },
      { signal: inTime, deadline: clock.elapsed() + keyTestMs, maxRetries: 1 },
    );
    return {
      icon: "✅",
      title: richText`${name} accepts the key and the project.`,
      detail: richText`Only a first request shows whether the key may start jobs.`,
    };
  } catch (error) {
    const title = richText`The key could not be tested.`;
    const untested = (detail: RichText) => ({ icon: "➖", title, detail });
    if (error instanceof CancelledError && !signal.aborted)
      return untested(richText`No answer in ${formatDuration(keyTestMs)}.`);
    if (!(error instanceof ActionError)) throw error;
    if (!(error instanceof StatusError)) return untested(error.outcome.message);
    const { status, answer } = error;
    if (status === 401) {
      const next = afterError(errorOutcome(error, tools.log), about);
      return {
        icon: "❌",
        title: richText`${name} refused the key.`,
        detail: richText`${answer}.`,
        next,
      };
    }
    if (status === 404)
      return untested(
        richText`${answer}. ${name} does not know this project, or its plan has no analytics: check ${code("project-id")}.`,
      );
    // Of a key that is valid, the plan may lack what is asked for here.
    return status === 403
      ? untested(
          richText`${answer}. That does not mean that the key is wrong: the test reads visitor analytics, which some plans do not include. To find out, give a first request, which costs credits.`,
        )
      : untested(richText`${answer}.`);
  }
}
