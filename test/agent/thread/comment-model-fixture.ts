import type { StatusCommentModel } from "../../../src/agent/thread/status-comment-model.ts";

export const runUrl = "https://github.com/acme/site/actions/runs/1001";

/** A status comment while the agent works on this prompt. */
export function modelOf(prompt: string, jobId?: string): StatusCommentModel {
  return {
    ...{
      outcome: undefined,
      prompt,
      firstParagraphOnly: false,
      jobId,
      state: jobId === undefined ? "not-sent" : "accepted",
    },
    ...{ prLink: undefined, isFollowUp: false, interrupts: false, replaces: undefined, wasKilled: false },
    ...{ startedAt: Date.UTC(2026, 10, 16, 9, 14), tookMs: undefined, timeoutMs: 1_800_000 },
    ...{ runUrl, triggerPhrase: "/docs-agent", mention: "alice" },
  };
}
