import { FakeGitHub } from "../github/fake-github.ts";
import { FakeRepository } from "../github/fake-repository.ts";
import { startServer } from "./server.ts";

/** A GitHub that is up on this machine, with a code repository and a documentation repository. */
export type RunningGitHub = Awaited<ReturnType<typeof startGitHub>>;

/** A workflow's own token. */
const token = "ghs_emulator_token";

/** Starts a GitHub on this machine: the fake one, behind a server. What is there was made at `start`, in epoch ms. */
export async function startGitHub(start = Date.now()) {
  const fake = new FakeGitHub({ repository: "octo/site", bot: "github-actions[bot]" });
  fake.now = () => start;
  const code = new FakeRepository(fake, "octo/site", {
    "src/watch.ts": "export const watch = false;\n",
  });
  const docs = new FakeRepository(fake, "octo/docs", {
    "docs/quickstart.md": "# Quickstart\n\nInstall the tool and run it.\n",
  });
  const issueNumber = fake.nextNumber();
  const pullNumber = fake.nextNumber();
  code.push("watch", { "src/watch.ts": "export const watch = true;\n" });
  code.openPull("watch", { number: pullNumber, title: "Watch by default", author: "maintainer" });
  const server = await startServer(0, async (request) => {
    if (!request.headers.get("authorization")?.endsWith(` ${token}`))
      return Response.json({ message: "Bad credentials" }, { status: 401 });
    const { origin, href } = new URL(request.url);
    const path = fake.below(href.slice(origin.length));
    const sent = request.body === null ? {} : JSON.parse(await request.text());
    const { status, json, headers = {} } = fake.answer(request.method, path, sent, origin);
    return Response.json(json, { status, headers });
  });
  const began = Date.now();
  fake.now = () => start + Date.now() - began;
  return {
    /** Its `url` is what belongs into `GITHUB_API_URL`. */
    ...server,
    ...{ token, fake, code, docs },
    /** An open issue of the code repository. */
    issueNumber,
    /** An open pull request of the code repository, by `maintainer`, that changes `src/watch.ts`. */
    pullNumber,
  };
}
