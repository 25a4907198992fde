import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { githubPage } from "./page.ts";

/** The HTML of one text in the page. */
const shown = (markdown: string) =>
  githubPage("Title", [{ by: "octocat", markdown }]).match(
    /<article>\n([\s\S]*)\n<\/article>\n<\/body>/,
  )?.[1];

describe("the page", () => {
  it.each([
    ["**bold** `code`", "<p><strong>bold</strong> <code>code</code></p>"],
    ["<sub>small **x**</sub>", "<p><sub>small <strong>x</strong></sub></p>"],
    ["a<br>b<BR/>c", "<p>a<br>b<br/>c</p>"],
    [
      "<details>\n<summary>More &amp; more</summary>\n\n- x\n\n</details>",
      "<details>\n<summary>More &amp; more</summary>\n<ul>\n<li>x</li>\n</ul>\n</details>",
    ],
    ["<!-- docs-agent:v1 -->\n\ntext", "<p>text</p>"],
    ["x <!-- hidden --> y", "<p>x  y</p>"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["a <b onclick='x'>b</b>", "<p>a &lt;b onclick='x'&gt;b&lt;/b&gt;</p>"],
    ["<details onclick=x>", "&lt;details onclick=x&gt;"],
    ["<script>\nalert(1)\n</script>", "&lt;script&gt;\nalert(1)\n&lt;/script&gt;"],
    ["[x](javascript:alert(1))", '<p><a href="">x</a></p>'],
  ])("shows %j as GitHub would, or as text", (markdown, html) => {
    expect(shown(markdown)?.trim()).toBe(html);
  });

  it("has no tag of a stranger's making", () => {
    const tags =
      /^<\/?(?:a|p|br|code|pre|em|strong|del|sup|sub|h[1-6]|ul|ol|li|hr|blockquote|table|thead|tbody|tr|th|td|details|summary|section|img|input)\b/;
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [tag] of (shown(text) ?? "<none>").matchAll(/<[^>]*>/g)) {
          expect(tag).toMatch(tags);
          expect(tag).not.toMatch(/\s(?:on\w+|style)=|(?:href|src)="(?!https?:|mailto:|xmpp:|#|")[^"]*:/i);
        }
      }),
      runs(1000),
    );
  });

  it("escapes its title and names, and keeps several texts apart", () => {
    const html = githubPage("<script>&", [
      { by: "<b>octo", markdown: "one" },
      { by: "cat", markdown: "two" },
    ]);
    expect(html).toContain('<h2 class="by">&lt;b&gt;octo</h2>');
    expect(html).toContain("<title>&lt;script&gt;&amp;</title>");
    expect(html.match(/<article>/g)).toHaveLength(2);
  });
});
