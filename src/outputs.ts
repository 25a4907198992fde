/** Every output of the action, in the order in which action.yml lists them. */
export const outputNames = [
  "result",
  "reason",
  "message",
  "jobId",
  "status",
  "prLink",
  "repository",
  "ref",
  "model",
  "createdAt",
  "commentUrl",
  "prompt",
  "human",
  "ai",
  "total",
  "aiShare",
  "pages",
  "complete",
  "dateFrom",
  "dateTo",
  "requests",
  "reportFile",
] as const;
export type OutputName = (typeof outputNames)[number];

/** Puts an output out at once, so that a step that is killed later has still said it. */
export type SetOutput = (name: OutputName, value: string) => void;
