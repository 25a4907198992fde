import { expect, it } from "vitest";
import { toCsv, toJson } from "../../src/visitors/tell/files.ts";
import { renderSite } from "./site-report.ts";
import { sites } from "./sites.ts";

it("each digest says what its reader should learn", async () => {
  const texts = sites.map((site) => `${site.name}: ${site.lesson}\n\n${renderSite(site).digest}\n`);
  await expect(texts.join("\n---\n\n")).toMatchFileSnapshot("digests.txt.snap");
});

it.each(sites.map((site) => ({ site })))(
  "no figure of $site.name is one of a computer",
  ({ site }) => {
    const { summary, comment, digest } = renderSite(site);
    for (const text of [summary, comment, digest])
      expect(text).not.toMatch(
        /NaN|Infinity|undefined|\bnull\b|(?<!\w)-0\b|\(\)|\+0%|−0%|\d{3}\.\d/,
      );
    expect(digest.split("\n").length).toBeLessThanOrEqual(3);
    expect(comment.length).toBeLessThanOrEqual(6000);
  },
);

it("a mail address and a token in a query are in no text and no file", () => {
  const texts = sites
    .filter(({ name }) => name === "spellings")
    .flatMap((site) => {
      const { report, summary, comment, digest } = renderSite(site);
      return [summary, comment, digest, toCsv(report), toJson(report)];
    });
  expect(texts.join("\n")).not.toMatch(
    /jane|joe|example\.com\b(?!\/)|token|eyJ|utm_|newsletter|#install/,
  );
  expect(texts.join("\n")).toContain("/login");
});
