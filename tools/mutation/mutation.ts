import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parts } from "./parts.ts";
import { mutantsOf, reportSchema } from "./report.ts";
import { survivors } from "./survivors/survivors.ts";

const here = import.meta.dirname;
const root = join(here, "..", "..");
const work = join(here, ".stryker");

/** Stryker's settings for files of one part; paths are of the project's root. */
function settings(part: string, files: string) {
  const folder = "tools/mutation/.stryker";
  return {
    mutate: [files, "!src/**/*.d.ts"],
    testRunner: "vitest",
    plugins: [join(here, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 2,
    // A busy machine must not pass for a test that noticed.
    timeoutMS: 20_000,
    timeoutFactor: 2,
    // Stryker reads the settings of TypeScript with an older one than ours; nothing here needs them moved.
    tsconfigFile: "none.json",
    tempDirName: `${folder}/${part}`,
    ignorePatterns: ["/coverage", "/build", "/dist", "/docs"],
    incremental: true,
    incrementalFile: `${folder}/${part}.incremental.json`,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: `${folder}/${part}.json` },
    allowEmpty: false,
  };
}

/** Has what nothing noticed tried again, as Stryker does not see that a new test loads a mutated constant. */
function forgetSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const report = z
    .looseObject({ files: z.record(z.string(), z.looseObject({ mutants: z.array(z.looseObject({})) })) })
    .parse(JSON.parse(readFileSync(file, "utf8")));
  for (const of of Object.values(report.files))
    of.mutants = of.mutants.filter(({ status }) => status === "Killed" || status === "Timeout");
  writeFileSync(file, JSON.stringify(report));
}

/** Mutates files of one part and says what nothing noticed. Gives back whether all of that is explained. */
function mutate(part: string, files: string): boolean {
  const stryker = join(here, "node_modules/.bin/stryker");
  if (!existsSync(stryker)) throw new Error("Stryker is missing: npm ci --prefix tools/mutation");
  mkdirSync(work, { recursive: true });
  const config = join(work, `${part}.config.json`);
  writeFileSync(config, JSON.stringify(settings(part, files)));
  forgetSurvivors(join(work, `${part}.incremental.json`));
  // Far from UTC, as a test that runs in a thread cannot go there by itself.
  const env = { ...process.env, MUTATED_PART: part, TZ: "America/New_York" };
  const { status } = spawnSync(process.execPath, [stryker, "run", config], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  if (status !== 0) return false;
  return told(part);
}

/** Compares the report of a part with the survivors that are explained. */
function told(part: string): boolean {
  const report = reportSchema.parse(JSON.parse(readFileSync(join(work, `${part}.json`), "utf8")));
  const mutants = mutantsOf(report);
  const explained = survivors
    .flatMap(({ mutants }) => mutants)
    .filter((name) => name.startsWith(`src/${part}/`));
  const unnoticed = mutants.filter(({ noticed }) => !noticed);
  // Mutants of one name are told apart by how many there are.
  const left = [...explained];
  const open = unnoticed.filter(({ name }) => {
    const at = left.indexOf(name);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  for (const { name, line } of open) console.log(`Survives, line ${line} of ${name}`);
  for (const name of left) console.log(`No longer survives: ${name}`);
  const noticed = mutants.length - unnoticed.length;
  const share = ((100 * noticed) / mutants.length).toFixed(1);
  console.log(
    `src/${part}: ${noticed} of ${mutants.length} mutants noticed (${share}%), ${unnoticed.length - open.length} explained, ${open.length} open`,
  );
  return open.length === 0;
}

/** The part and the files that a word of the command line names: `src/text`, or `src/text/link.ts`. */
function named(word: string): { part: string; files: string } {
  const [, part = "", file] = /^(?:src\/)?(\w+)(?:\/([\w-]+\.ts))?\/?$/.exec(word) ?? [];
  if (!Object.hasOwn(parts, part))
    throw new Error(`${word} is none of src/${Object.keys(parts).join(", src/")}`);
  return { part, files: `src/${part}/${file ?? "*.ts"}` };
}

if (import.meta.main) {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
  const chosen = (words.length > 0 ? words : Object.keys(parts)).map(named);
  const results = process.argv.includes("--report")
    ? chosen.map(({ part }) => told(part))
    : chosen.map(({ part, files }) => mutate(part, files));
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
