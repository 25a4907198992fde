import { type GitHub, GitHubError } from "./client.ts";

/** The roles of a repository, least first (docs.github.com, "Repository roles for an organization"). */
const roles = ["read", "triage", "write", "maintain", "admin"] as const;
const ordered: readonly string[] = roles;
export type Role = (typeof roles)[number];

/** Why somebody may not command. */
export type DenialReason = "permission" | "bot" | "re-run" | "permission-unknown";
/** The answer of the gate; `login` and `has` say who was judged, and by what. */
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
 * Decides whether a command may be carried out: by the author's role in the repository or the exact list of further
 * users, and on a re-run by the one who re-runs as well. No answer means no; associations in the event mean nothing.
 */
export async function checkPermission(gate: PermissionRules, github: GitHub): Promise<PermissionResult> {
  if (gate.author === undefined)
    return { allowed: false, reason: "permission", login: "ghost", actualRole: "no account" };
  const rerun =
    gate.rerunBy !== undefined && !sameLogin(gate.rerunBy, gate.author) ? gate.rerunBy : undefined;
  const [author, rerunner] = await Promise.all([
    checkUser(gate.author, gate.authorIsBot, gate, github),
    rerun === undefined ? undefined : checkUser(rerun, rerun.endsWith("[bot]"), gate, github),
  ]);
  if (!author.allowed || rerunner === undefined || rerunner.allowed) return author;
  return rerunner.reason === "permission-unknown" ? rerunner : { ...rerunner, reason: "re-run" };
}

async function checkUser(
  login: string,
  isBot: boolean,
  gate: PermissionRules,
  github: GitHub,
): Promise<PermissionResult> {
  const deny = (reason: DenialReason, actualRole: string): PermissionResult => ({
    allowed: false,
    reason,
    login,
    actualRole,
  });
  if (gate.allowedUsers.some((allowed) => sameLogin(allowed, login))) return { allowed: true };
  // Any GitHub App has a login that ends in [bot], so only its exact name lets it pass.
  if (isBot) return deny("bot", "a bot's account");
  // Dots would change the address that is asked; no account's name is made of them.
  if (/^\.+$/.test(login)) return deny("permission", "no account");
  try {
    const { role, permission } = await github.permission(login);
    const has = rank(role ?? "") === -1 ? permission : (role ?? permission);
    return rank(has) >= rank(gate.required) ? { allowed: true } : deny("permission", role ?? permission);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (error.status === 404) return deny("permission", "no role");
    return deny("permission-unknown", error.status === 0 ? "no answer" : `HTTP ${error.status}`);
  }
}

function rank(role: string): number {
  return ordered.indexOf(role);
}

function sameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
