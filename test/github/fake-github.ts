import type { MockAgent } from "undici";
import { createGitHubClient, type GitHub } from "../../src/github/client.ts";
import { Connections } from "../../src/network/connections.ts";
import { closedNetwork } from "../closed-network.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";

/** A comment as the fake keeps it. */
export type FakeComment = {
  id: number;
  thread: number;
  login: string;
  body: string;
  inReplyTo?: number;
  inline?: FakePlace;
};
/** Where an inline comment stands, in the words of the endpoint. */
export type FakePlace = {
  pull_request_review_id?: number | null;
  path: string;
  line?: number | null;
  start_line?: number | null;
  original_line?: number | null;
  original_start_line?: number | null;
  side?: "LEFT" | "RIGHT";
};
/** A pull request as the endpoint shows it; open, from its own repository and of this day when nothing else is given. */
export type FakePull = {
  state?: "open" | "closed";
  merged?: boolean;
  created_at?: string;
  /** `owner/repo` of the branch; null when that repository is gone. */
  headRepository?: string | null;
  base?: string;
  head?: string;
  title?: string;
  author?: string;
  /** Its changed files; those of the repository's own pull request are `FakeGitHub.files`. */
  files?: FakeFile[];
};
/** What others made of a commit, as the endpoints show it. */
export type FakeHead = {
  checks?: { name: string; status?: string; conclusion?: string | null; html_url?: string }[];
  deployments?: { creator: { login: string; type: string }; state: string; environment_url?: string }[];
};
/** A changed file, as the endpoints list it. */
export type FakeFile = {
  filename: string;
  status: string;
  additions?: number;
  deletions?: number;
  patch?: string;
  previous_filename?: string;
  contents_url?: string;
};
/** A comparison; `ahead` when nothing else is given. */
export type FakeComparison = { status?: string; files?: FakeFile[] };
/** `user` says whom the answer is about; without it, it does not say. */
type Role = { permission: string; role_name?: string; user?: unknown };
export type Answer = { status: number; json: unknown; headers?: Record<string, string> };

/** Requests that GitHub does not answer as asked: how often, and what comes instead. */
export type Refusal = {
  method?: string;
  path: RegExp;
  times?: number;
  status?: number;
  message?: string;
  headers?: Record<string, string>;
  error?: Error;
  /** Whether the request takes effect although its answer does not arrive. */
  acts?: boolean;
  /** Runs when the request arrives, before its answer. */
  meanwhile?: () => void;
};

/** An event as the runner hands it over. */
export type ThreadEvent = { name: string; payload: unknown };

export const gitHubOrigin = "https://api.github.com";
const base = "/repos/acme/site";

/** A GitHub that keeps comments and reactions of one repository, as far as the action asks for them. */
export class FakeGitHub {
  readonly roles = new Map<string, Role>([
    ["maintainer", { permission: "write", role_name: "write" }],
    ["owner", { permission: "admin", role_name: "admin" }],
    ["outsider", { permission: "read", role_name: "read" }],
  ]);
  readonly issueComments: FakeComment[] = [];
  readonly reviewComments: FakeComment[] = [];
  readonly reactions: string[] = [];
  /** Everything that was written into comments, first to last. */
  readonly written: string[] = [];
  /** Pull requests of any repository, by `owner/repo#number`; others are not found. */
  readonly pulls = new Map<string, FakePull>();
  /** Changed files, as the endpoint lists them. */
  files: FakeFile[] = [];
  /** Comparisons by `base...head`; others are not found. */
  readonly comparisons = new Map<string, FakeComparison>();
  /** Checks and deployments by commit; a commit that is not here has none. */
  readonly heads = new Map<string, FakeHead>();
  /** The releases, in the order of the endpoint. */
  releases: { tag_name: string; draft?: boolean; prerelease?: boolean; published_at?: string | null }[] = [];
  #lastId = 100;
  #refusals: (Refusal & { left: number })[] = [];

  /** A person, or the action, writes below an issue or pull request. */
  write(login: string, body: string, thread = 7): FakeComment {
    const comment = { id: ++this.#lastId, thread, login, body };
    this.issueComments.push(comment);
    return comment;
  }

  /** Someone writes about a line of a pull request. */
  writeInline(login: string, body: string, inReplyTo?: number, thread = 7): FakeComment {
    const comment = {
      id: ++this.#lastId,
      thread,
      login,
      body,
      ...(inReplyTo === undefined ? {} : { inReplyTo }),
    };
    this.reviewComments.push(comment);
    return comment;
  }

  /** Someone writes about a file in a review; in that of `reviewEvent`, unless the place names another. */
  writeInReview(body: string, place: FakePlace, login = "maintainer"): FakeComment {
    const comment = this.writeInline(login, body);
    comment.inline = { pull_request_review_id: 5, ...place };
    return comment;
  }

  /** An issue or pull request as events show it. */
  subject(number = 7, isPull = true): Record<string, unknown> {
    return {
      number,
      title: "Add a limit",
      html_url: `https://github.com/acme/site/pull/${number}`,
      body: "It limits.",
      user: { login: "maintainer", type: "User" },
      ...(isPull ? { pull_request: {} } : {}),
    };
  }

  /** The event of a comment that somebody wrote, below the thread or about a line. */
  commentEvent(comment: FakeComment, isPull = true, action = "created"): ThreadEvent {
    const subject = this.subject(comment.thread, isPull);
    const told = { ...shown(comment), user: { login: comment.login, type: "User" } };
    if (!this.reviewComments.includes(comment))
      return { name: "issue_comment", payload: { action, issue: subject, comment: told } };
    const place = { path: "src/limit.ts", line: 12, diff_hunk: "@@ -1 +1 @@" };
    const payload = { action, pull_request: subject, comment: { ...told, ...place } };
    return { name: "pull_request_review_comment", payload };
  }

  /** The event of a review. */
  reviewEvent(body: string, login = "maintainer"): ThreadEvent {
    const user = { login, type: "User" };
    const review = { id: 5, body, html_url: "https://github.com/r/5", user };
    return {
      name: "pull_request_review",
      payload: { action: "submitted", pull_request: this.subject(), review },
    };
  }

  /** The event of a push to a pull request. */
  pushEvent(number = 7): ThreadEvent {
    return {
      name: "pull_request",
      payload: { action: "synchronize", pull_request: this.subject(number) },
    };
  }

  delete(id: number): void {
    for (const list of [this.issueComments, this.reviewComments]) {
      const index = list.findIndex((comment) => comment.id === id);
      if (index >= 0) list.splice(index, 1);
    }
  }

  /** The comments that the action wrote, as they stand. */
  own(): FakeComment[] {
    return [...this.issueComments, ...this.reviewComments].filter(({ login }) => login === "docs[bot]");
  }

  refuse(refusal: Refusal): void {
    this.#refusals.push({ ...refusal, left: refusal.times ?? Number.POSITIVE_INFINITY });
  }

  allowAll(): void {
    this.#refusals = [];
  }

  /** Puts this GitHub at its address in a faked network; `log` is told of each request. */
  serveIn(agent: MockAgent, log: (request: string) => void = () => {}): void {
    const pool = agent.get(gitHubOrigin);
    for (const method of ["GET", "POST", "PATCH"])
      pool
        .intercept({ path: () => true, method })
        .reply((request) => {
          const body = typeof request.body === "string" ? request.body : "{}";
          const sent: { body?: string; content?: string } = JSON.parse(body);
          const path = request.path.replace(base, "");
          log(`GitHub ${method} ${path}${sent.content === undefined ? "" : ` ${sent.content}`}`);
          const { status, json, headers } = this.answer(method, path, sent);
          return {
            statusCode: status,
            data: json === undefined ? "" : JSON.stringify(json),
            responseOptions: { headers: { "content-type": "application/json", ...headers } },
          };
        })
        .persist();
  }

  /** What a request does, and its answer; `path` is the one below the repository's. */
  answer(method: string, path: string, sent: { body?: string; content?: string }): Answer {
    const refusal = this.#refusals.find(
      (one) => one.left > 0 && (one.method ?? method) === method && one.path.test(path),
    );
    if (refusal !== undefined) {
      refusal.left--;
      if (refusal.acts) this.#serve(method, path, sent);
      refusal.meanwhile?.();
      if (refusal.error !== undefined) throw refusal.error;
      if (refusal.status !== undefined)
        return {
          status: refusal.status,
          json: { message: refusal.message ?? "refused" },
          headers: refusal.headers ?? {},
        };
    }
    return this.#serve(method, path, sent);
  }

  #serve(method: string, path: string, sent: { body?: string; content?: string }): Answer {
    const url = new URL(path, gitHubOrigin);
    const parts = url.pathname.split("/").slice(1);
    if (method === "GET") return this.#read(url, parts);
    if (method === "PATCH") return this.#edit(parts, sent.body ?? "");
    return parts.at(-1) === "reactions"
      ? this.#react(parts, sent.content ?? "")
      : this.#create(parts, sent.body ?? "");
  }

  #read(url: URL, parts: string[]): Answer {
    const pull = /^(?:\/repos\/([^/]+\/[^/]+))?\/pulls\/(\d+)(\/files)?$/.exec(url.pathname);
    const name = `${pull?.[1] ?? "acme/site"}#${pull?.[2]}`;
    if (pull !== null && pull[3] === undefined) return this.#pull(name);
    if (pull?.[1] !== undefined) {
      const found = this.pulls.get(name);
      return found === undefined ? notFound() : page(url, found.files ?? []);
    }
    if (parts[0] === "repos") return this.#read(url, parts.slice(3));
    const [kind, number, what] = parts;
    if (kind === "commits" && what === "check-runs") {
      const checks = (this.heads.get(number ?? "")?.checks ?? []).map((check) => ({
        status: "completed",
        conclusion: null,
        html_url: "",
        ...check,
      }));
      return { status: 200, json: { total_count: checks.length, check_runs: checks } };
    }
    if (kind === "deployments") return this.#deployments(url.searchParams.get("sha") ?? number ?? "");
    if (kind === "collaborators") {
      const role = this.roles.get(number ?? "");
      return role === undefined ? notFound() : { status: 200, json: { user: { login: number }, ...role } };
    }
    const thread = Number(number);
    if (kind === "compare") return this.#compare(decodeURIComponent(number ?? ""));
    if (kind === "releases")
      return page(
        url,
        this.releases.map((release) => ({ draft: false, prerelease: false, ...release })),
      );
    if (what === "files") return page(url, this.files);
    const of = (list: FakeComment[]) => list.filter((comment) => comment.thread === thread);
    if (kind === "pulls") return page(url, of(this.reviewComments).map(shown));
    return page(url, of(this.issueComments).map(shown));
  }

  /** At most 300 files, as GitHub lists them. */
  #compare(basehead: string): Answer {
    const comparison = this.comparisons.get(basehead);
    if (comparison === undefined) return notFound();
    const { status = "ahead", files = [] } = comparison;
    return { status: 200, json: { status, files: files.slice(0, 300) } };
  }

  /** The deployments of a commit, or the statuses of one, whose id names both. */
  #deployments(name: string): Answer {
    const [sha = "", index] = name.split("_");
    const deployments = this.heads.get(sha)?.deployments ?? [];
    if (index === undefined)
      return {
        status: 200,
        json: deployments.map(({ creator }, at) => ({ id: `${sha}_${at}`, creator })),
      };
    const { state, environment_url = "" } = deployments[Number(index)] ?? { state: "error" };
    return { status: 200, json: [{ state, environment_url }] };
  }

  #pull(name: string): Answer {
    const pull = this.pulls.get(name);
    if (pull === undefined) return notFound();
    const repository = name.replace(/#.*/, "");
    const { state = "open", merged = false, created_at = "2026-11-16T09:05:00Z" } = pull;
    const { headRepository = repository } = pull;
    const repo = headRepository === null ? null : { full_name: headRepository };
    const { base = "", head = "c0ffee", title = "Document the limit", author = "docs[bot]" } = pull;
    const files = pull.files ?? (repository === "acme/site" ? this.files : []);
    const json = {
      ...{ title, user: { login: author }, changed_files: files.length, state, merged, created_at },
      ...{ base: { sha: base }, head: { sha: head, repo } },
    };
    return { status: 200, json };
  }

  #create(parts: string[], body: string): Answer {
    const [kind, number, , parent] = parts;
    const thread = Number(number);
    this.written.push(body);
    const comment =
      kind === "pulls"
        ? this.writeInline("docs[bot]", body, Number(parent), thread)
        : this.write("docs[bot]", body, thread);
    return { status: 201, json: shown(comment) };
  }

  #edit(parts: string[], body: string): Answer {
    const list = parts[0] === "pulls" ? this.reviewComments : this.issueComments;
    const comment = list.find(({ id }) => id === Number(parts[2]));
    if (comment === undefined) return notFound();
    this.written.push(body);
    comment.body = body;
    return { status: 200, json: shown(comment) };
  }

  #react(parts: string[], content: string): Answer {
    this.reactions.push(`${parts.slice(0, -1).join("/")} ${content}`);
    return { status: 201, json: { id: 1, content } };
  }
}

/** A comment as the endpoints and events show it. */
export type ShownComment = {
  id: number;
  body: string;
  html_url: string;
  user: { login: string; type: "Bot" | "User" };
};

export function shown(comment: FakeComment): ShownComment {
  const { id, thread, body, login } = comment;
  const type = login.endsWith("[bot]") ? "Bot" : "User";
  const html_url = `https://github.com/acme/site/issues/${thread}#issuecomment-${id}`;
  return { id, body, html_url, user: { login, type }, ...comment.inline };
}

/** One page, with the Link header as GitHub gives it, also behind the last page. */
function page(url: URL, items: readonly unknown[]): Answer {
  const size = Number(url.searchParams.get("per_page") ?? "30");
  const number = Number(url.searchParams.get("page") ?? "1");
  const last = Math.max(1, Math.ceil(items.length / size));
  const to = (target: number, rel: string) =>
    `<${gitHubOrigin}${base}${url.pathname}?per_page=${size}&page=${target}>; rel="${rel}"`;
  const links = [
    ...(number > 1 ? [to(Math.min(number - 1, last), "prev")] : []),
    ...(number < last ? [to(number + 1, "next")] : []),
    ...(number === last ? [] : [to(last, "last")]),
    ...(number > 1 ? [to(1, "first")] : []),
  ];
  return {
    status: 200,
    json: items.slice((number - 1) * size, number * size),
    ...(last === 1 && number === 1 ? {} : { headers: { link: links.join(", ") } }),
  };
}

function notFound(): Answer {
  return { status: 404, json: { message: "Not Found" } };
}

/** The real client, with this fake at the other end, set up as a run does but for `more`; `requests` grows. */
export function clientOf(
  fake: FakeGitHub,
  more: { stopReading?: AbortSignal; spaceWrites?: boolean; log?: { info(text: string): void } } = {},
): { gitHub: GitHub; requests: string[] } {
  const requests: string[] = [];
  const network = closedNetwork();
  fake.serveIn(network, (request) => requests.push(request));
  const never = new AbortController().signal;
  const signals = { stopReading: more.stopReading ?? never, stopWriting: never };
  const gitHub = createGitHubClient({
    token: "ghs_unit_token",
    runContext: { apiUrl: gitHubOrigin, owner: "acme", repo: "site" },
    connections: new Connections({ dispatcher: network }, signals),
    pace: { retryUnitMs: 1, spaceWrites: more.spaceWrites },
    log: more.log ?? silentLog,
    redact: redactNothing,
  });
  if (gitHub === undefined) throw new Error("there is no client");
  return { gitHub, requests };
}
