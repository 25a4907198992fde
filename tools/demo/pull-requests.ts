import * as z from "zod";
import { call } from "../../test/emulator/call.ts";
import type { GitHubEmulator } from "../../test/emulator/start.ts";
import type { Post } from "./page.ts";

const pullsSchema = z.array(
  z.object({
    number: z.number(),
    title: z.string(),
    html_url: z.string(),
    user: z.object({ login: z.string() }),
  }),
);
const filesSchema = z.array(z.object({ filename: z.string(), patch: z.string() }));

/** The pull requests that the agent opened, with what they change; the links to them lead to these posts. */
export async function pullRequests(
  github: GitHubEmulator,
): Promise<{ posts: Post[]; targets: [string, string][] }> {
  const path = `/repos/${github.docsRepository}/pulls`;
  const pulls = pullsSchema
    .parse(await call(github.url, github.tokens.owner, "GET", path))
    .sort((a, b) => a.number - b.number);
  const posts = await Promise.all(
    pulls.map(async ({ number, title, user }) => {
      const files = filesSchema.parse(
        await call(github.url, github.tokens.owner, "GET", `${path}/${number}/files`),
      );
      const changes = files.map(({ filename, patch }) => `\`${filename}\`\n\n\`\`\`diff\n${patch}\n\`\`\``);
      return {
        by: user.login,
        what: `opened ${github.docsRepository}#${number}`,
        markdown: [`**${title}**`, ...changes].join("\n\n"),
        id: `pull-${number}`,
      };
    }),
  );
  return { posts, targets: pulls.map(({ number, html_url }) => [html_url, `#pull-${number}`]) };
}
