/**
 * Stands in for the commands of `gh` that recipes need an answer of, and asks the emulated GitHub. Like `gh`, it exits with 1 where
 * GitHub refuses. Others are only recorded.
 */
import * as z from "zod";

const pulls = z.array(z.object({ labels: z.array(z.object({ name: z.string() })) }));
const env = z.object({ GITHUB_API_URL: z.string(), GH_TOKEN: z.string() }).parse(process.env);

async function ask(path: string, post?: object): Promise<unknown> {
  const response = await fetch(`${env.GITHUB_API_URL}/${path}`, {
    headers: { authorization: `Bearer ${env.GH_TOKEN}`, "content-type": "application/json" },
    ...(post && { method: "POST", body: JSON.stringify(post) }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return await response.json();
}

const command = process.argv.slice(2).join(" ");
const [, repository, listed] =
  /^pr list --repo (\S+) --state open --label (\S+) --json number --jq length$/.exec(command) ?? [];
const [, path, added] = /^api (\S+) -f labels\[\]=(\S+)$/.exec(command) ?? [];
if (repository !== undefined) {
  const open = pulls.parse(await ask(`repos/${repository}/pulls?state=open&per_page=100`));
  console.log(open.filter(({ labels }) => labels.some(({ name }) => name === listed)).length);
} else if (path !== undefined) console.log(JSON.stringify(await ask(path, { labels: [added] })));
