/**
 * Short parts by which whole runs tell what a status comment or the log says. The whole sentences are pinned in
 * the record of `test/agent/comment-text.test.ts`.
 */
export const says = {
  working: "**Working on it.**",
  ready: "Pull request ready",
  followUpDone: "Follow-up finished",
  cancelled: "**The run was cancelled.**",
  interrupted: "**GitHub stopped this run.**",
  uncertain: "We can't tell whether",
  duplicate: "Another workflow answered this command",
  /** In the log, once there is a job. */
  accepted: "The request was accepted",
} as const;
