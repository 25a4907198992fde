/**
 * Stands in for the commands of `gh` that recipes need, and asks the emulated GitHub. Like `gh`, it exits with 1 where
 * GitHub refuses. Others are only recorded. It is started often, so it imports nothing that takes long.
 */
import { parseArgs } from "node:util";

type User = { login: string; type: string } | null;
/** What filters read of GitHub's answers. */
type Answer = {
  workflow_runs: { head_sha: string }[];
  commits?: { author: User }[];
} & { sha: string }[];

/** What the filters of recipes print of an answer. Others are unknown. */
const filters: Readonly<Record<string, (answer: Answer) => readonly (string | number)[]>> = {
  ".workflow_runs[].head_sha": ({ workflow_runs }) => workflow_runs.map(({ head_sha }) => head_sha),
  ".[].sha": (commits) => commits.map(({ sha }) => sha),
  '[.commits[].author | select(.type == "User").login] | group_by(.) | sort_by(-length)[:3][][0]': ({
    commits = [],
  }) => {
    const logins = commits.flatMap(({ author }) => (author?.type === "User" ? [author.login] : [])).sort();
    const count = (login: string) => logins.filter((one) => one === login).length;
    return [...new Set(logins)].sort((a, b) => count(b) - count(a)).slice(0, 3);
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    field: { type: "string", short: "f", multiple: true, default: [] },
    jq: { type: "string", default: "" },
    json: { type: "string" },
    label: { type: "string" },
    limit: { type: "string" },
    method: { type: "string" },
    repo: { type: "string" },
    silent: { type: "boolean" },
    state: { type: "string" },
  },
});
const fields = values.field.map((field) => {
  // `a=b`, or `a[]=b` for a list.
  const [, name = "", list, value = ""] = /^(\w+)(\[\])?=(.*)$/s.exec(field) ?? [];
  return { name, value: list === undefined ? value : [value] };
});
const { method = fields.length === 0 ? "GET" : "POST" } = values;

async function ask(path: string): Promise<unknown> {
  const { GITHUB_API_URL, GH_TOKEN } = process.env;
  const url = new URL(`${GITHUB_API_URL}/${path}`);
  if (method === "GET") for (const { name, value } of fields) url.searchParams.set(name, String(value));
  const sent = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${GH_TOKEN}`, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: JSON.stringify(sent) }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.json();
}

const [command, what = ""] = positionals;
if (command === "api") {
  const answer = (await ask(what)) as Answer;
  const filter = filters[values.jq];
  if (values.jq !== "" && filter === undefined) throw new Error(`not known: ${values.jq}`);
  for (const line of filter?.(answer) ?? []) console.log(line);
} else if (command === "pr" && what === "list") {
  const open = (await ask(`repos/${values.repo}/pulls?state=open&per_page=100`)) as {
    labels: { name: string }[];
  }[];
  console.log(open.filter(({ labels }) => labels.some(({ name }) => name === values.label)).length);
}
