import { ActionError } from "../errors.ts";
import type { DenialReason } from "../outcomes.ts";
import { code, richText } from "../text/rich-text.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { isBotLogin, isSameLogin } from "./logins.ts";

/** The roles of a repository, lowest first (docs.github.com, "Repository roles for an organization"). */
export const roles = ["read", "triage", "write", "maintain", "admin"] as const;
export type Role = (typeof roles)[number];
const ordered: readonly string[] = roles;

/** The result of the check. A denial names the login that failed it, and GitHub's name of its role where one is known. */
type PermissionResult =
  | { allowed: true }
  | { allowed: false; reason: DenialReason; login: string; role: string | undefined };

export type PermissionRules = {
  author: string | undefined;
  authorIsBot: boolean;
  isRerun: boolean;
  /** The person who re-runs, on a re-run; missing when it does not say. */
  rerunBy: string | undefined;
  required: Role;
  allowedUsers: readonly string[];
};

/**
 * Checks whether a command may run: the author needs the required role in the repository or a place in
 * `allowedUsers`, and on a re-run so does the person who re-runs. `author_association` is not used: it hides private
 * members of an organisation. Without a client, only `allowedUsers` counts. Throws an `ActionError` where a role counts
 * and cannot be asked for: a denial is for a role that is known.
 */
export async function checkPermission(
  rules: PermissionRules,
  github: GitHub | undefined,
): Promise<PermissionResult> {
  const { author, isRerun, rerunBy } = rules;
  // GitHub shows a deleted account as the user `ghost`.
  if (author === undefined) {
    return deny("permission", "ghost");
  }
  if (isRerun && rerunBy === undefined) {
    return deny("re-run", "ghost");
  }
  const other = rerunBy !== undefined && !isSameLogin(rerunBy, author) ? rerunBy : undefined;
  const [first, second] = await Promise.all([
    checkUser(author, rules.authorIsBot, rules, github),
    other === undefined ? undefined : checkUser(other, isBotLogin(other), rules, github),
  ]);
  if (!first.allowed || second === undefined || second.allowed) {
    return first;
  }
  return { ...second, reason: "re-run" };
}

async function checkUser(
  login: string,
  isBot: boolean,
  { required, allowedUsers }: PermissionRules,
  github: GitHub | undefined,
): Promise<PermissionResult> {
  if (allowedUsers.some((allowed) => isSameLogin(allowed, login))) {
    return { allowed: true };
  }
  // Any GitHub App has a login that ends in [bot], so bots pass only by `allowedUsers`.
  if (isBot) {
    return deny("bot", login);
  }
  // A login `.` or `..` would change the path of the request.
  if (/^\.+$/.test(login)) {
    return deny("permission", login);
  }
  if (github === undefined) {
    throw new ActionError(
      "input",
      richText`${code("github-token")} is empty, so GitHub cannot be asked for the role of ${code(`@${login}`)}.`,
      richText`Remove that line from the step, or add the login to ${code("allowed-users")}.`,
    );
  }
  const answer = await ask(login, github);
  // What is said of another account gives nobody a role.
  if (answer === undefined || !isSameLogin(answer.login ?? "", login)) {
    return deny("permission", login);
  }
  const { role = answer.permission, permission } = answer;
  // Only a custom role counts by the legacy permission, which has `write` for `maintain` and `read` for `triage`
  // (docs.github.com, "Get repository permissions for a user").
  const known = ordered.includes(role) ? role : permission;
  if (rank(known) >= rank(required)) {
    return { allowed: true };
  }
  return deny("permission", login, role);
}

/** What GitHub says of somebody's role; missing for a login that is no user's. */
async function ask(login: string, github: GitHub) {
  try {
    return await github.permission(login);
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    // GitHub answers 404 as well where the token cannot see the repository.
    if (error.status === 404 && error.message.endsWith(" is not a user")) {
      return undefined;
    }
    const what = richText`GitHub could not be asked for the role of ${code(`@${login}`)}: ${error.why}.`;
    const advice = error.isHidden
      ? richText`Check that ${code("github-token")} can read this repository.`
      : error.advice("metadata: read");
    throw new ActionError("github", what, advice, { cause: error });
  }
}

function rank(role: string): number {
  return ordered.indexOf(role);
}

function deny(reason: DenialReason, login: string, role?: string): PermissionResult {
  return { allowed: false, reason, login, role };
}
