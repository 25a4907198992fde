import { micromark, type Options } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #f6f8fa; color: #1f2328; font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
article { max-width: 980px; margin: 24px auto; padding: 32px; border: 1px solid #d1d9e0; border-radius: 6px; background: #fff; box-sizing: border-box; overflow-wrap: break-word; }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
h1, h2, h3, h4, h5, h6 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; }
h1, h2 { padding-bottom: .3em; border-bottom: 1px solid #d1d9e0b3; }
h1 { font-size: 2em; } h2 { font-size: 1.5em; } h3 { font-size: 1.25em; } h4 { font-size: 1em; }
h1.page { max-width: 980px; margin: 24px auto 0; padding: 0 32px; font-size: 20px; border: 0; box-sizing: border-box; }
h2.by { max-width: 980px; margin: 24px auto -16px; padding: 0 32px; font-size: 16px; border: 0; box-sizing: border-box; }
p, ul, ol, blockquote, table, pre, details { margin: 0 0 16px; }
ul, ol { padding-left: 2em; }
li + li { margin-top: .25em; }
a { color: #0969da; text-decoration: underline; text-underline-offset: .2rem; }
blockquote { padding: 0 1em; color: #59636e; border-left: .25em solid #d1d9e0; }
blockquote > :last-child { margin-bottom: 0; }
code { padding: .2em .4em; border-radius: 6px; background: #818b981f; font: 85% ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; white-space: break-spaces; }
pre { padding: 16px; overflow: auto; border-radius: 6px; background: #f6f8fa; font-size: 85%; line-height: 1.45; }
pre code { padding: 0; background: none; font-size: 100%; white-space: pre; }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; border-collapse: collapse; font-variant: tabular-nums; }
th { font-weight: 600; }
th, td { padding: 6px 13px; border: 1px solid #d1d9e0; }
tr { background: #fff; border-top: 1px solid #d1d9e0b3; }
tr:nth-child(2n) { background: #f6f8fa; }
summary { cursor: pointer; }
sub { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline; bottom: -.25em; }
hr { height: .25em; margin: 24px 0; border: 0; background: #d1d9e0; }
@media (max-width: 600px) { article { padding: 16px; border-width: 1px 0; border-radius: 0; } h1.page { padding: 0 16px; } }
`;

type HtmlExtension = NonNullable<Options["htmlExtensions"]>[number];
type Handle = NonNullable<NonNullable<HtmlExtension["exit"]>["htmlFlow"]>;
type Context = ThisParameterType<Handle>;

const allowed = /^<(?:\/?(?:details|summary|sub)|details open|br ?\/?)>$/i;
const comment = /<!--[\s\S]*?-->/g;

/** A Markdown text, and whose it is. */
export type Article = { by: string; markdown: string };

/**
 * A whole HTML page that shows Markdown texts as GitHub would, one below the other. Safe for hostile texts: of raw HTML
 * only `details`, `summary`, `sub` and `br` without attributes survive, and the page loads nothing and runs nothing, not
 * even from a link.
 */
export function githubPage(title: string, shown: readonly Article[]): string {
  const articles = shown.map(
    ({ by, markdown }) => `<h2 class="by">${escaped(by)}</h2>\n<article>\n${rendered(markdown)}\n</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1 class="page">${escaped(title)}</h1>
${articles.join("\n")}
</body>
</html>
`;
}

function rendered(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml(), limitedHtml] });
}

const limitedHtml: HtmlExtension = {
  enter: {
    htmlFlow() {
      this.lineEndingIfNeeded();
      this.buffer();
    },
    htmlText() {
      this.buffer();
    },
  },
  exit: { htmlFlow: writeLimited, htmlText: writeLimited },
};

/** Writes the tags that are allowed and, as text, those that are not; comments are dropped, as GitHub hides them. */
function writeLimited(this: Context, token: Parameters<Handle>[0]): undefined {
  this.resume();
  const parts = this.sliceSerialize(token)
    .replace(comment, "")
    .split(/(<[^<>]*>)/);
  this.raw(parts.map((part) => (allowed.test(part) ? part.toLowerCase() : escaped(part))).join(""));
}

function escaped(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
