/**
 * Stands in for the commands of `gh` that recipes need, and asks the emulated GitHub. Like `gh`, it exits with 1 where
 * GitHub refuses. Others are only recorded. It is started often, so it imports nothing that takes long.
 */
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    field: { type: "string", short: "f", multiple: true, default: [] },
    jq: { type: "string" },
    json: { type: "string" },
    limit: { type: "string" },
    repo: { type: "string" },
    silent: { type: "boolean" },
  },
});

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const { GITHUB_API_URL, GH_TOKEN } = process.env;
  const headers = { authorization: `Bearer ${GH_TOKEN}`, "content-type": "application/json" };
  const response = await fetch(`${GITHUB_API_URL}/${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.json();
}

const [command, what = ""] = positionals;
if (command === "api") {
  // `a[]=b` for a list.
  const sent = values.field.map((field) => {
    const [, name, value] = /^(\w+)\[\]=(.*)$/s.exec(field) ?? [];
    if (name === undefined) throw new Error(`not expected: ${field}`);
    return [name, [value]];
  });
  await ask(what, { method: "POST", body: JSON.stringify(Object.fromEntries(sent)) });
} else if (command === "pr" && what === "list") {
  const open = (await ask(`repos/${values.repo}/pulls?state=open&per_page=100`)) as {
    labels: { name: string }[];
  }[];
  const isAsked = values.jq?.includes(".name == env.LABEL");
  const label = isAsked ? process.env["LABEL"] : undefined;
  console.log(open.filter(({ labels }) => labels.some(({ name }) => name === label)).length);
} else throw new Error(`not expected: ${positionals.join(" ")}`);
