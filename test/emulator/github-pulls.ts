import * as z from "zod";

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

const ISSUE = /^(\/repos\/[^/]+\/[^/]+)\/issues\/(\d+)$/;
const LISTING = /^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)\/(files|commits)$/;
const REPLIES = /^(\/repos\/[^/]+\/[^/]+)\/pulls\/(\d+)\/comments\/(\d+)\/replies$/;

/** Asks the inner GitHub with the caller's own token. */
export type Ask = (path: string, post?: unknown) => Promise<Response>;

/**
 * What `emulate` lacks about pull requests: it makes up their files, counts the base among their commits, and knows
 * no replies and no issue of the same number. Null for every other path.
 */
export async function answerAboutPulls(request: Request, ask: Ask): Promise<Response | null> {
  const url = new URL(request.url);
  const issue = ISSUE.exec(url.pathname);
  if (request.method === "GET" && issue !== null) return await issueOf(ask, url.pathname, issue);
  const listing = LISTING.exec(url.pathname);
  if (request.method === "GET" && listing !== null) {
    const [, repository = "", number = "", what = ""] = listing;
    return await list(
      ask,
      `${repository}/pulls/${number}`,
      repository,
      what === "files" ? "files" : "commits",
    );
  }
  const replies = REPLIES.exec(url.pathname);
  if (request.method !== "POST" || replies === null) return null;
  const [, repository = "", number = "", commentId = ""] = replies;
  return await reply(request, ask, repository, number, commentId);
}

/** Every pull request is an issue too, with `pull_request` to tell. */
async function issueOf(ask: Ask, path: string, [, repository, number]: RegExpExecArray): Promise<Response> {
  const found = await ask(path);
  if (found.status !== 404) return found;
  const pull = await ask(`${repository}/pulls/${number}`);
  if (!pull.ok) return found;
  return Response.json({ ...Issue.parse(await pull.json()), pull_request: {} });
}

/** All of them on one page, which is more than a test needs. */
async function list(
  ask: Ask,
  pullPath: string,
  repository: string,
  what: "files" | "commits",
): Promise<Response> {
  const found = await ask(pullPath);
  if (!found.ok) return found;
  const pull = Pull.parse(await found.json());
  const compared = await ask(`${repository}/compare/${pull.base.ref}...${pull.head.ref}`);
  return compared.ok ? Response.json(Comparison.parse(await compared.json())[what]) : compared;
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
