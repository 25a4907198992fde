import { type GitHub, GitHubError } from "./client.ts";

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
  /** The person who re-runs, on a re-run. */
  rerunBy: string | undefined;
  required: Role;
  allowedUsers: readonly string[];
};

/**
 * Checks whether a command may run: the author needs the required role in the repository or a place in
 * `allowedUsers`, and on a re-run so does the person who re-runs. Without an answer from GitHub, it may not.
 * `author_association` is not used: it hides private members of an organisation.
 */
export async function checkPermission(rules: PermissionRules, github: GitHub): Promise<PermissionResult> {
  if (rules.author === undefined)
    return { allowed: false, reason: "permission", login: "ghost", actualRole: "no account" };
  const rerunBy =
    rules.rerunBy !== undefined && !isSameLogin(rules.rerunBy, rules.author) ? rules.rerunBy : undefined;
  const [author, rerunner] = await Promise.all([
    checkUser(rules.author, rules.authorIsBot, rules, github),
    rerunBy === undefined ? undefined : checkUser(rerunBy, rerunBy.endsWith("[bot]"), rules, github),
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
  // Dots would change the path of the request, and no login consists of them.
  if (/^\.+$/.test(login)) return deny("permission", "no account");
  try {
    const { role, permission } = await github.permission(login);
    // For a custom role, the legacy permission counts.
    const known = role !== undefined && rank(role) !== -1 ? role : permission;
    return rank(known) >= rank(rules.required) ? { allowed: true } : deny("permission", role ?? permission);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (error.status === 404) return deny("permission", "no role");
    return deny("permission-unknown", error.status === 0 ? "no answer" : `HTTP ${error.status}`);
  }
}

function rank(role: string): number {
  return ordered.indexOf(role);
}

function isSameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
