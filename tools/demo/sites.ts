import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "../../test/visitors/site-builder.ts";
import { renderSite } from "../../test/visitors/site-report.ts";
import { sites } from "../../test/visitors/sites.ts";
import { Browser } from "./browser.ts";
import { githubPage } from "./page.ts";

/** How a report is looked at: on a desk, on a phone, and in the dark. */
const views = [
  { view: "desktop", width: 1012, dark: false },
  { view: "phone", width: 390, dark: false },
  { view: "dark", width: 1012, dark: true },
] as const;

/**
 * Writes the reports of all made-up sites into a folder, to be read as their readers would: summary, comment and digest,
 * and the first two as a page of HTML and as pictures. Usage: `npm run sites -- [folder [part of a site's name]]`. Needs
 * Chromium; `CHROMIUM` names another program.
 */
async function writeSites(folder = "build/sites", part = ""): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await Browser.start(process.env["CHROMIUM"] ?? "chromium");
  try {
    for (const site of sites.filter(({ name }) => name.includes(part))) {
      const html = writeTexts(site, join(folder, site.name));
      for (const { view, width, dark } of views) {
        const picture = await browser.picture(html, { width, dark });
        writeFileSync(join(folder, `${site.name}-${view}.png`), picture);
      }
      console.log(join(folder, site.name));
    }
  } finally {
    await browser.close();
  }
}

function writeTexts(site: Site, path: string): string {
  const { summary, comment, digest } = renderSite(site);
  const posts = [comment, summary].map((markdown) => ({ by: "github-actions[bot]", markdown }));
  const html = githubPage({ title: "", caption: "", scenes: [{ title: "", caption: "", posts }] });
  writeFileSync(`${path}.md`, summary);
  writeFileSync(`${path}-comment.md`, comment);
  writeFileSync(`${path}.txt`, digest);
  writeFileSync(`${path}.html`, html);
  return html;
}

await writeSites(...process.argv.slice(2));
