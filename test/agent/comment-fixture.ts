import type { StatusView } from "../../src/agent/comment-template.ts";
import { say, url } from "../../src/text/message.ts";

/** What every comment of ours begins with. */
export const ownMarker = "<!-- docs-agent:v1 -->";
/** The run that writes it. */
export const runUrl = "https://github.com/acme/site/actions/runs/1001";

/** A job that has just been asked for. */
export const working: StatusView = {
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
export const ended: StatusView = {
  ...working,
  outcome: {
    result: "pull-request",
    reason: "",
    message: say`The agent's pull request is ready: ${url("https://github.com/acme/docs/pull/3")}`,
    advice: say`Review it.`,
  },
  jobId: "job_7f3a",
  repository: "acme/docs",
  elapsedMs: 184_000,
};
