import { createSign } from "node:crypto";
import type { SeedConfig } from "emulate";
import * as z from "zod";

/** A token for each kind of caller. */
export interface GitHubTokens {
  /** `octo`, who owns both repositories. */
  owner: string;
  /** `maintainer`, whose role is `write`. */
  maintainer: string;
  /** `reader`, whose role is `read`. */
  reader: string;
  /** `outsider`, who is nobody's collaborator. */
  outsider: string;
  /** `github-actions[bot]`, as a workflow's own token. */
  bot: string;
}

/** Who owns the repositories. */
export const OWNER = "octo";
/** The code repository. */
export const REPO = "site";
/** The documentation repository. */
export const DOCS = "docs";

/** The tokens of the people, which are the same in every run. */
export const USER_TOKENS = {
  owner: "ghp_emulator_owner",
  maintainer: "ghp_emulator_maintainer",
  reader: "ghp_emulator_reader",
  outsider: "ghp_emulator_outsider",
};

const APP_ID = 15_368;
const INSTALLATION_ID = 1;

/** People, repositories and the app behind workflow tokens, in the form `emulate` reads. */
export const SEED: SeedConfig = {
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

/** Mints the token that a workflow would get, so that its comments come from a real bot account. */
export async function installationToken(url: string, privateKey: string): Promise<string> {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const unsigned = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iss: String(APP_ID), iat: now, exp: now + 600 })}`;
  const signature = createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url");
  const path = `/app/installations/${INSTALLATION_ID}/access_tokens`;
  return Token.parse(await call(url, `${unsigned}.${signature}`, "POST", path, {})).token;
}

/** The numbers of what was added to the code repository. */
export interface Filled {
  issueNumber: number;
  pullNumber: number;
}

/** Adds what the seed cannot hold: roles, a documentation page, an issue, and a pull request of the maintainer's. */
export async function fill(url: string, tokens: GitHubTokens): Promise<Filled> {
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

async function call(
  url: string,
  token: string,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
  return await response.json();
}
