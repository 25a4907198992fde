import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownJobs, parseWorkflow } from "../test/workflow-file.ts";

// Runs shellcheck over every script of the project: those in workflows and examples, and the files.

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Every script, with the name of the file and of the step that it is in. */
function listScripts(): { name: string; script: string }[] {
  const inWorkflows = globSync(["{.github/workflows,examples}/*.yml"], { cwd: root }).flatMap(
    (path) =>
      ownJobs(parseWorkflow(read(path))).flatMap(({ steps }) =>
        steps.flatMap(({ name = "", run }) =>
          run === undefined ? [] : [{ name: `${path}: ${name}`, script: run }],
        ),
      ),
  );
  const files = globSync([".ci/run", "tools/*.sh"], { cwd: root });
  return [...inWorkflows, ...files.map((path) => ({ name: path, script: read(path) }))];
}

for (const { name, script } of listScripts()) {
  const { status, stdout, error } = spawnSync("shellcheck", ["--shell=bash", "-"], {
    input: script,
    encoding: "utf8",
  });
  if (error !== undefined) {
    console.error(
      `shellcheck cannot be started (${error.message}). Install it: https://www.shellcheck.net`,
    );
    process.exit(2);
  }
  console.log(`${status === 0 ? "ok    " : "failed"}  ${name}`);
  if (status === 0) continue;
  console.log(stdout);
  process.exitCode = 1;
}
