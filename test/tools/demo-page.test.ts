import { describe, expect, it } from "vitest";
import { renderReport } from "../../src/visitors/tell/report.ts";
import { githubPage, type Post, type Scene } from "../../tools/demo/page.ts";
import { runPost } from "../../tools/demo/run-post.ts";
import { reportOf } from "../visitors/report-fixture.ts";

const pageOf = (posts: readonly Post[], targets?: ReadonlyMap<string, string>) =>
  githubPage({
    ...{
      title: "<script>&",
      caption: "a <b>",
      scenes: [{ title: "A scene", caption: "What it shows", posts }],
    },
    ...(targets === undefined ? {} : { targets }),
  });

/** The HTML of one text in the page. */
const shown = (markdown: string, targets?: ReadonlyMap<string, string>) =>
  pageOf([{ by: "octocat", markdown }], targets).match(
    /<article>\n([\s\S]*)\n<\/article>\n<\/div>/,
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
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["<details onclick=x>", "&lt;details onclick=x&gt;"],
    ["<script>\nalert(1)\n</script>", "&lt;script&gt;\nalert(1)\n&lt;/script&gt;"],
    ["[x](javascript:alert(1))", '<p><a href="">x</a></p>'],
  ])("shows %j as GitHub would, or as text", (markdown, html) => {
    expect(shown(markdown)?.trim()).toBe(html);
  });

  it("escapes its title, captions and names, and keeps several posts apart", () => {
    const html = pageOf([
      { by: "<b>octo", markdown: "one", reactions: ["👀", "<i>"], id: 'a"b' },
      { by: "cat", what: "opened", markdown: "two" },
    ]);
    expect(html).toContain('<div class="by"><b>&lt;b&gt;octo</b> commented</div>');
    expect(html).toContain('<div class="by"><b>cat</b> opened</div>');
    expect(html).toContain("<title>&lt;script&gt;&amp;</title>");
    expect(html).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
    expect(html).toContain('<p class="caption">a &lt;b&gt;</p>');
    expect(html).toContain('<p class="caption">What it shows</p>');
    expect(html).toContain("<span>👀 1</span><span>&lt;i&gt; 1</span>");
    expect(html).toContain('id="a&quot;b"');
    expect(html.match(/<article>/g)).toHaveLength(2);
  });

  it("leads links to their targets on the page, and leaves others alone", () => {
    const targets = new Map([["https://github.com/octo/docs/pull/1", "#pull-1"]]);
    expect(shown("[a](https://github.com/octo/docs/pull/1) [b](https://x.test/)", targets)).toBe(
      '<p><a href="#pull-1">a</a> <a href="https://x.test/">b</a></p>',
    );
  });

  it("shows mentions in bold, but not in code and links", () => {
    expect(shown("@a, `@b` [@c](https://x.test/) d@e @\u200bf")).toBe(
      '<p><strong>@a</strong>, <code>@b</code> <a href="https://x.test/">@c</a> d@e @\u200bf</p>',
    );
  });

  it("lists its scenes if several have a title, with links to them", () => {
    const scene = { title: "A <b>", caption: "", posts: [] };
    const page = (scenes: Scene[]) => githubPage({ title: "", caption: "", scenes });
    const html = page([scene, { ...scene, title: "" }, { ...scene, title: "C" }]);
    expect(html).toContain(
      '<li><a href="#scene-1">A &lt;b&gt;</a></li>\n<li><a href="#scene-3">C</a></li>',
    );
    expect(html).toMatch(/<section class="scene" id="scene-3">\n<h2>C<\/h2>/);
    expect(page([scene])).not.toContain("<li>");
  });

  it("draws the charts that it can draw if it is told to, and says who drew them", () => {
    const markdown = renderReport(reportOf());
    const drawn = (text: string, drawsCharts: boolean) => {
      const post = { by: "octocat", markdown: text };
      const scenes = [{ title: "", caption: "", posts: [post] }];
      return githubPage({ title: "", caption: "", scenes, drawsCharts });
    };
    const html = drawn(markdown, true);
    expect(html).toMatch(/<svg .*<polyline .*<\/svg>\n<figcaption>[^<]*Mermaid/s);
    expect(html).not.toContain("xychart-beta");
    expect(drawn(markdown, false)).toContain("xychart-beta");
    expect(drawn("```mermaid\npie\n```", true)).toContain("pie");
  });
});

it("the post of a run shows the log as GitHub does: secrets are masked, and commands carried out", () => {
  const stdout =
    "::add-mask::mint_secret\n::add-mask::ghs_token\n::group::Prompt\nmint_secret, ghs_token, ghs_token.\n::endgroup::\n::error title=Docs%3A a::b%0Ac mint_secret\n";
  const step = {
    exitCode: 1,
    signal: null,
    stdout,
    stderr: "",
    outputs: {},
    state: {},
    summary: "",
  };
  expect(runPost(step, "7", 2)).toEqual({
    ...{ by: "Run 7", what: "attempt 2, failed", id: "run-7-2" },
    markdown:
      "<details>\n<summary>Log</summary>\n\n```log\n▾ Prompt\n***, ***, ***.\nError: Docs: a: b\nc ***\n```\n\n</details>",
  });
});
