import { ownMarker } from "../text/hidden-text.ts";
import { type GitHub, itemsOf, maxPerPage, noRetries } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { isSameLogin } from "./logins.ts";

// The dashboard: an issue that the action opens and keeps itself. Its comments are what the runs remember and report.

const title = "Documentation dashboard";
const label = { name: "docs-agent", color: "0e8a16", description: "Kept by Docs Agent" };
/** It is still there when people change the title. */
const mark = "<!-- docs-agent:dashboard -->";
const body = [
  ownMarker,
  mark,
  "",
  "Docs Agent keeps this issue: its comments show which commits are documented, what is missing, and the reports of visitors.",
  "Of two tables of one workflow and conversation, the one that was updated last counts.",
  "You may close this issue, and it stays closed; if you delete it, what it remembers is lost.",
].join("\n");

/** The issues that look like the dashboard: all with a label, or a page of what somebody has opened. */
type Which = { labels: string; direction: "asc" } | { creator: string; sort: "updated" };

/** The number of the repository's dashboard, open or closed; missing where there is none. Throws a `GitHubError`. */
export async function findDashboard(github: GitHub): Promise<number | undefined> {
  const labelled = await listIssues({ labels: label.name, direction: "asc" }, github);
  // Only apps and people with a role can set a label, so an app's issue that has it is no stranger's.
  const byApp = labelled.find(({ user }) => user?.type === "Bot");
  if (byApp !== undefined) {
    return byApp.number;
  }
  const creator = await github.viewer();
  // People may have taken the label off. The dashboard is edited often, so it is among the newest.
  const newest = await listIssues({ creator, sort: "updated" }, github);
  const own = [...labelled, ...newest].filter(({ user }) =>
    isSameLogin(user?.login ?? "", creator),
  );
  const numbers = own.map(({ number }) => number);
  return numbers.sort((a, b) => a - b)[0];
}

/**
 * The number of the repository's dashboard, which is opened where there is none. Of two that runs opened at once the oldest
 * counts. Throws a `GitHubError`; its status is 410 where issues are disabled.
 */
export async function openDashboard(github: GitHub): Promise<number> {
  const known = await findDashboard(github);
  if (known !== undefined) {
    return known;
  }
  await createLabel(github);
  const created = await github.ask(async ({ rest }, repository) => {
    const issue = { ...repository, title, body, labels: [label.name], ...noRetries };
    return (await rest.issues.create(issue)).data.number;
  });
  return (await findDashboard(github)) ?? created;
}

/** An issue without a label would not be found again. */
async function createLabel(github: GitHub): Promise<void> {
  try {
    await github.ask(({ rest }, repository) =>
      rest.issues.createLabel({ ...repository, ...label }),
    );
  } catch (error) {
    const isThere = error instanceof GitHubError && error.status === 422;
    if (!isThere) {
      throw error;
    }
  }
}

async function listIssues(which: Which, github: GitHub) {
  const issues = await github.ask(async ({ rest, paginate }, repository) => {
    const list = { ...repository, ...which, state: "all", per_page: maxPerPage } as const;
    return "labels" in which
      ? await paginate(rest.issues.listForRepo, list, itemsOf)
      : itemsOf(await rest.issues.listForRepo(list));
  });
  return issues.filter(
    ({ pull_request: pull, title: name, body: text }) =>
      pull == null && (name === title || (text ?? "").includes(mark)),
  );
}
