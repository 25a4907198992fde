import type { JobResult } from "./workflow-runner.ts";

/** The requests of a job to GitHub for which its token lacks the permission, each with what it needs. */
export function forbiddenRequests(job: JobResult, issueNumber: number): string[] {
  const permissions = granted(job);
  return job.requests.flatMap(({ method, path }) => {
    const needed = permissionsFor(method, path, issueNumber);
    const isAllowed = needed.length === 0 || needed.some((one) => allows(permissions, one));
    return isAllowed ? [] : [`${method} ${path} needs ${needed.join(" or ")}`];
  });
}

/** What a token needs for a request; none where every token may ask, and a choice where one of several is enough. */
function permissionsFor(method: string, path: string, issueNumber: number): string[] {
  const access = method === "GET" ? "read" : "write";
  if (path.includes("/check-runs")) return [`checks: ${access}`];
  if (path.includes("/deployments")) return [`deployments: ${access}`];
  if (/\/(compare|git|commits|releases)\b/.test(path)) return [`contents: ${access}`];
  if (/\/pulls\b/.test(path)) return [`pull-requests: ${access}`];
  if (path.includes(`/issues/${issueNumber}/`)) return [`issues: ${access}`];
  // Of a comment's address it does not show where it was written.
  if (/\/issues\//.test(path)) return [`issues: ${access}`, `pull-requests: ${access}`];
  if (/\/collaborators\//.test(path)) return [];
  throw new Error(`it is not known what ${method} ${path} needs`);
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
