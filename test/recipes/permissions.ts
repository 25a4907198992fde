import type { FakeGitHub, FakePull } from "../github/fake-github.ts";
import type { JobResult } from "./harness.ts";

/**
 * The requests of a job for which its token lacks the permission, each with what it needs. The reading of the agent's
 * pull request counts only where the recipe may read its checks or its preview: without, comments show less.
 */
export function forbiddenRequests(job: JobResult, { repository, pulls }: FakeGitHub): string[] {
  const permissions = granted(job);
  const showsPull = permissions.has("checks") || permissions.has("deployments");
  return job.requests.flatMap(({ method, path }) => {
    const [, kind, number] = /\/(issues|pulls)\/(\d+)\b/.exec(path) ?? [];
    const pull = pulls.get(`${repository}#${number}`);
    const isOfAgent = kind === "pulls" && pull?.ref?.startsWith("docs-agent/");
    if (!showsPull && (isOfAgent || /check-runs|deployments/.test(path))) return [];
    const needed = number === undefined ? permissionsFor(method, path) : [threadPermission(method, pull)];
    const isAllowed = needed.length === 0 || needed.some((one) => allows(permissions, one));
    return isAllowed ? [] : [`${method} ${path} needs ${needed.join(" or ")}`];
  });
}

/** What a token needs for a request; none where every token may ask, and a choice where one of several is enough. */
function permissionsFor(method: string, path: string): string[] {
  const access = accessOf(method);
  if (path.includes("/check-runs")) return [`checks: ${access}`];
  if (path.includes("/deployments")) return [`deployments: ${access}`];
  if (/\/(compare|git|commits|releases)\b/.test(path)) return [`contents: ${access}`];
  if (/\/pulls\b/.test(path)) return [`pull-requests: ${access}`];
  // Of a comment's address it does not show where it was written.
  if (/\/issues\//.test(path)) return [`issues: ${access}`, `pull-requests: ${access}`];
  if (/\/collaborators\//.test(path)) return [];
  throw new Error(`it is not known what ${method} ${path} needs`);
}

/** Of a thread that is known: GitHub sometimes wants that of pull requests beside that of issues for reactions. */
function threadPermission(method: string, pull: FakePull | undefined): string {
  return `${pull === undefined ? "issues" : "pull-requests"}: ${accessOf(method)}`;
}

function accessOf(method: string): "read" | "write" {
  return method === "GET" ? "read" : "write";
}

/** The permissions of a job's token, or those that it asks for the token of an App. */
function granted({ permissions, steps }: JobResult): Map<string, string> {
  const ofApp = steps.flatMap((step) =>
    Object.entries(step.with).flatMap(([name, access]): [string, string][] =>
      name.startsWith("permission-") ? [[name.slice("permission-".length), access]] : [],
    ),
  );
  return new Map([...Object.entries(permissions), ...ofApp]);
}

function allows(permissions: ReadonlyMap<string, string>, needed: string): boolean {
  const [name = "", access = ""] = needed.split(": ");
  return ["write", access].includes(permissions.get(name) ?? "");
}
