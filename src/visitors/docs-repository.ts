import { day } from "../dates.ts";
import { type GitHub, itemsOf, maxPerPage } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { Octokit } from "../github/octokit.ts";
import type { Clock } from "../runner/clock.ts";
import {
  type AgentPulls,
  type DocsRepository,
  feedbackDays,
  type Gap,
  type PageChange,
} from "./report-model.ts";

/** For all requests together, in ms. The report is written without what takes longer. */
const timeLimit = 10_000;
const agentLogin = "mintlify[bot]";
/** In days: how far back pull requests are counted, and from when on an open one waits. */
const [pullDays, waitingDays] = [28, 7];
/** So many pages with one last commit were changed by a sweep, such as a new format, and not for what readers said. */
const sweptPages = 3;

/** Each closed pull request costs a request for its files. */
const maxClosed = 3;
const changedPages = "the documentation's changed pages";
const pullRequests = "the documentation's pull requests";

type Pull = Awaited<ReturnType<Octokit["rest"]["pulls"]["list"]>>["data"][number];

type Asked = { name: string; pages: readonly string[]; serverUrl: string; clock: Clock };

/**
 * Reads when the files of these pages were last changed, and the agent's pull requests, in one request for each page and
 * at most five others. None is repeated. What cannot be read is `missing`.
 */
export async function readDocsRepository(github: GitHub | undefined, asked: Asked): Promise<DocsRepository> {
  const stopped = new AbortController();
  const stopTimer = asked.clock.every(timeLimit, () => stopped.abort());
  return await readBefore(stopped.signal, github, asked).finally(stopTimer);
}

async function readBefore(
  once: AbortSignal,
  github: GitHub | undefined,
  { name, pages, serverUrl, clock }: Asked,
): Promise<DocsRepository> {
  const [owner = "", repo = ""] = name.split("/");
  const asked = { owner, repo, request: { retries: 0, once } };
  const missing: Gap[] = [];

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

  const [tree = [], newest] = await Promise.all([
    read(changedPages, async ({ git }) => {
      const { data } = await git.getTree({ ...asked, tree_sha: "HEAD", recursive: "1" });
      // In a list that was cut, a second file for a page may be missing.
      if (data.truncated) throw new GitHubError("unreadable", "too many files");
      return data.tree.flatMap(({ type, path }) => (type === "blob" ? [`/${path}`] : []));
    }),
    read(pullRequests, async ({ pulls }) => {
      const query = { state: "all", sort: "created", direction: "desc", per_page: maxPerPage } as const;
      return itemsOf(await pulls.list({ ...asked, ...query }));
    }),
  ]);
  const files = pages.flatMap((page) => {
    const path = fileOf(page, tree)?.slice(1);
    return path === undefined ? [] : [{ page, path }];
  });
  const now = clock.now();
  const refused = newest?.filter((pull) => isRefused(pull, now)).slice(0, maxClosed) ?? [];
  const [commits, closed] = await Promise.all([
    Promise.all(
      files.map(({ page, path }) =>
        read(changedPages, async ({ repos }) => {
          const [last] = itemsOf(await repos.listCommits({ ...asked, path, per_page: 1 }));
          return last && { page, sha: last.sha, at: Date.parse(last.commit.committer?.date ?? "") };
        }),
      ),
    ),
    Promise.all(
      refused.map(async ({ number, closed_at }) => {
        const changed = await read(pullRequests, async ({ pulls }) =>
          itemsOf(await pulls.listFiles({ ...asked, pull_number: number, per_page: maxPerPage })),
        );
        const own = files.filter(({ path }) => changed?.some(({ filename }) => filename === path));
        return own.map(({ page }) => [page, { number, at: Date.parse(closed_at ?? "") }] as const);
      }),
    ),
  ]);
  const found = commits.filter((commit) => commit !== undefined);
  // Of a few, nobody could tell that they are a sweep.
  const known = found.length * 2 > files.length ? found : [];
  return {
    address: `${serverUrl}/${name}`,
    committed: new Map(known.map(({ page, at }) => [page, at])),
    changes: changesOf(known, newest ?? [], now),
    // The newest pull request of a page counts.
    closed: new Map(closed.flat().reverse()),
    pulls: newest && agentPulls(newest, now),
    missing,
  };
}

/** A page's only file below the folder of the repository's only `docs.json` or `mint.json`. All paths begin with `/`. */
function fileOf(page: string, files: readonly string[]): string | undefined {
  const roots = files.flatMap((file) => /^(.*)\/(?:docs|mint)\.json$/.exec(file)?.[1] ?? []);
  if (roots.length !== 1) return undefined;
  const path = `${roots[0]}${page === "/" ? "" : page}`;
  const names = [".mdx", ".md", "/index.mdx", "/index.md"].slice(page === "/" ? 2 : 0);
  const found = names.map((name) => path + name).filter((name) => files.includes(name));
  return found.length === 1 ? found[0] : undefined;
}

/** The last commit of a page's file. Its words are a stranger's, so only its time is used. */
type PageCommit = { page: string; sha: string; at: number };

/** The changes of the last days, each with the time of its merge if one of the newest pull requests brought the commit. */
function changesOf(commits: readonly PageCommit[], newest: readonly Pull[], now: number) {
  const changes = new Map<string, PageChange>();
  for (const { page, sha, at } of commits) {
    const pull = newest.find(
      ({ merged_at, merge_commit_sha, head }) => merged_at && (merge_commit_sha === sha || head.sha === sha),
    );
    const change = { at: pull ? Date.parse(pull.merged_at ?? "") : at, pull: pull?.number };
    const age = now - change.at;
    const isSweep = commits.filter((other) => other.sha === sha).length >= sweptPages;
    // The signals reach back no further than 90 days.
    if (age >= 0 && age <= feedbackDays * day && !isSweep) changes.set(page, change);
  }
  return changes;
}

/** True for a pull request of the agent that was closed without a merge in the last days. */
function isRefused({ user, state, merged_at, closed_at }: Pull, now: number): boolean {
  const isOwn = user?.login === agentLogin && state === "closed" && !merged_at;
  return isOwn && now - Date.parse(closed_at ?? "") < pullDays * day;
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
