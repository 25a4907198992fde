import { runStep } from "../../test/runner/runner.ts";
import { answer, serve } from "../../test/service/local-server.ts";
import { median, type Row } from "./table.ts";

const rounds = 5;
/** About as long as a change of one function. */
const patch = `@@ -1,20 +1,20 @@\n${"-  const before = 1;\n+  const after = 2;\n".repeat(20)}`;
const [before, after] = ["a".repeat(40), "b".repeat(40)];
const event = { ref: "refs/heads/main", before, after, repository: { default_branch: "main" } };

/** What it costs to send a push's changes with the prompt: requests to GitHub, and the time until the job's creation. */
export async function measureChanges(): Promise<Row[]> {
  let answers: Answers = new Map();
  let created = 0;
  const server = await serve([
    (response, request) => {
      if (request.method === "POST") created = performance.now();
      const body = answers.get(new URL(request.url ?? "", "http://localhost").pathname);
      answer(body === undefined ? 404 : 200, body ?? { error: "measured" })(response, request);
    },
  ]);
  const measure = async (changed: number, context: string) => {
    answers = answersFor(changed);
    const times: number[] = [];
    // The first round only warms the caches.
    for (let round = -1; round < rounds; round++) {
      server.requests.length = 0;
      const begin = performance.now();
      const { stdout } = await runStep({ ...stepAt(server.url.origin, context), eventName: "push", event });
      if (created < begin) throw new Error(`the push asked for no job:\n${stdout}`);
      if (round >= 0) times.push(created - begin);
    }
    const requests = server.requests.filter(({ method }) => method === "GET").length;
    return { ms: median(times).toFixed(0), requests };
  };
  try {
    const { ms: baseline } = await measure(3, "none");
    const rows: Row[] = [];
    for (const changed of [3, 300]) {
      const { ms, requests } = await measure(changed, "diff");
      rows.push({
        what: `push of ${changed} files, start to job`,
        goal: "at most 1 GitHub request",
        action: `${requests} GitHub ${requests === 1 ? "request" : "requests"}, ${ms} ms`,
        baseline: `${baseline} ms (without the diff)`,
      });
    }
    return rows;
  } finally {
    await server.close();
  }
}

/** GitHub's responses by path, as JSON. */
type Answers = ReadonlyMap<string, string>;

function answersFor(changed: number): Answers {
  const repository = "/repos/octo/site";
  const comparison = {
    status: "ahead",
    merge_base_commit: { sha: before },
    files: Array.from({ length: changed }, (_, index) => ({
      ...{ filename: pathOf(index), status: "modified", patch },
    })),
  };
  return new Map([[`${repository}/compare/${before}...${after}`, JSON.stringify(comparison)]]);
}

function pathOf(index: number): string {
  return `packages/package-${index % 40}/src/module-${index}.ts`;
}

function stepAt(url: string, context: string) {
  const inputs = { "api-key": "mint_bench_key", "project-id": "bench", "github-token": "ghs_bench_token" };
  return {
    with: { ...inputs, "base-url": url, prompt: "Document it", context },
    env: { GITHUB_API_URL: url, GITHUB_REPOSITORY: "octo/site" },
  };
}
