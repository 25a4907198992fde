import { FakeGitHub } from "../github/fake-github.ts";
import { FakeRepository } from "../github/fake-repository.ts";
import { EmulatorServer, type Fault, type ReceivedRequest } from "./server.ts";

/** A GitHub that is up on this machine, with a code repository and a documentation repository. */
export interface RunningGitHub {
  /** What belongs into `GITHUB_API_URL`. */
  readonly url: string;
  /** A workflow's own token. */
  readonly token: string;
  /** What it keeps, and what happens there. */
  readonly fake: FakeGitHub;
  readonly code: FakeRepository;
  readonly docs: FakeRepository;
  /** An open issue of the code repository. */
  readonly issueNumber: number;
  /** An open pull request of the code repository, by `maintainer`, that changes `src/watch.ts`. */
  readonly pullNumber: number;
  /** Every request since the start, oldest first. */
  requests(): readonly ReceivedRequest[];
  /** Forgets the requests so far, so that a test counts only its own. */
  forgetRequests(): void;
  /** Lets matching requests fail from now on. */
  fault(fault: Fault): void;
  clearFaults(): void;
  close(): Promise<void>;
}

const token = "ghs_emulator_token";

/** Starts a GitHub on this machine: the fake one, behind a server. */
export async function startGitHub(): Promise<RunningGitHub> {
  const fake = new FakeGitHub({ repository: "octo/site", bot: "github-actions[bot]" });
  const code = new FakeRepository(fake, "octo/site", { "src/watch.ts": "export const watch = false;\n" });
  const docs = new FakeRepository(fake, "octo/docs", {
    "docs/quickstart.md": "# Quickstart\n\nInstall the tool and run it.\n",
  });
  const issueNumber = fake.nextNumber();
  const pullNumber = fake.nextNumber();
  code.push("watch", { "src/watch.ts": "export const watch = true;\n" });
  code.openPull("watch", { number: pullNumber, title: "Watch by default", author: "maintainer" });
  const server = await EmulatorServer.start(0, async (request) => {
    if (!request.headers.get("authorization")?.endsWith(` ${token}`))
      return Response.json({ message: "Bad credentials" }, { status: 401 });
    const { origin, href } = new URL(request.url);
    const path = fake.below(href.slice(origin.length));
    const sent = request.body === null ? {} : JSON.parse(await request.text());
    const { status, json, headers = {} } = fake.answer(request.method, path, sent, origin);
    return Response.json(json, { status, headers });
  });
  return {
    ...{ url: server.url, token, fake, code, docs, issueNumber, pullNumber },
    requests: () => server.requests(),
    forgetRequests: () => server.forget(),
    fault: (fault) => server.fault(fault),
    clearFaults: () => server.clearFaults(),
    close: () => server.close(),
  };
}
