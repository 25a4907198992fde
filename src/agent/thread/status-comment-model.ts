import type { Outcome } from "../../result.ts";
import type { Replacement, RequestState } from "./request-state.ts";

/** What a status comment shows. All of it may be foreign text. */
export type StatusCommentModel = {
  /** Missing while the agent is working. */
  outcome: Outcome | undefined;
  /** Empty when the job is only watched. */
  prompt: string;
  /** True when paragraphs of a command by mail, which may be the author's own, are not sent. */
  firstParagraphOnly: boolean;
  jobId: string | undefined;
  /** How far the request has come. */
  state: RequestState["kind"];
  prLink: string | undefined;
  /** True for a follow-up to a job. */
  isFollowUp: boolean;
  /** True when the follow-up was sent while the job was still working. */
  interrupts: boolean;
  /** Why a new job replaces the thread's; missing where it does not. */
  replaces: Replacement | undefined;
  /** True when the run was killed before it could end. */
  wasKilled: boolean;
  /** Epoch ms; missing where it is not known. */
  startedAt: number | undefined;
  /** From acceptance to the end; missing where it is not known. */
  tookMs: number | undefined;
  timeoutMs: number;
  runUrl: string;
  /** What starts a command; missing for runs that a workflow started. */
  triggerPhrase: string | undefined;
  /** The login to mention when the run ends; missing to mention no one. */
  mention: string | undefined;
};
