import { ActionError } from "../errors.ts";
import { connectionAdvice } from "../network/transport-error.ts";
import type { ReasonOf } from "../result.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { fitsPath, isBotLogin, isSameLogin } from "./logins.ts";

/** The roles of a repository, lowest first (docs.github.com, "Repository roles for an organization"). */
export const roles = ["read", "triage", "write", "maintain", "admin"] as const;
const ordered: readonly string[] = roles;
export type Role = (typeof roles)[number];

/** The role of an account, or why there is none or none is known. */
export type FoundRole =
  /** GitHub's name of the role, which may be a custom one. */
  | { kind: "role"; name: string }
  | { kind: "none"; why: "no-account" | "not-a-collaborator" | "bot" }
  | { kind: "unknown"; why: "no-token" | "forbidden" | "other-account" };
/** The result of the check. A denial names the login that failed it, and the role that was found. */
export type PermissionResult =
  | { allowed: true }
  | { allowed: false; reason: ReasonOf<"denied">; login: string; found: FoundRole };

const noAccount: FoundRole = { kind: "none", why: "no-account" };

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
 * members of an organisation. Without a client, only `allowedUsers` counts. Throws an `ActionError` when GitHub cannot be
 * asked.
 */
export async function checkPermission(
  rules: PermissionRules,
  github: GitHub | undefined,
): Promise<PermissionResult> {
  if (rules.author === undefined)
    return { allowed: false, reason: "permission", login: "ghost", found: noAccount };
  if (rules.isRerun && rules.rerunBy === undefined)
    return { allowed: false, reason: "re-run", login: "ghost", found: noAccount };
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
  github: GitHub | undefined,
): Promise<PermissionResult> {
  const deny = (reason: ReasonOf<"denied">, found: FoundRole): PermissionResult => ({
    allowed: false,
    reason,
    login,
    found,
  });
  if (rules.allowedUsers.some((allowed) => isSameLogin(allowed, login))) return { allowed: true };
  // Any GitHub App has a login that ends in [bot], so bots pass only by `allowedUsers`.
  if (isBot) return deny("bot", { kind: "none", why: "bot" });
  if (!fitsPath(login)) return deny("permission", noAccount);
  if (github === undefined) return deny("permission-unknown", { kind: "unknown", why: "no-token" });
  try {
    const answer = await github.permission(login);
    if (answer.login === undefined || !isSameLogin(answer.login, login))
      return deny("permission-unknown", { kind: "unknown", why: "other-account" });
    const { role = answer.permission, permission } = answer;
    const effective = effectiveRank(role, permission);
    if (effective >= rank(rules.required)) return { allowed: true };
    return deny("permission", { kind: "role", name: rank(role) > effective ? permission : role });
  } catch (error) {
    if (!(error instanceof GitHubError) || error.aborted) throw error;
    if (error.status === 404) return deny("permission", { kind: "none", why: "not-a-collaborator" });
    if (error.status === 403 && !error.rateLimited)
      return deny("permission-unknown", { kind: "unknown", why: "forbidden" });
    throw cannotAsk(login, error);
  }
}

/** The rank of a role, capped by the legacy permission. A custom role ranks as its permission. */
function effectiveRank(role: string, permission: string): number {
  if (rank(role) === -1) return rank(permission);
  const limit = Object.hasOwn(highest, permission) ? highest[permission] : undefined;
  return limit === undefined ? -1 : Math.min(rank(role), rank(limit));
}

function cannotAsk(login: string, error: GitHubError): ActionError {
  const what = richText`GitHub could not be asked for the role of ${code(`@${login}`)}: ${error.whyText}.`;
  return new ActionError("github", what, checkAdvice(error), { cause: error });
}

function checkAdvice({ transport, remedy, rateLimited, status = 0 }: GitHubError): RichText {
  const repeat = richText`Repeat the command later.`;
  if (transport !== undefined) return connectionAdvice(transport);
  if (remedy !== undefined) return rateLimited ? richText`${remedy} ${repeat}` : remedy;
  if (status >= 500) return richText`The problem is on GitHub's side. ${repeat}`;
  if (status >= 300 && status < 400)
    return richText`The repository may have been renamed, or GITHUB_API_URL names another address. Repeat the command.`;
  return repeat;
}

function rank(role: string): number {
  return ordered.indexOf(role);
}
