import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderComment } from "../../src/visitors/tell/report.ts";
import { reportWith, rowOf } from "../../test/visitors/next-fixture.ts";
import { periodsOf } from "../../test/visitors/report-fixture.ts";
import { Browser } from "./browser.ts";
import { githubPage, type Scene } from "./page.ts";
import { commandAndReply, commentStates } from "./states.ts";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const docs = folder("docs");
const states = folder("build/comment-states");

/**
 * Makes the pictures of the documentation from the real renderers, and for developers a picture of the status comment in
 * every state: wide, at the width of a phone, and dark. Needs Chromium; `CHROMIUM` names another program.
 */
async function makePictures(): Promise<void> {
  const browser = await Browser.start(process.env["CHROMIUM"] ?? "chromium");
  const save = async (path: string, scenes: readonly Scene[], width: number, dark = false) => {
    const html = githubPage({ title: "", caption: "", scenes });
    writeFileSync(path, await browser.picture(html, { width, dark }));
    console.log(path);
  };
  try {
    await save(`${docs}status-comment.png`, [commandAndReply()], 840);
    await save(`${docs}status-comment-dark.png`, [commandAndReply()], 840, true);
    const report = [
      { title: "", caption: "", posts: [{ by: "github-actions[bot]", markdown: topOfReport() }] },
    ];
    await save(`${docs}report.png`, report, 840);
    await save(`${docs}report-dark.png`, report, 840, true);
    mkdirSync(states, { recursive: true });
    await save(`${states}wide.png`, commentStates(), 900);
    await save(`${states}phone.png`, commentStates(), 390);
    await save(`${states}dark.png`, commentStates(), 900, true);
  } finally {
    await browser.close();
  }
}

/**
 * What is read in ten seconds: the comment above the key figures. Of a whole week, as the recipe for every week reports it.
 */
function topOfReport(): string {
  const next = [rowOf["asked-unanswered"]];
  const markdown = renderComment(
    reportWith(next, { periods: periodsOf({ period: "last-week" }) }),
    "/docs-agent",
  );
  return markdown.slice(0, markdown.indexOf("\n\n|"));
}

await makePictures();
