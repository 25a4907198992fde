import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import type { Row } from "./row.ts";

/** The size of what every run downloads: `git archive HEAD | gzip -9`. */
export function measureArchive(): Row[] {
  const tar = execFileSync("git", ["archive", "HEAD"], { maxBuffer: 1024 ** 3 });
  const kib = gzipSync(tar, { level: 9 }).length / 1024;
  return [
    {
      what: "archive that every run downloads",
      goal: "below 440 KiB",
      action: `${kib.toFixed(0)} KiB`,
      fetch: "–",
      shell: "–",
    },
  ];
}
