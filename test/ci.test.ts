import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ownJobs, parseWorkflow } from "./workflow-file.ts";

// The checks of CI and of a release, with npm and git in the place of the real ones: each has to be red where it should.

const root = join(import.meta.dirname, "..");
const file = (path: string) => readFileSync(join(root, path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "docs-agent-ci-"));
const fakes = {
  npm: `case " $* " in *" \${REFUSED:-none} "*) exit 1 ;; esac`,
  git: `echo "\${CHANGED-}"`,
  shellcheck: `cat > /dev/null; exit "\${FOUND-0}"`,
};
beforeAll(() => {
  for (const [name, script] of Object.entries(fakes)) {
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function statusOf(
  args: readonly string[],
  env: Record<string, string>,
  program = "bash",
): number | null {
  const PATH = `${folder}:${process.env["PATH"]}`;
  return spawnSync(program, args, { cwd: root, env: { PATH, ...env } }).status;
}

/** The script of a workflow's step, as the runner starts it. */
function stepOf(workflow: string, name: RegExp): string[] {
  const jobs = ownJobs(parseWorkflow(file(`.github/workflows/${workflow}.yml`)));
  const steps = jobs.flatMap(({ steps }) => steps);
  const step = steps.find((one) => name.test(one.name ?? ""));
  return ["-e", "-c", step?.run ?? "exit 99"];
}

describe("what src/ builds to is compared with dist/, and red where it differs or does not build", () => {
  it.each([
    [".ci/run", [".ci/run"]],
    ["ci.yml", stepOf("ci", /^Compare dist/)],
    ["release.yml", stepOf("release", /^Compare dist/)],
  ])("by %s", (_, script) => {
    expect(statusOf(script, {})).toBe(0);
    expect(statusOf(script, { CHANGED: " M dist/process.js" })).toBe(1);
    expect(statusOf(script, { REFUSED: "build" })).toBe(1);
  });

  it("only after the tests", () => {
    expect(statusOf([".ci/run"], { REFUSED: "cit" })).toBe(1);
  });
});

it.each([
  ["success success success", 0],
  ["success failure success", 1],
  ["success success cancelled", 1],
  ["skipped success success", 1],
])("the gate of CI, after %s, ends with %i", (results, status) => {
  expect(statusOf(stepOf("ci", /^Fail unless/), { RESULTS: results })).toBe(status);
});

it.each(["0", "1"])("npm run shellcheck ends with what shellcheck finds: %s", (found) => {
  const script = ["tools/shellcheck.ts"];
  expect(statusOf(script, { FOUND: found }, process.execPath)).toBe(Number(found));
});

describe("package.json", () => {
  const { scripts, ...packages } = z
    .object({
      scripts: z.record(z.string(), z.string()),
      ...{ dependencies: z.record(z.string(), z.string()) },
      ...{ devDependencies: z.record(z.string(), z.string()) },
      ...{ optionalDependencies: z.record(z.string(), z.string()) },
    })
    .parse(JSON.parse(file("package.json")));

  it("checks Node.js, style, types and everything else in npm test", () => {
    expect(scripts).toMatchObject({
      pretest: "node tools/require-node.js",
      test: ["lint", "typecheck", "test:unit"].map((name) => `node --run ${name}`).join(" && "),
      lint: "biome check --error-on-warnings .",
      typecheck: "tsc",
      "test:unit": "vitest run",
      "test:long": "TEST_RUNS=1 vitest run --coverage",
    });
  });

  it("names one version of each package", () => {
    const versions = Object.values(packages).flatMap(Object.entries);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });
});

it("dist/ holds one version of each package: a second undici would have its own proxy and limits", () => {
  const names = Array.from(
    file("dist/licenses.txt").matchAll(/^(@?[a-z][\w@/.-]*) \d+\.\d+\.\d+$/gm),
    ([, name]) => name,
  );
  expect(names).toContain("undici");
  expect(new Set(names).size).toBe(names.length);
});

it("the archive that a runner downloads holds what runs, and its licence", () => {
  const leftOut = file(".gitattributes").match(/^\/\S+(?= export-ignore$)/gm) ?? [];
  expect(leftOut).toContain("/src");
  for (const path of ["/dist", "/action.yml", "/LICENSE"]) expect(leftOut).not.toContain(path);
});

it("every file has an owner, who is asked to review its changes", () => {
  expect(file(".github/CODEOWNERS")).toMatch(/^\* @\S+$/m);
});
