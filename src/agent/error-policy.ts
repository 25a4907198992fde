import type { ErrorReason } from "../result.ts";
import { type RichText, richText } from "../text/rich-text.ts";

/** What helps against an error. The commenter reads it, and the error's advice says how it is done. */
export type Remedy =
  /** Waiting: it is over after some time, whatever anybody does. */
  | { kind: "wait"; howLong: "a while" | "an hour" }
  /** It may be over later. If it is not, a maintainer does what the advice says. */
  | { kind: "wait-or-mend" }
  /** These people do what the advice says. After that, the commenter can comment again. */
  | { kind: "mend"; who: RichText }
  /** These people report it. Nothing says when it is over. */
  | { kind: "report"; who: RichText };

/** What the agent says about an error, by its reason. */
export type ErrorPolicy = {
  /** What became of a request that ended with this error before the service accepted it. */
  request: "not sent" | "not accepted" | "refused" | "unknown";
  remedy: Remedy;
  /** True where a step with the `job-id` of a known job may get further. */
  mayContinueJob: boolean;
};

/** Who can change what the commenter cannot. `places` is what they may edit, such as `secrets`. */
export function whoEdits(places: string): RichText {
  return richText`this is for someone who can edit this repository's ${{ trusted: places }}`;
}

const wait: Remedy = { kind: "wait", howLong: "a while" };
const waitAnHour: Remedy = { kind: "wait", howLong: "an hour" };
const waitOrMend: Remedy = { kind: "wait-or-mend" };
const editSecrets: Remedy = { kind: "mend", who: whoEdits("secrets") };
const editSettings: Remedy = { kind: "mend", who: whoEdits("settings and workflows") };
// The account of the service pays, and nothing in the repository changes that.
const pay: Remedy = {
  kind: "mend",
  who: richText`this is for someone who manages this project's plan and credits`,
};
const reportBug: Remedy = {
  kind: "report",
  who: richText`this is for someone who can read the log of this run`,
};

/** What the agent says about each error. */
export const errorPolicies: Readonly<Record<ErrorReason, ErrorPolicy>> = {
  input: { request: "not sent", remedy: editSettings, mayContinueJob: true },
  "api-key": { request: "refused", remedy: editSecrets, mayContinueJob: true },
  payment: { request: "refused", remedy: pay, mayContinueJob: true },
  forbidden: { request: "refused", remedy: editSecrets, mayContinueJob: true },
  "not-found": { request: "refused", remedy: editSettings, mayContinueJob: false },
  "rate-limit": { request: "refused", remedy: waitAnHour, mayContinueJob: true },
  refused: { request: "refused", remedy: editSettings, mayContinueJob: true },
  service: { request: "not accepted", remedy: wait, mayContinueJob: true },
  unreachable: { request: "not sent", remedy: waitOrMend, mayContinueJob: true },
  github: { request: "not sent", remedy: waitOrMend, mayContinueJob: true },
  uncertain: { request: "unknown", remedy: waitOrMend, mayContinueJob: true },
  answer: { request: "not accepted", remedy: editSettings, mayContinueJob: true },
  file: { request: "not sent", remedy: editSettings, mayContinueJob: true },
  internal: { request: "not sent", remedy: reportBug, mayContinueJob: false },
};
