import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Builds dist/ from src/: TypeScript to build/, and that into one bundle. Compiling first keeps ncc's own TypeScript
 * loader out of it, which does not know the compiler's newest major.
 */
function build(): void {
  const root = join(import.meta.dirname, "..");
  const run = (command: string, ...args: string[]) =>
    execFileSync(join(root, "node_modules", ".bin", command), args, {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
  rmSync(join(root, "build"), { recursive: true, force: true });
  rmSync(join(root, "dist"), { recursive: true, force: true });
  run("tsc", "-p", "tsconfig.build.json");
  run("ncc", "build", "build/main.js", "-o", "dist", "--license", "licenses.txt", "--target", "es2022");
  check(join(root, "dist"));
}

/** ncc can end well with a bundle that throws at start, or with two copies of a package in it. */
function check(dist: string): void {
  const bundle = readdirSync(dist)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(dist, name), "utf8"))
    .join("\n");
  if (bundle.includes("webpackMissingModule")) throw new Error("dist/ misses a module");
  const copies = bundle.match(/class EnvHttpProxyAgent /g)?.length ?? 0;
  if (copies !== 1) throw new Error(`dist/ holds ${copies} copies of undici instead of one`);
}

build();
