import { ActionError } from "../errors.ts";
import { connectionAdvice } from "../network/transport-error.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { fitsPath, isBotLogin, isSameLogin } from "./logins.ts";

/** The roles of a repository, lowest first (docs.github.com, "Repository roles for an organization"). */
const roles = ["read", "triage", "write", "maintain", "admin"] as const;
const ordered: readonly string[] = roles;
export type Role = (typeof roles)[number];

/** Why a command is denied. */
export type DenialReason = "permission" | "bot" | "re-run" | "permission-unknown";
/** The result of the check. A denial names the login that failed it, and what was found instead of the role. */
export type PermissionResult =
  | { allowed: true }
  | { allowed: false; reason: DenialReason; login: string; actualRole: string };

export type PermissionRules = {
  author: string | undefined;
  authorIsBot: boolean;
  isRerun: boolean;
  /** The person who re-runs, on a re-run; missing when it does not say. */
  rerunBy: string | undefined;
  required: Role;
  allowedUsers: readonly string[];
};

/** The highest role that each legacy permission allows (docs.github.com, "Get repository permissions for a user"). */
const highest: Readonly<Record<string, Role>> = {
  read: "triage",
  triage: "triage",
  write: "maintain",
  maintain: "maintain",
  admin: "admin",
};

/**
 * Checks whether a command may run: the author needs the required role in the repository or a place in
 * `allowedUsers`, and on a re-run so does the person who re-runs. `author_association` is not used: it hides private
 * members of an organisation. Throws an `ActionError` when GitHub cannot be asked.
 */
export async function checkPermission(rules: PermissionRules, github: GitHub): Promise<PermissionResult> {
  if (rules.author === undefined)
    return { allowed: false, reason: "permission", login: "ghost", actualRole: "no account" };
  if (rules.isRerun && rules.rerunBy === undefined)
    return { allowed: false, reason: "re-run", login: "ghost", actualRole: "no account" };
  const rerunBy =
    rules.rerunBy !== undefined && !isSameLogin(rules.rerunBy, rules.author) ? rules.rerunBy : undefined;
  const [author, rerunner] = await Promise.all([
    checkUser(rules.author, rules.authorIsBot, rules, github),
    rerunBy === undefined ? undefined : checkUser(rerunBy, isBotLogin(rerunBy), rules, github),
  ]);
  if (!author.allowed || rerunner === undefined || rerunner.allowed) return author;
  return rerunner.reason === "permission-unknown" ? rerunner : { ...rerunner, reason: "re-run" };
}

async function checkUser(
  login: string,
  isBot: boolean,
  rules: PermissionRules,
  github: GitHub,
): Promise<PermissionResult> {
  const deny = (reason: DenialReason, actualRole: string): PermissionResult => ({
    allowed: false,
    reason,
    login,
    actualRole,
  });
  if (rules.allowedUsers.some((allowed) => isSameLogin(allowed, login))) return { allowed: true };
  // Any GitHub App has a login that ends in [bot], so bots pass only by `allowedUsers`.
  if (isBot) return deny("bot", "a bot's account");
  if (!fitsPath(login)) return deny("permission", "no account");
  try {
    const answer = await github.permission(login);
    if (answer.login === undefined || !isSameLogin(answer.login, login))
      return deny("permission-unknown", "an answer about another account");
    const { role = answer.permission, permission } = answer;
    return effectiveRank(role, permission) >= rank(rules.required)
      ? { allowed: true }
      : deny("permission", rank(role) > effectiveRank(role, permission) ? permission : role);
  } catch (error) {
    if (!(error instanceof GitHubError) || error.aborted) throw error;
    if (error.status === 404) return deny("permission", "no role");
    if (error.status === 403 && !error.rateLimited) return deny("permission-unknown", "HTTP 403");
    throw cannotAsk(login, error);
  }
}

/** The rank of a role, no higher than the legacy permission allows; of a custom role, that of the permission. */
function effectiveRank(role: string, permission: string): number {
  if (rank(role) === -1) return rank(permission);
  const limit = Object.hasOwn(highest, permission) ? highest[permission] : undefined;
  return limit === undefined ? -1 : Math.min(rank(role), rank(limit));
}

function cannotAsk(login: string, error: GitHubError): ActionError {
  const what = richText`GitHub could not be asked for the role of ${code(`@${login}`)}: ${error.why}.`;
  return new ActionError("github", what, adviceOn(error), { cause: error });
}

function adviceOn({ status, rateLimited, transport }: GitHubError): RichText {
  if (transport !== undefined) return connectionAdvice(transport);
  if (rateLimited) return richText`GitHub's rate limit is reached. Repeat the command later.`;
  if (status === 401)
    return richText`Check the token in ${code("github-token")}: it is not valid, or has expired.`;
  if (status >= 500) return richText`The problem is on GitHub's side. Repeat the command later.`;
  if (status >= 300 && status < 400)
    return richText`The repository may have been renamed, or GITHUB_API_URL names another address. Repeat the command.`;
  return richText`Repeat the command later.`;
}

function rank(role: string): number {
  return ordered.indexOf(role);
}
