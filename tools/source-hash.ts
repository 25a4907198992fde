import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Where `dist/` keeps the hash of the `src/` that it was built from. */
export const hashFile = join(root, "dist", "source.sha256");

/** A hash of every file in `src/`, whatever the system that checked it out. */
export function sourceHash(): string {
  const hash = createHash("sha256");
  const names = globSync("**/*.ts", { cwd: join(root, "src") }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  for (const name of names.sort()) {
    const text = readFileSync(join(root, "src", name), "utf8").replaceAll("\r\n", "\n");
    hash.update(JSON.stringify([name, text]));
  }
  return hash.digest("hex");
}
