import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Browser } from "./browser.ts";
import { githubPage, type Scene } from "./page.ts";
import { hashesFile, pictureHashes, readmePictures } from "./readme-pictures.ts";
import { commentStates } from "./states.ts";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const docs = folder("docs");
const states = folder("build/comment-states");

/**
 * Makes the pictures of the documentation from the real renderers, and for developers a picture of the status comment in
 * every state: wide, at the width of a phone, and dark. Needs Chromium; `CHROMIUM` names another program.
 */
async function makePictures(): Promise<void> {
  const browser = await Browser.start(process.env["CHROMIUM"] ?? "chromium");
  const save = async (path: string, html: string, width: number, dark = false) => {
    writeFileSync(path, await browser.picture(html, { width, dark }));
    console.log(path);
  };
  const pageOf = (scenes: readonly Scene[]) => githubPage({ title: "", caption: "", scenes });
  try {
    for (const [name, html] of Object.entries(readmePictures())) {
      await save(`${docs}${name}.png`, html, 840);
      await save(`${docs}${name}-dark.png`, html, 840, true);
    }
    writeFileSync(hashesFile, `${JSON.stringify(pictureHashes(), null, 2)}\n`);
    mkdirSync(states, { recursive: true });
    await save(`${states}wide.png`, pageOf(commentStates()), 900);
    await save(`${states}phone.png`, pageOf(commentStates()), 390);
    await save(`${states}dark.png`, pageOf(commentStates()), 900, true);
  } finally {
    await browser.close();
  }
}

await makePictures();
