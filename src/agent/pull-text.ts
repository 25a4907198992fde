import { timeOfDay } from "../dates.ts";
import type { ChangedFile } from "../github/client.ts";
import { codeSpan, escapeInlineMarkdown, link } from "../text/markdown.ts";
import { plural, shorten } from "../text/words.ts";
import type { Check, PullContents } from "./pull-contents.ts";

// What is in the pull request, as Markdown for comments and the summary. Each part is empty where there is nothing to say.

const maxPages = 5;
const maxFailed = 3;
const maxText = 120;

/** The text behind the link to the pull request: its title, or what changed since a follow-up was sent, by whomever. */
export function afterLink({ pull, changes, isUnchanged }: PullContents): string {
  if (isUnchanged) {
    return "";
  }
  if (changes !== undefined) {
    return `Changed since the request: ${fileTexts(changes).join("; ") || "no file"}.`;
  }
  return pull.title === "" ? "" : `“${escapeInlineMarkdown(pull.title, maxText)}”`;
}

/** The list of pages, unless the text behind the link names them. */
export function fileList({ files, changes, isUnchanged }: PullContents): string {
  if (files === undefined || changes !== undefined || isUnchanged) {
    return "";
  }
  return fileTexts(files)
    .map((text) => `- ${text}`)
    .join("\n");
}

/** The first pages, each with what happened to it, and how many other files there are. */
function fileTexts(files: readonly ChangedFile[]): string[] {
  const pages = files.filter(({ path }) => /\.(?:mdx?|markdown)$/i.test(path));
  const shown = pages.slice(0, maxPages).map(fileText);
  const others = files.length - shown.length;
  const and = shown.length > 0 ? "and " : "";
  return others > 0 ? [...shown, `${and}${plural(others, "other file")}`] : shown;
}

function fileText({ path, previousPath, status, additions, deletions }: ChangedFile): string {
  const name = codeSpan(path, maxText);
  const added = additions > 0 ? `+${additions}` : "";
  const removed = deletions > 0 ? `−${deletions}` : "";
  const lines = [added, removed].filter(Boolean).join(" ");
  const behind = lines === "" ? "" : `, ${lines}`;
  switch (status) {
    case "added":
    case "copied":
      return `${name} new${behind}`;
    case "removed":
      return `${name} removed`;
    case "renamed":
      return `${codeSpan(previousPath ?? "", maxText)} → ${name}${behind}`;
    default:
      return `${name} ${lines || "changed"}`;
  }
}

/** Preview and checks on one line. */
export function checksLine({ checks = [], preview, seenAt }: PullContents): string {
  const of = (wanted: Check["result"]) => checks.filter(({ result }) => result === wanted);
  const failed = of("failed");
  const running = of("at work").length;
  const named = failed
    .slice(0, maxFailed)
    .map(({ name, url }) => link(shorten(name, maxText), url))
    .join(", ");
  const more = failed.length > maxFailed ? `, and ${failed.length - maxFailed} more` : "";
  const [were, they] = running === 1 ? ["was", "it"] : ["were", "they"];
  const rows = [
    { count: of("passed").length, what: "passed" },
    { count: failed.length, what: `failed: ${named}${more}` },
    {
      count: running,
      what: `${were} still running at ${timeOfDay(seenAt)}; the pull request shows how ${they} ended.`,
    },
  ];
  const counts = rows
    .filter(({ count }) => count > 0)
    .map(({ count, what }, index) => `${index === 0 ? plural(count, "check") : count} ${what}`);
  const shown = preview === undefined ? "" : link("Preview", preview);
  return [shown, counts.join(", ")].filter(Boolean).join(" · ");
}
