import { ownMarker } from "../text/hidden-text.ts";
import { type GitHub, itemsOf, maxPerPage, noRetries } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { isSameLogin } from "./logins.ts";
import type { Octokit } from "./octokit.ts";

// The dashboard: an issue that the action opens and keeps itself. Its comments are what the runs remember and report.

const title = "Documentation dashboard";
const label = { name: "docs-agent", color: "0e8a16", description: "Kept by Docs Agent" };
/** It is still there when people change the title. */
const mark = "<!-- docs-agent:dashboard -->";
const body = [
  ownMarker,
  mark,
  "",
  "Docs Agent keeps this issue: its comments show which commits are documented, in which pull requests, and what is missing.",
  "Each workflow that writes here has a comment of its own, and edits it.",
  "You may close this issue, and it stays closed; if you delete it, what it remembers is lost.",
].join("\n");

type Issue = Awaited<ReturnType<Octokit["rest"]["issues"]["listForRepo"]>>["data"][number];
const looksLikeOurs = (issue: Issue) =>
  issue.pull_request == null && (issue.title === title || (issue.body ?? "").includes(mark));

/** The number of the repository's dashboard, open or closed; missing where there is none. Throws a `GitHubError`. */
export async function findDashboard(github: GitHub): Promise<number | undefined> {
  const all = { state: "all", per_page: maxPerPage } as const;
  const labelled = await github.ask(async ({ rest, paginate }, repository) => {
    const oldestFirst = {
      ...repository,
      ...all,
      labels: label.name,
      direction: "asc",
    } as const;
    return (await paginate(rest.issues.listForRepo, oldestFirst, itemsOf)).filter(looksLikeOurs);
  });
  // Only apps and people with a role can set a label, so an app's issue that has it is no stranger's.
  const byApp = labelled.find(({ user }) => user?.type === "Bot");
  if (byApp !== undefined) return byApp.number;
  const login = await github.viewer();
  // People may have taken the label off. The dashboard is edited often, so it is among the newest.
  const newest = await github.ask(async ({ rest }, repository) => {
    const list = {
      ...repository,
      ...all,
      creator: login,
      sort: "updated",
    } as const;
    return itemsOf(await rest.issues.listForRepo(list)).filter(looksLikeOurs);
  });
  const own = [...labelled, ...newest].filter(({ user }) => isSameLogin(user?.login ?? "", login));
  return own.map(({ number }) => number).sort((a, b) => a - b)[0];
}

/**
 * The number of the repository's dashboard, which is opened where there is none. Of two that runs opened at once the oldest
 * counts. Throws a `GitHubError`; its status is 410 where issues are disabled.
 */
export async function openDashboard(github: GitHub): Promise<number> {
  const known = await findDashboard(github);
  if (known !== undefined) return known;
  // An issue without a label would not be found again.
  await github
    .ask(({ rest }, repository) => rest.issues.createLabel({ ...repository, ...label }))
    .catch((error: unknown) => {
      const exists = error instanceof GitHubError && error.status === 422;
      if (!exists) throw error;
    });
  let created: number | undefined;
  let failure: unknown;
  try {
    created = await github.ask(async ({ rest }, repository) => {
      const issue = {
        ...repository,
        title,
        body,
        labels: [label.name],
        ...noRetries,
      };
      return (await rest.issues.create(issue)).data.number;
    });
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isRefusal) throw error;
    // It may be there all the same.
    failure = error;
  }
  const number = (await findDashboard(github)) ?? created;
  if (number === undefined) throw failure;
  return number;
}
