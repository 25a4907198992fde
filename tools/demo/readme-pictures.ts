import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { renderComment } from "../../src/visitors/tell/report.ts";
import { reportWith, rowOf } from "../../test/visitors/next-fixture.ts";
import { periodsOf } from "../../test/visitors/report-fixture.ts";
import { githubPage, type Scene } from "./page.ts";
import { commandAndReply } from "./states.ts";

/** Where `npm run pictures` keeps the hash of each page that it took a picture of. */
export const hashesFile = fileURLToPath(new URL("../../docs/pictures.json", import.meta.url));

/** The pages that the README shows as pictures, by the names of these. */
export function readmePictures(): Record<string, string> {
  const pageOf = (scene: Scene) => githubPage({ title: "", caption: "", scenes: [scene] });
  const posts = [{ by: "github-actions[bot]", markdown: topOfReport() }];
  return {
    "status-comment": pageOf(commandAndReply()),
    report: pageOf({ title: "", caption: "", posts }),
  };
}

/** The hash of each of these pages. A picture whose hash differs from the one that was kept is older than what it shows. */
export function pictureHashes(): Record<string, string> {
  const pages = Object.entries(readmePictures());
  const hashOf = (html: string) => createHash("sha256").update(html).digest("hex");
  return Object.fromEntries(pages.map(([name, html]) => [name, hashOf(html)]));
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
