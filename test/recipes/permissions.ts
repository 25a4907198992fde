import type { FakeGitHub } from "../github/fake-github.ts";
import type { JobResult } from "./harness.ts";

/** What a token needs for requests whose path shows no thread: one of these, or none where every token may ask. */
const needs: readonly [path: RegExp, permissions: string[]][] = [
  [/\/check-runs/, ["checks"]],
  [/\/actions\//, ["actions"]],
  [/\/deployments/, ["deployments"]],
  [/\/(compare|git|commits|releases)\b/, ["contents"]],
  [/\/pulls\b/, ["pull-requests"]],
  // Of a comment's address it does not show where it was written.
  [/\/issues\//, ["issues", "pull-requests"]],
  [/\/issues\?|\/(?:issues|labels)$/, ["issues"]],
  [/\/collaborators\/|\/graphql$/, []],
];

/**
 * The requests of a job for which its token lacks the permission, each with what it needs. The reading of the agent's
 * pull request counts only where the recipe may read its checks or its preview: without, comments show less.
 */
export function forbiddenRequests(job: JobResult, { repository, pulls }: FakeGitHub): string[] {
  // A token of an App is asked for its permissions.
  const ofApp = job.steps.flatMap((step) =>
    Object.entries(step.with).flatMap(([name, access]): [string, string][] =>
      name.startsWith("permission-") ? [[name.replace("permission-", ""), access]] : [],
    ),
  );
  const granted = new Map([...Object.entries(job.permissions), ...ofApp]);
  const showsPull = granted.has("checks") || granted.has("deployments");
  const ofAgent = [...pulls.values()].filter(({ ref }) => ref?.startsWith("docs-agent/"));
  const heads = ofAgent.flatMap(({ head = [] }) => head);
  return job.requests.flatMap(({ method, path }) => {
    const [, kind, number] = /\/(issues|pulls)\/(\d+)\b/.exec(path) ?? [];
    const pull = pulls.get(`${repository}#${number}`);
    const isOfAgent = kind === "pulls" && pull?.ref?.startsWith("docs-agent/");
    const isOfTurn = heads.some((head) => path.includes(`...${head}`));
    if (!showsPull && (isOfAgent || isOfTurn || /check-runs|deployments/.test(path))) return [];
    // GitHub sometimes wants that of pull requests beside that of issues for reactions.
    const ofThread = pull === undefined ? ["issues"] : ["pull-requests"];
    const needed = number === undefined ? needs.find(([of]) => of.test(path))?.[1] : ofThread;
    if (needed === undefined) throw new Error(`it is not known what ${method} ${path} needs`);
    const access = method === "GET" ? ["read", "write"] : ["write"];
    const isAllowed =
      needed.length === 0 || needed.some((one) => access.includes(granted.get(one) ?? ""));
    return isAllowed ? [] : [`${method} ${path} needs ${access[0]} of ${needed.join(" or ")}`];
  });
}
