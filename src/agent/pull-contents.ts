import type { ChangedFile, CheckRun, Deployment, GitHub, PullRequest } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { agentLogin, isSameLogin } from "../github/logins.ts";
import {
  type PullRequestLink,
  pullRequestIn,
  pullRequestOn,
} from "../github/pull-request-address.ts";
import { plainUrl } from "../text/markdown.ts";
import { abortable, type Tools } from "./tools.ts";

/** A check of the head commit. `url` is its page on GitHub. */
export type Check = {
  name: string;
  url: string;
  result: "passed" | "failed" | "at work" | "neither";
};

/** What is in a job's pull request, as GitHub shows it. All texts are foreign. */
export type PullContents = {
  link: string;
  address: PullRequestLink;
  pull: PullRequest;
  /** Its files, at most 3,000; missing where they cannot be read. */
  files: readonly ChangedFile[] | undefined;
  /** The files that changed since a follow-up was sent, by whomever; missing for a first request, and where that is not known. */
  changes: readonly ChangedFile[] | undefined;
  /** True when a follow-up left no commit: what came since, if anything, is by others than the author and the agent. */
  isUnchanged: boolean;
  /** The checks of the head commit; missing where they cannot be read. */
  checks: readonly Check[] | undefined;
  /** The address of the preview; missing while there is none. */
  preview: string | undefined;
  /** When checks and preview were read, in epoch ms. */
  seenAt: number;
  /** What a later look can show: `nothing yet` is neither a check nor a deployment. */
  checking: "at work" | "nothing yet" | "done" | "refused";
};

/** In ms. What GitHub does not show in this time is left out, because people wait for the end of the job. */
export const readLimitMs = 10_000;
/** In ms. GitHub may show the head of a pull request some moments after the push. */
const secondLookMs = 2000;
/** In ms: how often to look at checks and deployments again, for how long, and how long for the first of them. */
const look = { everyMs: 10_000, forMs: 120_000, forTheFirstMs: 20_000 };

/** The conclusions that count. A neutral, skipped, cancelled or stale check, and one that waits for a person, has neither passed nor failed. */
const conclusions: Readonly<Record<string, "passed" | "failed">> = {
  success: "passed",
  failure: "failed",
  timed_out: "failed",
  startup_failure: "failed",
};
/** The states of a deployment whose address may come yet. */
const deploying = ["pending", "queued", "in_progress"];
const noDeployment = { state: "", url: "" };

/** What GitHub shows of a pull request. `isHidden`: it never shows this one to the run; else without contents it did not now. */
type ShownPull = { contents: PullContents | undefined; isHidden: boolean };

/**
 * True where the token can never see a pull request. In the run's own repository, a permission that is missing can be given, so
 * there it only is not known what became of it.
 */
export function isNeverShown(error: unknown, link: string, context: Tools["runContext"]): boolean {
  if (!(error instanceof GitHubError) || !error.isHidden) {
    return false;
  }
  return !error.lacksPermission || pullRequestIn(context, link) === undefined;
}

/** True for a follow-up that left no commit in its pull request, because that was over before the agent had finished. */
export function isLate(contents: PullContents | undefined): boolean {
  return contents?.isUnchanged === true && contents.pull.state !== "open";
}

/** True for a follow-up of which nobody knows whether it is in its pull request, as that was rebased and merged. */
export function mayBeLate({
  contents,
  tip,
}: {
  contents?: PullContents | undefined;
  tip?: string | undefined;
}): boolean {
  const isMerged = contents?.pull.state === "merged";
  return tip !== undefined && isMerged && contents.changes === undefined && !contents.isUnchanged;
}

/**
 * Reads what is in a pull request. `before` is the commit at its head before a follow-up. Never throws: what cannot be read
 * is left out, and the log says so.
 */
export async function readPullContents(
  link: string,
  before: string | undefined,
  tools: Tools,
): Promise<ShownPull> {
  const { github, runContext, clock, signal } = tools;
  const address = pullRequestOn(runContext.serverUrl, link);
  if (github === undefined || address === undefined) {
    return { contents: undefined, isHidden: true };
  }
  const attempt = attemptWith(tools);
  let isHidden = false;
  const readPull = () =>
    attempt("pull-requests: read", async () => {
      try {
        return await readMasked(address, github, tools);
      } catch (error) {
        isHidden = isNeverShown(error, link, runContext);
        throw error;
      }
    });
  let pull = await readPull();
  if (before !== undefined && pull?.headSha === before) {
    await clock.sleep(secondLookMs, signal);
    pull = await readPull();
  }
  if (pull === undefined) {
    return { contents: undefined, isHidden };
  }
  const { headSha, author = "" } = pull;
  const isSame = headSha === before;
  const compare = async () =>
    before === undefined || isSame ? undefined : await github.compare(before, headSha, address);
  const readFiles = async () =>
    maskedFiles(await github.pullRequestFiles(address.number, address), tools);
  const [compared, files, newest] = await Promise.all([
    attempt("contents: read", compare),
    attempt("pull-requests: read", readFiles),
    readChecks({ address, pull }, github, attempt, tools),
  ]);
  // After a forced push, the comparison is with an older commit than the one before the message.
  const since = compared?.status === "ahead" ? compared : undefined;
  // A bot of a merge queue may have updated the branch.
  const isByOthers = since?.authors.every(
    (one = author) => !isSameLogin(one, author) && !isSameLogin(one, agentLogin),
  );
  const isUnchanged = isSame || isByOthers === true;
  const changes = since && !isUnchanged ? maskedFiles(since.files, tools) : undefined;
  const contents = { link, address, pull, files, changes, isUnchanged, ...newest };
  return { contents, isHidden: false };
}

/**
 * Looks at checks and preview again while they are at work: every ten seconds, for two minutes, within the time of the run,
 * and not after a cancellation. Resolves with what it saw last. Never throws.
 */
export async function watchChecks(contents: PullContents, tools: Tools): Promise<PullContents> {
  const { clock, signal, github, deadline } = tools;
  if (github === undefined) {
    return contents;
  }
  const started = clock.elapsed();
  const end = Math.min(started + look.forMs, deadline);
  let seen: PullContents = contents;
  for (;;) {
    const isEarly = clock.elapsed() - started < look.forTheFirstMs;
    const isWaiting = seen.checking === "at work" || (isEarly && lacksNews(seen));
    if (!isWaiting || clock.elapsed() + look.everyMs > end) {
      return seen;
    }
    await clock.sleep(look.everyMs, signal);
    const attempt = attemptWith(tools);
    const [newest, pull = seen.pull] = await Promise.all([
      readChecks(seen, github, attempt, tools),
      attempt("pull-requests: read", () => readMasked(seen.address, github, tools)),
    ]);
    seen = { ...seen, pull };
    if (newest.checking === "refused") {
      return seen;
    }
    seen = { ...seen, ...newest };
  }
}

/** True where GitHub may begin to show something: it looks for a conflict once it is asked for the pull request. */
function lacksNews({ checking, pull }: PullContents): boolean {
  const mayConflict = pull.state === "open" && pull.mergeable === undefined;
  return checking === "nothing yet" || mayConflict;
}

/** A pull request without secrets: they are masked before a text is escaped. */
async function readMasked(
  address: PullRequestLink,
  github: GitHub,
  { redact }: Tools,
): Promise<PullRequest> {
  const pull = await github.pullRequest(address);
  return { ...pull, title: redact(pull.title) };
}

/** The checks that failed. */
export function failedChecks(contents: PullContents | undefined): Check[] {
  return contents?.checks?.filter(({ result }) => result === "failed") ?? [];
}

async function readChecks(
  { address, pull: { headSha } }: Pick<PullContents, "address" | "pull">,
  github: GitHub,
  attempt: Attempt,
  tools: Tools,
): Promise<Pick<PullContents, "checks" | "preview" | "seenAt" | "checking">> {
  const { runContext, clock } = tools;
  const readRuns = async () => {
    const runs = await github.checkRuns(address, headSha);
    return runs.map((run) => toCheck(run, tools));
  };
  const readDeployment = async () => {
    const all = await github.deployments(address, headSha);
    const newest = all.find(isTrusted);
    if (newest === undefined) {
      return noDeployment;
    }
    const status = await github.deploymentStatus(address, newest.id);
    return { state: status?.state ?? "pending", url: status?.environment_url ?? "" };
  };
  const [checks, deployment] = await Promise.all([
    attempt("checks: read", readRuns),
    attempt("deployments: read", readDeployment),
  ]);
  // A check of this run is at work as long as this run looks at it.
  const others = checks?.filter(({ url }) => !url.includes(`/actions/runs/${runContext.runId}/`));
  const url = deployment?.state === "success" ? plainUrl(deployment.url) : undefined;
  const preview = url?.startsWith("https:") ? url : undefined;
  const seen = { checks: others, preview, seenAt: clock.now() };
  if (others === undefined || deployment === undefined) {
    return { ...seen, checking: "refused" };
  }
  const isChecking = others.some(({ result }) => result === "at work");
  if (isChecking || deploying.includes(deployment.state)) {
    return { ...seen, checking: "at work" };
  }
  const isNothing = others.length === 0 && deployment === noDeployment;
  return { ...seen, checking: isNothing ? "nothing yet" : "done" };
}

/** Anyone who may write can make a deployment, and other apps deploy other sites from the same commit. */
function isTrusted({ creator }: Deployment): boolean {
  return isSameLogin(creator?.login ?? "", agentLogin);
}

function maskedFiles(files: readonly ChangedFile[], { redact }: Tools): ChangedFile[] {
  return files.map((file) => {
    const { path, previousPath } = file;
    return { ...file, path: redact(path), previousPath: previousPath && redact(previousPath) };
  });
}

function toCheck({ name, status, conclusion, html_url }: CheckRun, { redact }: Tools): Check {
  const result = status === "completed" ? (conclusions[conclusion ?? ""] ?? "neither") : "at work";
  return { name: redact(name), url: redact(html_url ?? ""), result };
}

type Attempt = ReturnType<typeof attemptWith>;

/**
 * Reads what a permission allows. A failure costs a line of the comment, and the log says so. All attempts have ten seconds
 * together.
 */
function attemptWith({ signal, log, clock }: Tools) {
  const limit = clock.timeout(readLimitMs);
  return async <T>(permission: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await abortable(AbortSignal.any([signal, limit]), read());
    } catch (error) {
      const known = error instanceof GitHubError ? error : undefined;
      const why = limit.aborted ? "no answer in time" : (known?.why ?? "an odd answer");
      const needs = known?.isHidden ? ` It needs “${permission}” in its repository.` : "";
      if (!signal.aborted) {
        log.info(`Part of the pull request cannot be read (${why}).${needs}`);
      }
      return undefined;
    }
  };
}
