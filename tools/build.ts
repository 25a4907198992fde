import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const built = join(root, "build");

/**
 * Builds dist/ from src/: TypeScript to build/, and that into one bundle. Compiling first keeps ncc's own TypeScript
 * loader out of it, which does not know the compiler's newest major.
 */
function build(): void {
  rmSync(built, { recursive: true, force: true });
  rmSync(dist, { recursive: true, force: true });
  run("tsc", "-p", "tsconfig.build.json");
  const stats = join(built, "stats.json");
  run(
    "ncc",
    "build",
    "build/main.js",
    "-o",
    "dist",
    "--license",
    "licenses.txt",
    "--target",
    "es2022",
    "--stats-out",
    stats,
  );
  checkModules();
  checkPackages(stats);
}

function run(command: string, ...args: string[]): void {
  const bin = join(root, "node_modules", ".bin", command);
  execFileSync(bin, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
}

/** ncc can end well with a bundle that throws at start. */
function checkModules(): void {
  for (const name of readdirSync(dist).filter((file) => file.endsWith(".js")))
    if (readFileSync(join(dist, name), "utf8").includes("webpackMissingModule"))
      throw new Error(`dist/${name} misses a module`);
}

const statsSchema = z.object({
  modules: z.array(
    z.object({ name: z.string(), modules: z.array(z.object({ name: z.string() })).optional() }),
  ),
});

/** A second copy of a package costs size and start-up, and ncc's list of licences can miss one. */
function checkPackages(stats: string): void {
  const { modules } = statsSchema.parse(JSON.parse(readFileSync(stats, "utf8")));
  const files = modules.flatMap((module) => [
    module.name,
    ...(module.modules ?? []).map((part) => part.name),
  ]);
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file);
    const [, folder, name] = match ?? [];
    if (folder !== undefined && name !== undefined)
      folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  const licences = readFileSync(join(dist, "licenses.txt"), "utf8").split("\n");
  for (const [name, copies] of folders) {
    if (name === "undici" && copies.size > 1) throw new Error(`dist/ holds ${copies.size} copies of undici`);
    if (!licences.includes(name)) throw new Error(`dist/licenses.txt misses ${name}`);
  }
  console.log(`dist/ holds ${[...folders.keys()].sort().join(", ")}`);
}

build();
