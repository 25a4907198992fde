import { createSign } from "node:crypto";
import { createEmulator, type SeedConfig } from "emulate";
import * as z from "zod";
import { call } from "./call.ts";
import type { FaultInput } from "./faults.ts";
import { GitHubExtras } from "./github-extras.ts";
import { FaultyServer, type ReceivedRequest } from "./server.ts";

/** A token for each kind of caller. */
export interface GitHubTokens {
  /** `octo`, who owns both repositories. */
  owner: string;
  /** `maintainer`, whose role is `write`. */
  maintainer: string;
  /** `reader`, whose role is `read`. */
  reader: string;
  /** `outsider`, who is no collaborator. */
  outsider: string;
  /** `github-actions[bot]`, as a workflow's own token. */
  bot: string;
}

/** Who owns the repositories. */
const OWNER = "octo";
/** The code repository. */
const REPO = "site";
/** The documentation repository. */
const DOCS = "docs";

/** The tokens of the people, which are the same in every run. */
const USER_TOKENS = {
  owner: "ghp_emulator_owner",
  maintainer: "ghp_emulator_maintainer",
  reader: "ghp_emulator_reader",
  outsider: "ghp_emulator_outsider",
};

const APP_ID = 15_368;
const INSTALLATION_ID = 1;

/** People, repositories and the app behind workflow tokens, in the form `emulate` reads. */
const SEED: SeedConfig = {
  tokens: {
    [USER_TOKENS.owner]: { login: OWNER },
    [USER_TOKENS.maintainer]: { login: "maintainer" },
    [USER_TOKENS.reader]: { login: "reader" },
    [USER_TOKENS.outsider]: { login: "outsider" },
  },
  github: {
    users: [
      { login: OWNER, name: "Octo" },
      { login: "maintainer", name: "Maintainer" },
      { login: "reader", name: "Reader" },
      { login: "outsider", name: "Outsider" },
    ],
    repos: [
      { owner: OWNER, name: REPO, description: "The product's code", language: "TypeScript" },
      { owner: OWNER, name: DOCS, description: "The product's documentation" },
    ],
    apps: [
      {
        app_id: APP_ID,
        slug: "github-actions",
        name: "GitHub Actions",
        permissions: { contents: "write", issues: "write", pull_requests: "write", metadata: "read" },
        installations: [{ installation_id: INSTALLATION_ID, account: OWNER }],
      },
    ],
  },
};

const Token = z.object({ token: z.string() });
const Numbered = z.object({ number: z.number() });
const Added = z.object({ commit: z.object({ sha: z.string() }), content: z.object({ sha: z.string() }) });

/** How the GitHub is started. */
export interface GitHubOptions {
  /** What the addresses of pages begin with; the server's own address unless given. */
  webUrl?: string;
}

/** What a request sends, and in whose name: the owner's when nothing else is given. */
export type CallOptions = { body?: unknown; by?: keyof GitHubTokens; fine?: readonly number[] };

/** A GitHub that is up, with a code repository and a documentation repository. */
export interface GitHubEmulator {
  /** What belongs into `GITHUB_API_URL`. */
  readonly url: string;
  readonly tokens: GitHubTokens;
  readonly owner: string;
  /** The code repository's name. */
  readonly repo: string;
  /** `owner/name` of the documentation repository. */
  readonly docsRepository: string;
  /** An open issue of the code repository. */
  readonly issueNumber: number;
  /** An open pull request of the code repository, by `maintainer`, that changes `src/watch.ts`. */
  readonly pullNumber: number;
  /** Every request since the start, oldest first. */
  requests(): ReceivedRequest[];
  /** Forgets the requests so far, so that a test counts only its own. */
  forgetRequests(): void;
  /** The JSON of the answer to a request of somebody, below the code repository; null where its status is `fine`. */
  call(method: string, path: string, more?: CallOptions): Promise<unknown>;
  /** Lets matching requests fail from now on. */
  fault(fault: FaultInput): void;
  clearFaults(): void;
  close(): Promise<void>;
}

/** Starts a GitHub on this machine: `emulate`'s, behind a server that adds what the action needs and it lacks. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubEmulator> {
  const emulator = await createEmulator({ service: "github", port: 0, seed: SEED });
  const inner = `http://127.0.0.1:${new URL(emulator.url).port}`;
  const secret = emulator.generatedSecrets.find((candidate) => candidate.kind === "github.app_private_key");
  const tokens: GitHubTokens = { ...USER_TOKENS, bot: await installationToken(inner, secret?.value ?? "") };
  const { issueNumber, pullNumber } = await fill(inner, tokens);
  const extras = new GitHubExtras(inner, new Set(Object.values(tokens)));
  const server = await FaultyServer.start({
    port: 0,
    handle: async (request) =>
      // The inner server writes its own address into every answer and into the Link header.
      moved(await extras.answer(request), [inner, emulator.url], new URL(request.url).origin, options.webUrl),
  });
  return {
    url: server.url,
    tokens,
    owner: OWNER,
    repo: REPO,
    docsRepository: `${OWNER}/${DOCS}`,
    issueNumber,
    pullNumber,
    requests: () => server.requests(),
    forgetRequests: () => server.forget(),
    call: (method, path, { body, by = "owner", fine } = {}) =>
      call(`${server.url}/repos/${OWNER}/${REPO}`, tokens[by], method, path, body, fine),
    fault: (fault) => server.faults.add(fault),
    clearFaults: () => server.faults.clear(),
    close: async () => {
      await server.close();
      await emulator.close();
    },
  };
}

async function moved(
  response: Response,
  from: readonly string[],
  to: string,
  webUrl = to,
): Promise<Response> {
  const move = (text: string): string =>
    from
      .reduce((moving, origin) => moving.replaceAll(origin, to), text)
      .replaceAll(`"html_url":"${to}/`, `"html_url":"${webUrl}/`);
  const headers = [...response.headers].map(([name, value]): [string, string] => [name, move(value)]);
  const bodiless = response.status === 204 || response.status === 304;
  return new Response(bodiless ? null : move(await response.text()), { status: response.status, headers });
}

/** Mints the token that a workflow would get, so that its comments come from a real bot account. */
async function installationToken(url: string, privateKey: string): Promise<string> {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const unsigned = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iss: String(APP_ID), iat: now, exp: now + 600 })}`;
  const signature = createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url");
  const path = `/app/installations/${INSTALLATION_ID}/access_tokens`;
  return Token.parse(await call(url, `${unsigned}.${signature}`, "POST", path, {})).token;
}

/** The numbers of what was added to the code repository. */
interface Filled {
  issueNumber: number;
  pullNumber: number;
}

/** Adds what the seed cannot hold: roles, a documentation page, an issue, and a pull request of the maintainer's. */
async function fill(url: string, tokens: GitHubTokens): Promise<Filled> {
  for (const repository of [REPO, DOCS]) {
    const path = `/repos/${OWNER}/${repository}/collaborators`;
    await call(url, tokens.owner, "PUT", `${path}/maintainer`, { permission: "push" });
    await call(url, tokens.owner, "PUT", `${path}/reader`, { permission: "pull" });
  }
  await call(url, tokens.owner, "PUT", `/repos/${OWNER}/${DOCS}/contents/docs/quickstart.md`, {
    message: "Add the quickstart",
    content: base64("# Quickstart\n\nInstall the tool and run it.\n"),
  });
  const site = `/repos/${OWNER}/${REPO}`;
  const issue = await call(url, tokens.maintainer, "POST", `${site}/issues`, {
    title: "The quickstart does not mention the --watch flag",
    body: "It was added in the last release.",
  });
  const source = { path: `${site}/contents/src/watch.ts`, before: "export const watch = false;\n" };
  const first = { message: "Add watch", content: base64(source.before) };
  const added = Added.parse(await call(url, tokens.maintainer, "PUT", source.path, first));
  await call(url, tokens.maintainer, "POST", `${site}/git/refs`, {
    ref: "refs/heads/watch",
    sha: added.commit.sha,
  });
  await call(url, tokens.maintainer, "PUT", source.path, {
    message: "Watch by default",
    content: base64("export const watch = true;\n"),
    branch: "watch",
    sha: added.content.sha,
  });
  const pull = await call(url, tokens.maintainer, "POST", `${site}/pulls`, {
    title: "Watch by default",
    body: "Nobody wants to restart by hand.",
    head: "watch",
    base: "main",
  });
  return { issueNumber: Numbered.parse(issue).number, pullNumber: Numbered.parse(pull).number };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
