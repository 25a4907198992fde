import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { hashFile, sourceHash } from "./source-hash.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const built = join(root, "build");
/** What is not bundled, and its name in dist/. */
const entries = [
  ["main.js", "index.js"],
  ["post.js", "post.js"],
] as const;

/**
 * Builds dist/ from src/: tsc compiles to build/, and ncc bundles that. ncc's own TypeScript loader needs an API that
 * TypeScript 7 does not have. The bundle is that of src/process.ts; the entries that load it are copied beside it.
 */
function build(): void {
  rmSync(built, { recursive: true, force: true });
  run("tsc", "-p", "tsconfig.build.json");
  rmSync(dist, { recursive: true, force: true });
  const stats = join(built, "stats.json");
  run("ncc", "build", "build/process.js", "-o", "dist", "--target", "es2022", "--stats-out", stats);
  // ncc calls its output index.js, whatever it was made from.
  renameSync(join(dist, "index.js"), join(dist, "process.js"));
  for (const [from, to] of entries) copyFileSync(join(built, from), join(dist, to));
  checkModules();
  const packages = bundledPackages(stats);
  writeFileSync(join(dist, "licenses.txt"), packages.map(licence).join("\n\n"));
  writeFileSync(hashFile, `${sourceHash()}\n`);
  console.log(
    `dist/ holds ${packages.map(({ name, version }) => `${name} ${version}`).join(", ")}`,
  );
}

function run(command: string, ...args: string[]): void {
  const bin = join(root, "node_modules", ".bin", command);
  execFileSync(bin, args, {
    cwd: root,
    stdio: ["ignore", command === "tsc" ? "inherit" : "ignore", "inherit"],
  });
}

/** ncc may succeed although the bundle lacks a module and throws at start. */
function checkModules(): void {
  for (const name of readdirSync(dist).filter((file) => file.endsWith(".js")))
    if (readFileSync(join(dist, name), "utf8").includes("webpackMissingModule"))
      throw new Error(`dist/${name} misses a module`);
}

const part = z.object({ name: z.string() });
const statsSchema = z.object({
  modules: z.array(part.extend({ modules: z.array(part).optional() })),
});
const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });
type Package = z.infer<typeof packageSchema> & { folder: string };

/** Every package whose code is in the bundle. A second undici would add half a megabyte and slow the start. */
function bundledPackages(stats: string): Package[] {
  const { modules } = statsSchema.parse(JSON.parse(readFileSync(stats, "utf8")));
  const files = modules
    .flatMap((module) => [module, ...(module.modules ?? [])])
    .map(({ name }) => name);
  const folders = new Set(
    files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  const packages = [...folders].sort().map((folder) => {
    const path = join(root, folder);
    return {
      ...packageSchema.parse(JSON.parse(readFileSync(join(path, "package.json"), "utf8"))),
      folder: path,
    };
  });
  const copies = packages.filter(({ name }) => name === "undici").length;
  if (copies !== 1) throw new Error(`dist/ holds ${copies} copies of undici instead of one`);
  return packages;
}

/** The whole licence of a package. ncc's own list covers only the last chunk. */
function licence({ name, version, license, folder }: Package): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n${license}\n${readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()}\n`;
}

build();
