import { day } from "../dates.ts";
import { type GitHub, itemsOf, maxPerPage } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { Octokit } from "../github/octokit.ts";
import type { Clock } from "../runner/clock.ts";
import { type AgentPulls, type DocsRepository, feedbackDays, type PageChange } from "./report-model.ts";

/** For all requests together, in ms. The report is written without what takes longer. */
const timeLimit = 10_000;
/** Who opens the service's pull requests. */
const agentLogin = "mintlify[bot]";
/** In days: how far back pull requests are counted, and from when on an open one waits. */
const [pullDays, waitingDays] = [28, 7];
/** So many pages with one last commit were changed by a sweep, such as a new format, and not for what readers said. */
const sweptPages = 3;

type Commit = Awaited<ReturnType<Octokit["rest"]["repos"]["listCommits"]>>["data"][number];
type Pull = Awaited<ReturnType<Octokit["rest"]["pulls"]["list"]>>["data"][number];

/**
 * Reads when the files of these pages were last changed, and the agent's pull requests: one request for the files, one for
 * each page, and one for the pull requests. None is repeated. What cannot be read is `missing`.
 */
export async function readDocsRepository(
  github: GitHub | undefined,
  {
    name,
    pages,
    serverUrl,
    clock,
  }: { name: string; pages: readonly string[]; serverUrl: string; clock: Clock },
): Promise<DocsRepository> {
  const [owner = "", repo = ""] = name.split("/");
  const stopped = new AbortController();
  const stopTimer = clock.every(timeLimit, () => stopped.abort());
  const asked = { owner, repo, request: { retries: 0, once: stopped.signal } };
  const missing: DocsRepository["missing"][number][] = [];

  /** Undefined if GitHub does not give it, or in another shape than `send` reads. */
  async function read<T>(part: string, send: (rest: Octokit["rest"]) => Promise<T>): Promise<T | undefined> {
    try {
      if (github !== undefined) return await github.ask(({ rest }) => send(rest));
      missing.push({ part, reason: "`github-token` is empty" });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      missing.push({ part, reason: error.aborted ? "no answer in ten seconds" : error.why });
    }
    return undefined;
  }

  async function readChanges(): Promise<Map<string, PageChange>> {
    if (pages.length === 0) return new Map();
    const files = await read("the documentation's changed pages", async ({ git }) => {
      const { data } = await git.getTree({ ...asked, tree_sha: "HEAD", recursive: "1" });
      // In a list that was cut, a second file for a page may be missing.
      if (data.truncated) throw new GitHubError("unreadable", "too many files");
      return data.tree.flatMap(({ type, path }) => (type === "blob" ? [`/${path}`] : []));
    });
    const commits = await Promise.all(
      pages.map(async (page) => {
        const path = fileOf(page, files ?? [])?.slice(1);
        if (path === undefined) return [];
        const list = await read("the documentation's changed pages", async ({ repos }) =>
          itemsOf(await repos.listCommits({ ...asked, path, per_page: 1 })).map(lastCommit),
        );
        return (list ?? []).map((commit) => ({ page, ...commit }));
      }),
    );
    // A merge has what others changed before. The signals reach back no further than 90 days.
    const said = commits.flat().filter(({ at, sha, isMerge }, _, all) => {
      const age = clock.now() - at;
      const isSweep = all.filter((other) => other.sha === sha).length >= sweptPages;
      return age >= 0 && age <= feedbackDays * day && !isMerge && !isSweep;
    });
    return new Map(said.map(({ page, at, number }) => [page, { at, number }]));
  }

  const readPulls = () =>
    read("the documentation's pull requests", async ({ pulls }) => {
      const newest = { state: "all", sort: "created", direction: "desc", per_page: maxPerPage } as const;
      return agentPulls(itemsOf(await pulls.list({ ...asked, ...newest })), clock.now());
    });

  const [changes, pulls] = await Promise.all([readChanges(), readPulls()]).finally(stopTimer);
  return { address: `${serverUrl}/${name}`, changes, pulls, missing };
}

/**
 * The file of a page: below the folder of `docs.json` or `mint.json`, which is the root of a site, or anywhere if there is
 * none. Undefined if there is none or several. All begin with `/`.
 */
function fileOf(page: string, files: readonly string[]): string | undefined {
  const path = page === "/" ? "" : page;
  const endings = [".mdx", ".md", "/index.mdx", "/index.md"].slice(path === "" ? 2 : 0);
  const roots = files.flatMap((file) => /^(.*)\/(?:docs|mint)\.json$/.exec(file)?.[1] ?? []);
  const found = files.filter((file) => {
    const name = endings.map((ending) => path + ending).find((one) => file.endsWith(one));
    const root = name === undefined ? undefined : file.slice(0, file.length - name.length);
    return root !== undefined && (roots.length === 0 || roots.includes(root));
  });
  return found.length === 1 ? found[0] : undefined;
}

/** What is used of a commit. Its words are a stranger's, so only the number at the end of its first line is. */
function lastCommit({ sha, parents, commit }: Commit): PageChange & { sha: string; isMerge: boolean } {
  const [firstLine = ""] = commit.message.split("\n", 1);
  const number = /\(#(\d{1,9})\)$/.exec(firstLine.trimEnd().slice(-12))?.[1];
  return {
    sha,
    isMerge: parents.length > 1,
    at: Date.parse(commit.committer?.date ?? ""),
    number: number === undefined ? undefined : Number(number),
  };
}

/** Counts the agent's among the newest pull requests, which are given newest first. */
function agentPulls(newest: readonly Pull[], now: number): AgentPulls {
  const daysSince = (date: string) => (now - Date.parse(date)) / day;
  const reach = newest.length < maxPerPage ? pullDays : daysSince(newest.at(-1)?.created_at ?? "");
  const days = Math.max(1, Math.min(pullDays, Math.floor(reach)));
  const own = newest.filter(({ user }) => user?.login === agentLogin);
  const recent = own.filter((pull) => daysSince(pull.created_at) <= days);
  const mergedAfter = recent
    .flatMap((pull) => (pull.merged_at ? [daysSince(pull.created_at) - daysSince(pull.merged_at)] : []))
    .sort((a, b) => a - b);
  const open = recent.filter(({ state }) => state === "open").length;
  return {
    days,
    merged: mergedAfter.length,
    closed: recent.length - mergedAfter.length - open,
    open,
    halfMergedWithin: Math.max(1, Math.ceil(mergedAfter[Math.ceil(mergedAfter.length / 2) - 1] ?? 0)),
    waiting: own
      .filter((pull) => pull.state === "open" && daysSince(pull.created_at) >= waitingDays)
      .map((pull) => ({ number: pull.number, days: Math.floor(daysSince(pull.created_at)) }))
      .sort((a, b) => b.days - a.days),
  };
}
