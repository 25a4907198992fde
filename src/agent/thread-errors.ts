import { ActionError } from "../errors.ts";
import type { GitHub } from "../github/client.ts";
import { findDashboard, openDashboard } from "../github/dashboard.ts";
import { changeAdvice, GitHubError } from "../github/errors.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { type RunThread, writePermissions } from "./thread.ts";
import type { Tools } from "./tools.ts";

// What GitHub refuses of a thread, as errors for people.

/** The error where GitHub does not let a run read or write what the thread of this number remembers; `what` says which. */
export function memoryError(
  error: GitHubError,
  number: number,
  what: RichText,
  { inputs }: Tools,
): ActionError {
  const { status = 0 } = error;
  const isNamed = inputs["issue-number"] === number;
  const other = richText`set ${code("issue-number")} to an open issue, or to ${code("dashboard")}`;
  const failure = (why: RichText, advice: RichText) =>
    new ActionError("github", why, advice, { cause: error });
  // GitHub answers 301 for an issue that was moved, and 410 or 404 for one that was deleted.
  if (isNamed && (status === 301 || status === 404 || status === 410)) {
    return failure(
      richText`#${number} was moved or deleted, or the token cannot see it (${error.why}).`,
      richText`To go on, ${other}.`,
    );
  }
  const advice = error.advice(writePermissions);
  const elsewhere = richText`${advice} Or use another issue or pull request.`;
  return failure(what, advice === changeAdvice ? elsewhere : advice);
}

/** What a run throws that cannot announce its request: another error than GitHub's as it is. */
export function announceError(error: unknown, { place }: RunThread, tools: Tools): unknown {
  if (!(error instanceof GitHubError)) {
    return error;
  }
  const { number = 0 } = place ?? {};
  const what = richText`This run could not comment on #${number} (${error.why}), so nothing was sent.`;
  return memoryError(error, number, what, tools);
}

/** The number of the dashboard. A dry run opens none. Throws an `ActionError`. */
export async function readDashboard(
  github: GitHub,
  isDryRun: boolean,
): Promise<number | undefined> {
  try {
    return await (isDryRun ? findDashboard(github) : openDashboard(github));
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    const what = richText`The dashboard can be neither found nor opened (${error.why}).`;
    throw new ActionError("github", what, dashboardAdvice(error), { cause: error });
  }
}

function dashboardAdvice(error: GitHubError): RichText {
  if (error.status === 410) {
    return richText`Enable issues in the repository's settings, or set ${code("issue-number")} to a pull request.`;
  }
  if (error.status === 404) {
    return richText`Check that the token in ${code("github-token")} can read this repository.`;
  }
  return error.advice("issues: write");
}
