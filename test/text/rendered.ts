import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import * as z from "zod";

/** The HTML that GitHub's flavour makes of a text, with nothing filtered afterwards. */
export function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

const pythonFolder = join(import.meta.dirname, "../../node_modules/.cache/cmarkgfm");
const python = join(pythonFolder, "bin/python");

/** Installs GitHub's own parser, which is written in C, as a package of Python. Needs `python3` and PyPI the first time. */
export function installGitHubParser(): void {
  if (existsSync(join(pythonFolder, "done"))) return;
  execFileSync("python3", ["-m", "venv", pythonFolder]);
  execFileSync(python, ["-m", "pip", "install", "--quiet", "cmarkgfm==2025.10.22"]);
  execFileSync("touch", [join(pythonFolder, "done")]);
}

const script = `
import json, sys
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options
options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
texts = json.load(sys.stdin)
json.dump([github_flavored_markdown_to_html(text, options=options) for text in texts], sys.stdout)
`;

/** The HTML that GitHub's own parser makes of each of these texts, before anything is filtered. */
export function renderAsGitHub(texts: readonly string[]): string[] {
  const input = JSON.stringify(texts.map((text) => text.toWellFormed()));
  const answer: unknown = JSON.parse(
    execFileSync(python, ["-c", script], { input, encoding: "utf8", maxBuffer: 1024 ** 3 }),
  );
  return z.array(z.string()).parse(answer);
}

/** The names of the tags in rendered HTML, in order, closing ones with a slash. */
export function tagsOf(html: string): string[] {
  return Array.from(html.matchAll(/<(\/?[^\s/>]+)[^>]*>/g), ([, name = ""]) => name);
}

/** The text that a browser shows of rendered HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = "") =>
      code === undefined ? (named[name] ?? "") : String.fromCodePoint(Number(code)),
    );
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Text without white space and what nobody sees, for "reads the same". */
export function visibleWords(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu, "");
}
