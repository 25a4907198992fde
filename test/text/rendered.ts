import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** The HTML that GitHub's flavour makes of a text, with nothing filtered afterwards. */
export function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** The names of the tags in rendered HTML, in order, closing ones with a slash. */
export function tagsOf(html: string): string[] {
  return Array.from(html.matchAll(/<(\/?[^\s/>]+)[^>]*>/g), ([, name = ""]) => name);
}

/** The text that a browser shows of rendered HTML. */
export function textOf(html: string): string {
  return withoutEntities(html.replace(/<[^>]*>/g, ""));
}

/** The text that a browser shows between two tags. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = "") =>
    code === undefined ? (named[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Text without white space and what nobody sees, for "reads the same". */
export function visibleWords(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu,
      "",
    );
}
