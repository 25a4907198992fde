import { micromark, type Options } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { drawChart } from "./chart.ts";

const style = `
:root { color-scheme: light dark; --page: #f6f8fa; --card: #fff; --head: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --link: #0969da; --code: #818b981f; }
@media (prefers-color-scheme: dark) { :root { --page: #010409; --card: #0d1117; --head: #151b23; --text: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --link: #4493f8; --code: #656c7633; } }
body { max-width: 980px; margin: 0 auto; padding: 24px 16px; background: var(--page); color: var(--text); font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"; overflow-wrap: break-word; }
.page-title { margin: 0 0 8px; font-size: 28px; }
.contents { max-width: 70ch; font-size: 16px; }
.caption + .scene, .contents + .scene, .scene + .scene { margin-top: 40px; }
.scene > h2 { margin: 0; font-size: 20px; }
.caption { margin: 4px 0 16px; max-width: 70ch; color: var(--quiet); font-size: 16px; }
.post + .post { margin-top: 16px; }
.post { border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.by { padding: 8px 16px; border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; background: var(--head); color: var(--quiet); }
.by b { color: var(--text); }
.reactions { padding: 0 16px 16px; }
.reactions span { display: inline-block; margin-right: 4px; padding: 0 8px; border: 1px solid var(--line); border-radius: 100px; line-height: 24px; }
article { padding: 16px; }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
article h1, article h2, article h3, article h4, article h5, article h6 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; }
article h1, article h2 { padding-bottom: .3em; border-bottom: 1px solid var(--line); }
article h1 { font-size: 2em; } article h2 { font-size: 1.5em; } article h3 { font-size: 1.25em; } article h4 { font-size: 1em; }
article p, article ul, article ol, article blockquote, article table, article pre, article details { margin: 0 0 16px; }
ul, ol { padding-left: 2em; }
li + li { margin-top: .25em; }
a { color: var(--link); text-decoration: underline; text-underline-offset: .2rem; }
blockquote { padding: 0 1em; color: var(--quiet); border-left: .25em solid var(--line); }
blockquote > :last-child { margin-bottom: 0; }
code { padding: .2em .4em; border-radius: 6px; background: var(--code); font: 85% ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; white-space: break-spaces; }
pre { padding: 16px; overflow: auto; border-radius: 6px; background: var(--code); font-size: 85%; line-height: 1.45; }
pre code { padding: 0; background: none; font-size: 100%; white-space: pre; }
pre .language-log { white-space: pre-wrap; }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; border-collapse: collapse; font-variant: tabular-nums; }
th { font-weight: 600; }
th, td { padding: 6px 13px; border: 1px solid var(--line); }
tr:nth-child(2n) { background: var(--head); }
summary { cursor: pointer; }
sub { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline; bottom: -.25em; }
.chart { margin: 0 0 16px; }
.chart svg { display: block; max-width: 100%; font-size: 14px; fill: currentColor; }
.chart .chart-title { font-size: 17px; }
.chart .chart-grid { stroke: var(--line); }
.chart polyline { fill: none; stroke-width: 2; }
@media (max-width: 480px) { .chart svg { font-size: 17px; } .chart .chart-title { font-size: 20px; } }
.chart figcaption { color: var(--quiet); font-size: 12px; }
hr { height: .25em; margin: 24px 0; border: 0; background: var(--line); }
`;

type HtmlExtension = NonNullable<Options["htmlExtensions"]>[number];
type Handle = NonNullable<NonNullable<HtmlExtension["exit"]>["htmlFlow"]>;
type Context = ThisParameterType<Handle>;

const allowed = /^<(?:\/?(?:details|summary|sub)|details open|br ?\/?)>$/i;
const comment = /<!--[\s\S]*?-->/g;

/** A Markdown text as GitHub shows it: a comment, or something else that says what it is. */
export type Post = {
  by: string;
  /** What follows the name: `commented` unless given. */
  what?: string;
  markdown: string;
  /** Emoji. */
  reactions?: readonly string[];
  /** The target of links within the page. */
  id?: string;
};

/** Posts that show one thing, with a caption that says what. */
export type Scene = { title: string; caption: string; posts: readonly Post[] };

/** What the page is made from. */
export type Page = {
  /** Shown unless empty. */
  title: string;
  caption: string;
  scenes: readonly Scene[];
  /** Where a link leads instead, such as `#run-1`. */
  targets?: ReadonlyMap<string, string>;
  /** Draws the report's charts, which stay their Mermaid source unless given. */
  drawsCharts?: boolean;
};

/**
 * A whole HTML page that shows Markdown texts as GitHub would, one below the other, under a list of its scenes if several
 * have a title. Safe for hostile texts: of raw HTML
 * only `details`, `summary`, `sub` and `br` without attributes survive, and the page loads nothing and runs nothing, not
 * even from a link.
 */
export function githubPage({
  title,
  caption,
  scenes,
  targets = new Map(),
  drawsCharts = false,
}: Page): string {
  const heading = title === "" ? "" : `<h1 class="page-title">${escaped(title)}</h1>\n`;
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
${heading}${captionHtml(caption)}${contentsHtml(scenes)}
${scenes.map((scene, index) => sceneHtml(scene, index, { targets, drawsCharts })).join("\n")}
</body>
</html>
`;
}

/** How the posts are shown. */
type Look = { targets: ReadonlyMap<string, string>; drawsCharts: boolean };

function contentsHtml(scenes: readonly Scene[]): string {
  const items = scenes.flatMap(({ title }, index) =>
    title === "" ? [] : [`<li><a href="#${sceneId(index)}">${escaped(title)}</a></li>`],
  );
  return items.length < 2 ? "" : `\n<ol class="contents">\n${items.join("\n")}\n</ol>`;
}

function sceneId(index: number): string {
  return `scene-${index + 1}`;
}

function sceneHtml({ title, caption, posts }: Scene, index: number, look: Look): string {
  const heading = title === "" ? "" : `<h2>${escaped(title)}</h2>\n`;
  const shown = posts.map((post) => postHtml(post, look)).join("\n");
  return `<section class="scene" id="${sceneId(index)}">\n${heading}${captionHtml(caption)}\n${shown}\n</section>`;
}

function captionHtml(caption: string): string {
  return caption === "" ? "" : `<p class="caption">${escaped(caption)}</p>`;
}

function postHtml(
  { by, what = "commented", markdown, reactions = [], id }: Post,
  { targets, drawsCharts }: Look,
): string {
  const anchor = id === undefined ? "" : ` id="${escaped(id)}"`;
  const pills = reactions.map((emoji) => `<span>${escaped(emoji)} 1</span>`).join("");
  const html = withMentions(retargeted(rendered(markdown), targets));
  return `<div class="post"${anchor}>
<div class="by"><b>${escaped(by)}</b> ${escaped(what)}</div>
<article>
${drawsCharts ? withCharts(html) : html}
</article>${pills === "" ? "" : `\n<div class="reactions">${pills}</div>`}
</div>`;
}

function rendered(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml(), limitedHtml] });
}

function retargeted(html: string, targets: ReadonlyMap<string, string>): string {
  return html.replace(/ href="([^"]*)"/g, (whole, address: string) => {
    const target = targets.get(address);
    return target === undefined ? whole : ` href="${escaped(target)}"`;
  });
}

/** Mentions in bold, as GitHub shows those that notify. It leaves code and links alone. */
function withMentions(html: string): string {
  let inside = 0;
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (/^<(?:code|a)\b/.test(part)) inside++;
      else if (/^<\/(?:code|a)>/.test(part)) inside--;
      else if (inside === 0 && !part.startsWith("<"))
        return part.replace(/(?<![\w@/.])@[a-z\d][a-z\d-]*/gi, "<strong>$&</strong>");
      return part;
    })
    .join("");
}

/** Draws the charts that it can draw; others stay their source. */
function withCharts(html: string): string {
  return html.replace(
    /<pre><code class="language-mermaid">([^<]*)<\/code><\/pre>/g,
    (whole, source: string) => {
      const svg = drawChart(unescaped(source));
      if (svg === undefined) return whole;
      const caption =
        "Drawn by this page from the figures in the report. On GitHub, Mermaid draws it.";
      return `<figure class="chart">\n${svg}\n<figcaption>${caption}</figcaption>\n</figure>`;
    },
  );
}

function unescaped(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
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
