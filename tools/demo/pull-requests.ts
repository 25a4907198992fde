import { addressOf, type FakeGitHub } from "../../test/github/fake-github.ts";
import type { Post } from "./page.ts";

/** The pull requests of a repository that the agent opened, with what they change; the links to them lead to these posts. */
export function pullRequests(
  github: FakeGitHub,
  repository: string,
): { posts: Post[]; targets: [string, string][] } {
  const pulls = [...github.pulls].filter(
    ([name, { ref = "" }]) => name.startsWith(`${repository}#`) && ref.startsWith("docs-agent/"),
  );
  const posts = pulls.map(([name, { title, author = "", files = [] }]) => {
    const changes = files.map(({ filename, previous_filename, patch = "" }) => {
      const from = previous_filename === undefined ? "" : `\`${previous_filename}\` → `;
      return `${from}\`${filename}\`${patch === "" ? "" : `\n\n\`\`\`diff\n${patch}\n\`\`\``}`;
    });
    const markdown = [`**${title}**`, ...changes].join("\n\n");
    return { by: author, what: `opened ${name}`, markdown, id: idOf(name) };
  });
  return { posts, targets: pulls.map(([name]) => [addressOf(name), `#${idOf(name)}`]) };
}

function idOf(name: string): string {
  return `pull-${name.replace(/\W/g, "-")}`;
}
