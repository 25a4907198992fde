import * as z from "zod";

const User = z.looseObject({ login: z.string(), type: z.string() });
const Permission = z.looseObject({ permission: z.string(), user: User });
const ReactionBody = z.object({
  content: z.enum(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]),
});

const DeploymentBody = z.object({ ref: z.string() });
const StatusBody = z.object({ state: z.string(), environment_url: z.string().optional() });

/** A deployment of a commit; its statuses are newest first, as the endpoint lists them. */
interface Deployment {
  id: number;
  repository: string;
  sha: string;
  creator: unknown;
  statuses: z.output<typeof StatusBody>[];
}

interface Reaction {
  id: number;
  node_id: string;
  user: unknown;
  content: string;
  created_at: string;
}

const REACTIONS =
  /^(\/repos\/[^/]+\/[^/]+\/(?:issues\/comments|pulls\/comments|issues)\/\d+)\/reactions(?:\/(\d+))?$/;
const DEPLOYMENTS = /^(\/repos\/[^/]+\/[^/]+)\/deployments(?:\/(\d+)\/statuses)?$/;
const PERMISSION = /^(\/repos\/[^/]+\/[^/]+)\/collaborators\/([^/]+)\/permission$/;
/** The endpoint speaks of roles as git did; the real one folds them into four. */
const LEGACY = new Map([
  ["admin", "admin"],
  ["maintain", "write"],
  ["push", "write"],
  ["triage", "read"],
  ["pull", "read"],
]);

/** Passes requests on to `emulate`'s GitHub, and answers as the real one does where that one would not. */
export class GitHubExtras {
  readonly #inner: string;
  readonly #tokens: ReadonlySet<string>;
  readonly #reactions = new Map<string, Reaction[]>();
  readonly #deployments: Deployment[] = [];
  #lastId = 0;

  constructor(inner: string, tokens: ReadonlySet<string>) {
    this.#inner = inner;
    this.#tokens = tokens;
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const token = /^(?:bearer|token) +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    // The inner server takes an unknown token for its first user's.
    if (token !== undefined && !token.startsWith("eyJ") && !this.#tokens.has(token)) {
      return Response.json({ message: "Bad credentials", status: "401" }, { status: 401 });
    }
    if (url.pathname === "/user" && token !== undefined && token.startsWith("ghs_")) {
      return Response.json({ message: "Resource not accessible by integration" }, { status: 403 });
    }
    const reactions = REACTIONS.exec(url.pathname);
    if (reactions?.[1] !== undefined) return await this.#react(request, reactions[1], reactions[2]);
    const deployments = DEPLOYMENTS.exec(url.pathname);
    if (deployments?.[1] !== undefined) return await this.#deploy(request, deployments[1], deployments[2]);
    const permission = PERMISSION.exec(url.pathname);
    if (request.method === "GET" && permission?.[1] !== undefined && permission[2] !== undefined) {
      return await this.#permission(request, permission[1], permission[2]);
    }
    const aboutPulls = await answerAboutPulls(request, (path, post) => this.#ask(request, path, post));
    if (aboutPulls !== null) return aboutPulls;
    const body = request.body === null ? {} : { body: await request.arrayBuffer() };
    const passed = { method: request.method, headers: request.headers, redirect: "manual" as const, ...body };
    return await fetch(`${this.#inner}${url.pathname}${url.search}`, passed);
  }

  async #react(request: Request, target: string, reactionId: string | undefined): Promise<Response> {
    const found = await this.#ask(request, target);
    if (!found.ok) return found;
    const reactions = this.#reactions.get(target) ?? [];
    this.#reactions.set(target, reactions);
    if (request.method === "GET") return Response.json(reactions);
    if (!request.headers.has("authorization")) {
      return Response.json({ message: "Requires authentication" }, { status: 401 });
    }
    if (request.method === "DELETE") {
      const index = reactions.findIndex((reaction) => String(reaction.id) === reactionId);
      if (index < 0) return notFound();
      reactions.splice(index, 1);
      return new Response(null, { status: 204 });
    }
    const body = ReactionBody.safeParse(await request.json().catch(() => null));
    if (!body.success) return Response.json({ message: "Validation Failed" }, { status: 422 });
    const user = await this.#whoIs(request);
    const same = reactions.find(
      (reaction) => reaction.content === body.data.content && User.parse(reaction.user).login === user.login,
    );
    if (same !== undefined) return Response.json(same, { status: 200 });
    this.#lastId += 1;
    const { content } = body.data;
    const created_at = new Date().toISOString();
    const reaction = { id: this.#lastId, node_id: `REA_${this.#lastId}`, user, content, created_at };
    reactions.push(reaction);
    return Response.json(reaction, { status: 201 });
  }

  /** The deployments of a repository, or the statuses of the one with this id. `emulate` knows none. */
  async #deploy(request: Request, repository: string, id: string | undefined): Promise<Response> {
    const body: unknown = request.method === "POST" ? await request.json() : undefined;
    const deployment = this.#deployments.find((one) => String(one.id) === id);
    if (deployment !== undefined) {
      if (body !== undefined) deployment.statuses.unshift(StatusBody.parse(body));
      return Response.json(deployment.statuses);
    }
    if (id !== undefined) return notFound();
    if (body !== undefined) {
      const { ref: sha } = DeploymentBody.parse(body);
      const made = { id: this.#deployments.length + 1, repository, sha, statuses: [] };
      this.#deployments.unshift({ ...made, creator: await this.#whoIs(request) });
      return Response.json(this.#deployments[0], { status: 201 });
    }
    const sha = new URL(request.url).searchParams.get("sha");
    return Response.json(this.#deployments.filter((one) => one.repository === repository && one.sha === sha));
  }

  /** On a public repository everybody may read; accounts of apps have no role to speak of. */
  async #permission(request: Request, repository: string, login: string): Promise<Response> {
    const answer = await this.#ask(request, `${repository}/collaborators/${login}/permission`);
    if (answer.ok) {
      const found = Permission.parse(await answer.json());
      return Response.json({ ...found, permission: LEGACY.get(found.permission) ?? found.permission });
    }
    if (answer.status !== 404) return answer;
    const [repositoryAnswer, userAnswer] = await Promise.all([
      this.#ask(request, repository),
      this.#ask(request, `/users/${login}`),
    ]);
    if (!repositoryAnswer.ok || !userAnswer.ok) return notFound();
    const user = User.parse(await userAnswer.json());
    if (user.type === "Bot") return notFound();
    return Response.json({ permission: "read", role_name: "read", user });
  }

  /** An installation token has no user of its own at the inner server, only the app's bot account. */
  async #whoIs(request: Request): Promise<z.output<typeof User>> {
    if (/ghs_/.test(request.headers.get("authorization") ?? "")) {
      return { login: "github-actions[bot]", type: "Bot" };
    }
    return User.parse(await (await this.#ask(request, "/user")).json());
  }

  async #ask(request: Request, path: string, post?: unknown): Promise<Response> {
    const authorization = request.headers.get("authorization");
    const headers = new Headers({ "content-type": "application/json" });
    if (authorization !== null) headers.set("authorization", authorization);
    const init = post === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(post) };
    return await fetch(`${this.#inner}${path}`, init);
  }
}

function notFound(): Response {
  return Response.json({ message: "Not Found", status: "404" }, { status: 404 });
}

const Reference = z.object({ object: z.object({ sha: z.string() }) });
const LoosePull = z.looseObject({
  base: z.looseObject({ ref: z.string() }),
  head: z.looseObject({ ref: z.string() }),
});
const Pull = z.object({ base: z.object({ ref: z.string() }), head: z.object({ ref: z.string() }) });
const Issue = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  html_url: z.string(),
  user: z.json(),
});
const Comparison = z.object({ files: z.array(z.json()), commits: z.array(z.json()) });
const Parent = z.looseObject({
  id: z.number(),
  in_reply_to_id: z.number().nullish(),
  path: z.string().nullish(),
});
const Reply = z.object({ body: z.string().min(1) });
const Review = z.looseObject({
  comments: z.array(z.looseObject({ path: z.string(), line: z.number() })).optional(),
});
const ReviewComment = z.looseObject({
  pull_request_review_id: z.number().nullable(),
  position: z.number().nullable(),
  line: z.number().nullable(),
});

const PULL = /^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)$/;
const ISSUE = /^(\/repos\/[^/]+\/[^/]+)\/issues\/(\d+)$/;
const LISTING = /^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)\/(files|commits)$/;
const REVIEWS = /^\/repos\/[^/]+\/[^/]+\/pulls\/\d+\/reviews$/;
const COMMENTS = /^\/repos\/[^/]+\/[^/]+\/pulls\/\d+\/comments$/;
const REPLIES = /^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)\/comments\/(\d+)\/replies$/;

/** Asks the inner GitHub with the caller's own token. */
type Ask = (path: string, post?: unknown) => Promise<Response>;

/**
 * What `emulate` lacks about pull requests: it makes up their files, does not count them, keeps the head at which they
 * were opened, counts the base among their commits, and knows no replies, no issue of the same number and no lines of a
 * review's comments. Null for every other path.
 */
async function answerAboutPulls(request: Request, ask: Ask): Promise<Response | null> {
  const url = new URL(request.url);
  const pull = PULL.exec(url.pathname);
  if (request.method === "GET" && pull?.[1] !== undefined) return await pullOf(ask, url.pathname, pull[1]);
  const issue = ISSUE.exec(url.pathname);
  if (request.method === "GET" && issue !== null) return await issueOf(ask, url.pathname, issue);
  const listing = LISTING.exec(url.pathname);
  if (request.method === "GET" && listing !== null) {
    const [, repository = "", number = "", what = ""] = listing;
    const pull = `${repository}/pulls/${number}`;
    return await list(ask, url, pull, repository, what === "files" ? "files" : "commits");
  }
  if (request.method === "POST" && REVIEWS.test(url.pathname))
    return await review(request, ask, url.pathname);
  if (request.method === "GET" && COMMENTS.test(url.pathname)) return await reviewComments(ask, url);
  const replies = REPLIES.exec(url.pathname);
  if (request.method !== "POST" || replies === null) return null;
  const [, repository = "", number = "", commentId = ""] = replies;
  return await reply(request, ask, repository, number, commentId);
}

async function pullOf(ask: Ask, path: string, repository: string): Promise<Response> {
  const found = await ask(path);
  if (!found.ok) return found;
  const pull = LoosePull.parse(await found.json());
  const [branch, compared] = await Promise.all([
    ask(`${repository}/git/ref/heads/${pull.head.ref}`),
    ask(`${repository}/compare/${pull.base.ref}...${pull.head.ref}`),
  ]);
  if (!branch.ok || !compared.ok) return Response.json(pull);
  const { object } = Reference.parse(await branch.json());
  const { files } = Comparison.parse(await compared.json());
  return Response.json({ ...pull, head: { ...pull.head, sha: object.sha }, changed_files: files.length });
}

/** Every pull request is an issue too, with `pull_request` to tell. */
async function issueOf(ask: Ask, path: string, [, repository, number]: RegExpExecArray): Promise<Response> {
  const found = await ask(path);
  if (found.status !== 404) return found;
  const pull = await ask(`${repository}/pulls/${number}`);
  if (!pull.ok) return found;
  return Response.json({ ...Issue.parse(await pull.json()), pull_request: {} });
}

/** A page of them, of at most 300 files. */
async function list(
  ask: Ask,
  url: URL,
  pullPath: string,
  repository: string,
  what: "files" | "commits",
): Promise<Response> {
  const found = await ask(pullPath);
  if (!found.ok) return found;
  const pull = Pull.parse(await found.json());
  const compared = await ask(`${repository}/compare/${pull.base.ref}...${pull.head.ref}`);
  if (!compared.ok) return compared;
  const all = Comparison.parse(await compared.json())[what];
  const size = Number(url.searchParams.get("per_page") ?? 30);
  const page = Number(url.searchParams.get("page") ?? 1);
  const [start, end] = [(page - 1) * size, page * size];
  const next = `${url.origin}${url.pathname}?per_page=${size}&page=${page + 1}`;
  const headers = end < all.length ? { link: `<${next}>; rel="next"` } : {};
  return Response.json(all.slice(start, end), { headers });
}

/** As on GitHub, a reply to a reply belongs to the comment that opened the thread. */
async function reply(
  request: Request,
  ask: Ask,
  repository: string,
  number: string,
  commentId: string,
): Promise<Response> {
  const found = await ask(`${repository}/pulls/comments/${commentId}`);
  if (!found.ok) return found;
  const parent = Parent.parse(await found.json());
  const body = Reply.safeParse(await request.json().catch(() => null));
  if (!body.success) return Response.json({ message: "Validation Failed" }, { status: 422 });
  return await ask(`${repository}/pulls/${number}/comments`, {
    body: body.data.body,
    in_reply_to_id: parent.in_reply_to_id ?? parent.id,
    path: parent.path ?? undefined,
  });
}

/** `emulate` wants a position in the diff, so that holds the line. */
async function review(request: Request, ask: Ask, path: string): Promise<Response> {
  const body = Review.safeParse(await request.json().catch(() => null));
  if (!body.success) return Response.json({ message: "Validation Failed" }, { status: 422 });
  const comments = body.data.comments?.map((comment) => ({ ...comment, position: comment.line }));
  return await ask(path, { ...body.data, comments });
}

async function reviewComments(ask: Ask, url: URL): Promise<Response> {
  const found = await ask(`${url.pathname}${url.search}`);
  if (!found.ok) return found;
  const comments = z.array(ReviewComment).parse(await found.json());
  const located = comments.map((comment) => ({ ...comment, line: comment.line ?? comment.position }));
  const link = found.headers.get("link");
  return Response.json(located, { headers: link === null ? {} : { link } });
}
