import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashFile, sourceHash } from "../../tools/source-hash.ts";

// While src/ is worked on, this is a warning. CI builds dist/ again and compares.
test("dist/ is built from src/ as it is", ({ skip }) => {
  const builtFrom = existsSync(hashFile) ? readFileSync(hashFile, "utf8").trim() : "";
  const warning = "dist/ was built from another src/: run `npm run build` before you commit";
  const isStale = builtFrom !== sourceHash();
  if (isStale && process.env["CI"] === undefined) {
    console.warn(warning);
    skip(warning);
  }
  expect(isStale, warning).toBe(false);
});
