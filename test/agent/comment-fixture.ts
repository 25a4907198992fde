import type { StatusCommentModel } from "../../src/agent/comment-template.ts";
import { message, url } from "../../src/text/message.ts";

/** What every comment of ours begins with. */
export const ownMarker = "<!-- docs-agent:v1 -->";
/** The run that writes it. */
export const runUrl = "https://github.com/acme/site/actions/runs/1001";

/** A job that has just been asked for. */
export const working: StatusCommentModel = {
  outcome: undefined,
  prompt: "Document the limit",
  jobId: undefined,
  repository: undefined,
  elapsedMs: undefined,
  notes: [],
  runUrl,
  triggerPhrase: "/docs-agent",
};
/** The same at its end, with a pull request. */
export const ended: StatusCommentModel = {
  ...working,
  outcome: {
    result: "pull-request",
    reason: "",
    message: message`The agent's pull request is ready: ${url("https://github.com/acme/docs/pull/3")}`,
    advice: message`Review it.`,
  },
  jobId: "job_7f3a",
  repository: "acme/docs",
  elapsedMs: 184_000,
};
