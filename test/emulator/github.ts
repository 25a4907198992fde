import { createEmulator } from "emulate";
import type { Fault, FaultInput } from "./faults.ts";
import type { ReceivedRequest } from "./front.ts";
import { Front } from "./front.ts";
import { GitHubExtras } from "./github-extras.ts";
import type { GitHubTokens } from "./github-seed.ts";
import { DOCS, fill, installationToken, OWNER, REPO, SEED, USER_TOKENS } from "./github-seed.ts";

export type { GitHubTokens } from "./github-seed.ts";

/** How the GitHub is started. */
export interface GitHubOptions {
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
}

/** A GitHub that is up, with a code repository and a documentation repository. */
export interface GitHubEmulator {
  /** What belongs into `GITHUB_API_URL`; pages have the same origin. */
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
  /** Lets matching requests fail from now on. */
  fault(fault: FaultInput): Fault;
  clearFaults(): void;
  close(): Promise<void>;
}

/** Starts a GitHub on this machine: `emulate`'s, behind a front that adds what the action needs and it lacks. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubEmulator> {
  const emulator = await createEmulator({ service: "github", port: 0, seed: SEED });
  const inner = `http://127.0.0.1:${new URL(emulator.url).port}`;
  const secret = emulator.generatedSecrets.find((candidate) => candidate.kind === "github.app_private_key");
  const tokens: GitHubTokens = { ...USER_TOKENS, bot: await installationToken(inner, secret?.value ?? "") };
  const { issueNumber, pullNumber } = await fill(inner, tokens);
  const extras = new GitHubExtras(inner, new Set(Object.values(tokens)));
  const front = await Front.start({
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    handle: async (request) =>
      // The inner server writes its own address into every answer and into the Link header.
      moved(await extras.answer(request), [inner, emulator.url], new URL(request.url).origin),
    control: async () => Response.json({ message: "Not Found" }, { status: 404 }),
  });
  return {
    url: front.url,
    tokens,
    owner: OWNER,
    repo: REPO,
    docsRepository: `${OWNER}/${DOCS}`,
    issueNumber,
    pullNumber,
    requests: () => front.requests(),
    forgetRequests: () => front.forget(),
    fault: (fault) => front.faults.add(fault),
    clearFaults: () => front.faults.clear(),
    close: async () => {
      await front.close();
      await emulator.close();
    },
  };
}

async function moved(response: Response, from: readonly string[], to: string): Promise<Response> {
  const move = (text: string): string => from.reduce((moving, origin) => moving.replaceAll(origin, to), text);
  const headers = [...response.headers].map(([name, value]): [string, string] => [name, move(value)]);
  const bodiless = response.status === 204 || response.status === 304;
  return new Response(bodiless ? null : move(await response.text()), { status: response.status, headers });
}
