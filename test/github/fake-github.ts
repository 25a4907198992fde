import type { MockAgent } from "undici";
import { systemClock } from "../../src/clock.ts";
import { GitHub } from "../../src/github/client.ts";
import { Connections } from "../../src/network/connections.ts";
import { closedNetwork } from "../closed-network.ts";
import { silentLog } from "../fake-log.ts";
import { redactNothing } from "../no-secrets.ts";
import type { FakeRepository } from "./fake-repository.ts";

/** A comment as the fake keeps it. */
export type FakeComment = {
  id: number;
  thread: number;
  login: string;
  body: string;
  /** Epoch ms. */
  updatedAt: number;
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
  diff_hunk?: string;
  side?: "LEFT" | "RIGHT";
};
/** A pull request as the endpoint shows it; open, from its own repository and of this day when nothing else is given. */
export type FakePull = {
  state?: "open" | "closed";
  merged?: boolean;
  merged_at?: string;
  created_at?: string;
  /** `owner/repo` of the branch; null when that repository is gone. */
  headRepository?: string | null;
  base?: string;
  head?: string;
  title?: string;
  author?: string;
  /** The name of its branch. */
  ref?: string;
  /** Null until GitHub has computed it. */
  mergeable?: boolean | null;
  labels?: string[];
  /** Its changed files; those of the repository's own pull request are `FakeGitHub.files`. */
  files?: FakeFile[];
};
/** An issue; open when nothing else is given. */
export type FakeIssue = {
  number: number;
  title: string;
  body: string;
  login: string;
  labels: string[];
  state?: "open" | "closed";
  /** There where it is a pull request, which GitHub lists among the issues. */
  pull_request?: object;
};
/** What others made of a commit, as the endpoints show it. */
export type FakeHead = {
  checks?: { name: string; status?: string; conclusion?: string | null; html_url?: unknown }[];
  deployments?: {
    creator: { login: string; type: string } | null;
    state: string;
    environment_url?: string;
  }[];
};
/** A changed file, as the endpoints list it. */
export type FakeFile = {
  filename: string;
  status: string;
  additions?: number;
  deletions?: number;
  patch?: string;
  previous_filename?: string;
};
/** A commit as the endpoints show it. */
export type ShownCommit = {
  sha: string;
  parents: { sha: string }[];
  commit: { message: string; author: { date: string }; committer: { date: string } };
  /** The account that GitHub knows its author by; null where it knows none. */
  author: { login: string; type: string } | null;
};
/** A comparison; `ahead` when nothing else is given. The commits come oldest first, or their messages. */
export type FakeComparison = {
  status?: string;
  files?: FakeFile[];
  commits?: (string | ShownCommit)[];
  base_commit?: ShownCommit;
  merge_base_commit?: ShownCommit;
  behind_by?: number;
};
/** `user` says whom the answer is about; without it, it does not say. */
type Role = { permission: string; role_name?: string; user?: unknown };
export type Answer = { status: number; json?: unknown; headers?: Record<string, string> };

/** Requests that GitHub does not answer as asked: how often, and what comes instead. */
export type Refusal = {
  /** One, or several with `|` between them. */
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
export type ThreadEvent = { name: string; payload: Record<string, unknown> };

/** What GitHub says of a token without the permission. */
export const noAccess = "Resource not accessible by integration";
export const gitHubOrigin = "https://api.github.com";

/** What a handler is given: the groups of its route, the address that was asked, and the body. */
type Asked = { groups: string[]; url: URL; sent: Sent };
/** The parts of bodies that are used. */
type Sent = { body?: string; content?: string; labels?: string[]; title?: string; name?: string };

/**
 * A GitHub that keeps the threads of one repository, and pull requests of any, as far as the action asks for them. It
 * answers in process, by `serveIn`, or over HTTP, behind the server of `startGitHub`.
 */
export class FakeGitHub {
  /** `owner/name`. */
  readonly repository: string;
  /** Who the token belongs to. */
  bot: string;
  /** True where it lets no account edit the comments of another one. */
  isStrict = false;
  readonly roles = new Map<string, Role>([
    ["maintainer", { permission: "write", role_name: "write" }],
    ["owner", { permission: "admin", role_name: "admin" }],
    ["outsider", { permission: "read", role_name: "read" }],
  ]);
  /** The issues that were opened, oldest first; threads can be written to without one. */
  readonly issues: FakeIssue[] = [];
  readonly labels = new Set<string>();
  readonly issueComments: FakeComment[] = [];
  readonly reviewComments: FakeComment[] = [];
  readonly reactions: string[] = [];
  /** Everything that was written into comments, first to last. */
  readonly written: string[] = [];
  /** Pull requests of any repository, by `owner/repo#number`; others are not found. */
  readonly pulls = new Map<string, FakePull>();
  /** Changed files, as the endpoint lists them. */
  files: FakeFile[] = [];
  /** Comparisons by `base...head`; others are those of the repository's history. */
  readonly comparisons = new Map<string, FakeComparison>();
  /** Histories by repository; one that is not here has none. */
  readonly histories = new Map<string, FakeRepository>();
  /** GitHub's time, in epoch ms. */
  now: () => number = () => Date.UTC(2026, 0, 5, 12);
  /** Checks and deployments by commit; a commit that is not here has none. */
  readonly heads = new Map<string, FakeHead>();
  /** The releases, in the order of the endpoint. */
  releases: { tag_name: string; draft?: boolean; prerelease?: boolean }[] = [];
  #lastId = 100;
  #lastNumber = 0;
  readonly #deleted = new Set<number>();
  #refusals: (Refusal & { left: number })[] = [];

  constructor({ repository = "acme/site", bot = "docs[bot]" } = {}) {
    this.repository = repository;
    this.bot = bot;
  }

  /** The number of the next issue or pull request. */
  nextNumber(): number {
    return ++this.#lastNumber;
  }

  /** A person, or the action, writes below an issue or pull request. */
  write(login: string, body: string, thread = 7, list = this.issueComments): FakeComment {
    const comment = { id: ++this.#lastId, thread, login, body, updatedAt: this.now() };
    list.push(comment);
    return comment;
  }

  /** Someone writes about a line of a pull request. */
  writeInline(login: string, body: string, thread = 7): FakeComment {
    return this.write(login, body, thread, this.reviewComments);
  }

  /** Someone writes about a file in a review; in that of `reviewEvent`, unless the place names another. */
  writeInReview(body: string, place: FakePlace, login = "maintainer", thread = 7): FakeComment {
    const comment = this.writeInline(login, body, thread);
    comment.inline = { pull_request_review_id: 5, ...place };
    return comment;
  }

  /** An issue or pull request as events show it. */
  subject(number = 7, isPull = true): Record<string, unknown> {
    return {
      number,
      title: this.pulls.get(`${this.repository}#${number}`)?.title ?? "Add a limit",
      html_url: `https://github.com/${this.repository}/pull/${number}`,
      body: "It limits.",
      user: userOf("maintainer"),
      ...(isPull ? { pull_request: {} } : {}),
    };
  }

  /** The event of a comment that somebody wrote, below the thread or about a line. */
  commentEvent(comment: FakeComment, isPull = true): ThreadEvent {
    const action = "created";
    const subject = this.subject(comment.thread, isPull);
    const told = this.#shown(comment);
    if (!this.reviewComments.includes(comment))
      return { name: "issue_comment", payload: { action, issue: subject, comment: told } };
    const place = { path: "src/limit.ts", line: 12, diff_hunk: "@@ -1 +1 @@" };
    const payload = { action, pull_request: subject, comment: { ...told, ...place } };
    return { name: "pull_request_review_comment", payload };
  }

  /** The event of a review. */
  reviewEvent(body: string, login = "maintainer", number = 7): ThreadEvent {
    const review = { id: 5, body, html_url: "https://github.com/r/5", user: userOf(login) };
    const payload = { action: "submitted", pull_request: this.subject(number), review };
    return { name: "pull_request_review", payload };
  }

  /** The event of a push to a pull request. */
  pushEvent(number = 7): ThreadEvent {
    const payload = { action: "synchronize", pull_request: this.subject(number) };
    return { name: "pull_request", payload };
  }

  delete(id: number): void {
    this.#deleted.add(id);
    for (const list of [this.issueComments, this.reviewComments]) {
      const index = list.findIndex((comment) => comment.id === id);
      if (index >= 0) list.splice(index, 1);
    }
  }

  /** The comments that the action wrote, as they stand. */
  own(): FakeComment[] {
    return [...this.issueComments, ...this.reviewComments].filter(
      ({ login }) => login === this.bot,
    );
  }

  refuse(refusal: Refusal): void {
    this.#refusals.push({ ...refusal, left: refusal.times ?? Number.POSITIVE_INFINITY });
  }

  allowAll(): void {
    this.#refusals = [];
  }

  /** Puts this GitHub at its address in a faked network; `log` is told of each request. */
  serveIn(agent: MockAgent, log: (request: string) => void): void {
    const pool = agent.get(gitHubOrigin);
    for (const method of ["GET", "POST", "PATCH", "DELETE"])
      pool
        .intercept({ path: () => true, method })
        .reply((request) => {
          const body = typeof request.body === "string" ? request.body : "{}";
          const sent: Sent = JSON.parse(body);
          const path = this.below(request.path);
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

  /** The path below the repository's; one of another repository stays as it is. */
  below(path: string): string {
    return path.replace(`/repos/${this.repository}`, "");
  }

  /** What a request does, and its answer, with the time of that; `path` is the one below the repository's. */
  answer(method: string, path: string, sent: Sent, origin = gitHubOrigin): Answer {
    const { headers, ...answer } = this.#answer(method, path, sent, origin);
    return { ...answer, headers: { date: new Date(this.now()).toUTCString(), ...headers } };
  }

  #answer(method: string, path: string, sent: Sent, origin: string): Answer {
    const refusal = this.#refusals.find(
      (one) =>
        one.left > 0 && (one.method ?? method).split("|").includes(method) && one.path.test(path),
    );
    if (refusal !== undefined) {
      refusal.left--;
      if (refusal.acts) this.#serve(method, path, sent, origin);
      refusal.meanwhile?.();
      if (refusal.error !== undefined) throw refusal.error;
      const { status, message = status === 403 ? noAccess : "", headers = {} } = refusal;
      if (status !== undefined) return { status, json: { message }, headers };
    }
    return this.#serve(method, path, sent, origin);
  }

  #serve(method: string, path: string, sent: Sent, origin: string): Answer {
    const url = new URL(
      path.startsWith("/repos/") ? path : `/repos/${this.repository}${path}`,
      origin,
    );
    const [, name = "", rest = ""] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
    for (const [route, answer] of Object.entries(this.#routes)) {
      const groups = new RegExp(`^${route}$`).exec(`${method} ${rest}`);
      if (groups !== null) return answer({ groups: [name, ...groups.slice(1)], url, sent });
    }
    return notFound();
  }

  /** By method and path below a repository, whose name is the first group of each. */
  readonly #routes: Readonly<Record<string, (asked: Asked) => Answer>> = {
    "GET /collaborators/([^/]+)/permission": ({ groups: [, login = ""] }) => {
      const role = this.roles.get(login);
      return role === undefined
        ? notFound(`${decodeURIComponent(login)} is not a user`)
        : found({ user: { login }, ...role });
    },
    "GET /issues": ({ url: { searchParams }, url }) => {
      const [label, creator] = [searchParams.get("labels"), searchParams.get("creator")];
      const isAll = searchParams.get("state") === "all";
      const found = this.issues.filter(
        ({ labels, login, state = "open" }) =>
          (label === null || labels.includes(label)) &&
          (creator === null || login === creator) &&
          (isAll || state === "open"),
      );
      if (searchParams.get("direction") !== "asc") found.reverse();
      return page(url, found.map(shownIssue));
    },
    "POST /issues": ({ sent: { title = "", body = "", labels = [] } }) => {
      const issue = { number: this.nextNumber(), title, body, login: this.bot, labels };
      this.issues.push(issue);
      return created(shownIssue(issue));
    },
    "POST /labels": ({ sent: { name = "" } }) => {
      if (this.labels.has(name)) return { status: 422, json: { message: "Validation Failed" } };
      this.labels.add(name);
      return created({ id: 1, name });
    },
    "POST /graphql": () => found({ data: { viewer: { login: this.bot } } }),
    "GET /issues/(\\d+)/comments": ({ groups: [, number], url }) =>
      this.#page(url, this.issueComments, number),
    "GET /pulls/(\\d+)/comments": ({ groups: [, number], url }) =>
      this.#page(url, this.reviewComments, number),
    "POST /issues/(\\d+)/comments": ({ groups: [, number], sent: { body = "" } }) =>
      this.#created(this.write(this.bot, body, Number(number))),
    "POST /pulls/(\\d+)/comments/(\\d+)/replies": ({
      groups: [, number, root],
      sent: { body = "" },
    }) =>
      this.#deleted.has(Number(root))
        ? notFound()
        : this.#created(this.writeInline(this.bot, body, Number(number))),
    "PATCH /(issues|pulls)/comments/(\\d+)": ({ groups: [, kind, id], sent: { body = "" } }) => {
      const list = kind === "pulls" ? this.reviewComments : this.issueComments;
      const comment = list.find((one) => one.id === Number(id));
      if (comment === undefined) return notFound();
      if (this.isStrict && comment.login !== this.bot)
        return { status: 403, json: { message: noAccess } };
      this.written.push(body);
      comment.body = body;
      comment.updatedAt = this.now();
      return found(this.#shown(comment));
    },
    "DELETE /issues/comments/(\\d+)": ({ groups: [, id] }) => {
      this.delete(Number(id));
      return { status: 204 };
    },
    "POST /((?:(?:issues|pulls)/comments|issues)/\\d+)/reactions": ({
      groups: [, target],
      sent: { content = "" },
    }) => {
      if (this.#deleted.has(Number(target?.split("/").at(-1)))) return notFound();
      const reaction = `${target} ${content}`;
      // One that is there already stays.
      if (!this.reactions.includes(reaction)) this.reactions.push(reaction);
      return created({ id: 1, content });
    },
    "POST /issues/(\\d+)/labels": ({ groups: [name, number], sent: { labels = [] } }) => {
      const pull = this.pulls.get(`${name}#${number}`);
      if (pull === undefined) return notFound();
      pull.labels = [...(pull.labels ?? []), ...labels];
      return found(pull.labels);
    },
    "GET /pulls": ({ groups: [name], url }) => {
      const all = [...this.pulls.keys()].filter((one) => one.startsWith(`${name}#`));
      // Newest first, in the order in which a test names them.
      const shown = all.map((one) => ({ state: "", ...this.shownPull(one) }));
      return page(
        url,
        shown.filter(({ state }) => state === "open"),
      );
    },
    "GET /pulls/(\\d+)": ({ groups: [name, number] }) => {
      const pull = this.shownPull(`${name}#${number}`);
      return pull === undefined ? notFound() : found(pull);
    },
    "GET /pulls/(\\d+)/files": ({ groups: [name, number], url }) => {
      const files = this.pulls.get(`${name}#${number}`)?.files;
      if (files === undefined && name !== this.repository) return notFound();
      return page(url, files ?? this.files);
    },
    "GET /compare/([^/]+)": ({ groups: [name = "", basehead = ""] }) => {
      const asked = decodeURIComponent(basehead);
      const [base = "", head = ""] = asked.split("...");
      const comparison =
        this.comparisons.get(asked) ?? this.histories.get(name)?.compare(base, head);
      if (comparison === undefined) return notFound();
      const { status = "ahead", files = [], behind_by = 0, ...more } = comparison;
      const { commits = status === "ahead" ? ["Edit"] : [] } = comparison;
      const shown = commits.map((one, index) =>
        typeof one === "string"
          ? { sha: `c${index}`, parents: [{ sha: `c${index - 1}` }], commit: { message: one } }
          : one,
      );
      // At most 300 files and 250 commits, as GitHub lists them.
      const listed = { files: files.slice(0, 300), commits: shown.slice(-250) };
      return found({ ...more, status, ...listed, behind_by, total_commits: commits.length });
    },
    "GET /git/ref/heads%2F(.+)": ({ groups: [name = "", branch = ""] }) => {
      const [newest] = this.histories.get(name)?.log(decodeURIComponent(branch)) ?? [];
      return newest === undefined ? notFound() : found({ object: { sha: newest.sha } });
    },
    "GET /commits": ({ groups: [name = ""], url }) => {
      const commits = this.histories.get(name)?.log(url.searchParams.get("sha") ?? "");
      const since = Date.parse(url.searchParams.get("since") ?? "1970-01-01");
      const younger = commits?.filter(({ commit }) => Date.parse(commit.committer.date) >= since);
      return younger === undefined ? notFound() : page(url, younger);
    },
    "GET /releases": ({ url }) => {
      const published = { draft: false, prerelease: false };
      return page(
        url,
        this.releases.map((release) => ({ ...published, ...release })),
      );
    },
    "GET /commits/([^/]+)/check-runs": ({ groups: [, sha = ""] }) => {
      const runs = (this.heads.get(sha)?.checks ?? []).map((check) => ({
        ...{ status: "completed", conclusion: null, html_url: "" },
        ...check,
      }));
      return found({ total_count: runs.length, check_runs: runs });
    },
    "GET /deployments": ({ url }) => {
      const sha = url.searchParams.get("sha") ?? "";
      const deployments = this.heads.get(sha)?.deployments ?? [];
      // The id names the commit, too, so that its statuses are found.
      return found(deployments.map(({ creator }, at) => ({ id: `${sha}_${at}`, creator })));
    },
    "GET /deployments/([^_]+)_(\\d+)/statuses": ({ groups: [, sha = "", index] }) => {
      const { state, environment_url = "" } = this.heads.get(sha)?.deployments?.[Number(index)] ?? {
        state: "error",
      };
      return found([{ state, environment_url }]);
    },
  };

  #page(url: URL, list: readonly FakeComment[], number: string | undefined): Answer {
    const below = list.filter(({ thread }) => thread === Number(number));
    return page(
      url,
      below.map((comment) => this.#shown(comment)),
    );
  }

  #created(comment: FakeComment): Answer {
    this.written.push(comment.body);
    return created(this.#shown(comment));
  }

  #shown(comment: FakeComment) {
    const { id, thread, body, login } = comment;
    // GitHub's times are whole seconds.
    const updated_at = new Date(comment.updatedAt).toISOString().replace(/\.\d+Z$/, "Z");
    const html_url = `https://github.com/${this.repository}/issues/${thread}#issuecomment-${id}`;
    return { id, body, html_url, updated_at, user: userOf(login), ...comment.inline };
  }

  /** The pull request `owner/repo#number`, as its endpoint and events show it. */
  shownPull(name: string): Record<string, unknown> | undefined {
    const pull = this.pulls.get(name);
    if (pull === undefined) return undefined;
    const [repository = "", number] = name.split("#");
    const { headRepository = repository, base = "", head = "c0ffee", ref = "change" } = pull;
    const { title = "Document the limit", author = this.bot, labels = [] } = pull;
    const { state = "open", merged = false, mergeable = true, merged_at = null } = pull;
    const { created_at = "2026-11-16T09:05:00Z" } = pull;
    return {
      ...{ number: Number(number), title, user: userOf(author), html_url: addressOf(name) },
      ...{ state, merged, mergeable, created_at, merged_at },
      ...{ draft: false, labels: labels.map((label) => ({ name: label })) },
      base: { sha: base, ref: "main", repo: { full_name: repository, default_branch: "main" } },
      head: {
        ...{ sha: head, ref },
        repo: headRepository === null ? null : { full_name: headRepository },
      },
    };
  }
}

function userOf(login: string) {
  return { login, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

function shownIssue({ login, labels, ...issue }: FakeIssue) {
  const shown = { state: "open", ...issue, user: userOf(login) };
  return { ...shown, labels: labels.map((name) => ({ name })) };
}

/** The address of the pull request `owner/repo#number`. */
export function addressOf(name: string): string {
  return `https://github.com/${name.replace("#", "/pull/")}`;
}

/** One page, with the part of GitHub's Link header that is read. */
function page(url: URL, items: readonly unknown[]): Answer {
  const size = Number(url.searchParams.get("per_page") ?? "30");
  const number = Number(url.searchParams.get("page") ?? "1");
  const shown = found(items.slice((number - 1) * size, number * size));
  if (number * size >= items.length) return shown;
  const link = (rel: string, at: number) => {
    const there = new URL(url);
    there.searchParams.set("page", String(at));
    return `<${there}>; rel="${rel}"`;
  };
  const links = [link("next", number + 1), link("last", Math.ceil(items.length / size))];
  return { ...shown, headers: { link: links.join(", ") } };
}

function found(json: unknown): Answer {
  return { status: 200, json };
}

function created(json: unknown): Answer {
  return { status: 201, json };
}

function notFound(message = "Not Found"): Answer {
  return { status: 404, json: { message } };
}

/** The real client of `acme/site`, at this address of a GitHub. It waits for nothing, but for `more`. */
export function gitHubAt(
  apiUrl: string,
  connections: Connections,
  more: Partial<ConstructorParameters<typeof GitHub>[0]> = {},
): GitHub {
  return new GitHub({
    token: "ghs_unit_token",
    runContext: { apiUrl, owner: "acme", repo: "site" },
    connections,
    clock: systemClock,
    isPaced: false,
    log: silentLog,
    redact: redactNothing,
    ...more,
  });
}

/** The same with this fake at the other end; `requests` grows. */
export function clientOf(fake: FakeGitHub): { gitHub: GitHub; requests: string[] } {
  const requests: string[] = [];
  const network = closedNetwork();
  fake.serveIn(network, (request) => requests.push(request));
  return { gitHub: gitHubAt(gitHubOrigin, new Connections({ dispatcher: network })), requests };
}
