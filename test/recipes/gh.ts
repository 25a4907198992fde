/**
 * Stands in for the commands of `gh` that recipes use, and asks the emulated GitHub:
 *
 * - `gh pr list --repo OWNER/NAME --state open --label NAME --json number --jq length`
 * - `gh api PATH -f labels[]=NAME`, a POST
 *
 * Like `gh`, it exits with 1 where GitHub refuses. It throws on options that it does not know.
 */
import { parseArgs } from "node:util";
import * as z from "zod";

const pulls = z.array(z.object({ labels: z.array(z.object({ name: z.string() })) }));
const env = z.object({ GITHUB_API_URL: z.string(), GH_TOKEN: z.string() }).parse(process.env);

async function ask(method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${env.GITHUB_API_URL}/${path}`, {
    method,
    headers: { authorization: `Bearer ${env.GH_TOKEN}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.json();
}

async function listPulls(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { repo: text, state: text, label: text, json: text, jq: text },
  });
  const { repo, state, label } = z
    .object({ repo: z.string(), state: z.literal("open"), label: z.string() })
    .and(z.object({ json: z.literal("number"), jq: z.literal("length") }))
    .parse(values);
  const open = pulls.parse(await ask("GET", `repos/${repo}/pulls?state=${state}&per_page=100`));
  console.log(open.filter(({ labels }) => labels.some(({ name }) => name === label)).length);
}

async function addLabel(args: string[]): Promise<void> {
  const options = { "raw-field": { type: "string", short: "f" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path = ""] = positionals;
  const [, label] = /^labels\[\]=(.+)$/.exec(values["raw-field"] ?? "") ?? [];
  if (label === undefined) throw new Error(`unknown field ${values["raw-field"]}`);
  console.log(JSON.stringify(await ask("POST", path, { labels: [label] })));
}

const [first, second, ...rest] = process.argv.slice(2);
if (first === "pr" && second === "list") await listPulls(rest);
else if (first === "api") await addLabel([second ?? "", ...rest]);
else throw new Error(`unknown command gh ${first} ${second}`);
