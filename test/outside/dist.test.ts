import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashFile, sourceHash } from "../../tools/source-hash.ts";

test("dist/ is built from src/ as it is", () => {
  const builtFrom = existsSync(hashFile) ? readFileSync(hashFile, "utf8").trim() : "";
  expect(builtFrom, "dist/ was built from another src/: run `npm run build`").toBe(sourceHash());
});
