import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { parseWorkflow } from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");

/** Does with the repository at hand what GitHub does with its own. */
const fakeGh = `#!/usr/bin/env bash
set -eu
[ -z "\${GH_REFUSES-}" ] || { echo "gh: $GH_REFUSES" >&2; exit 1; }
case "$*" in
  "api --method PATCH repos/octo/site/git/refs/tags/"*" -f sha="*" -F force=true")
    git show-ref --quiet --verify "refs/\${4#*/refs/}" && git update-ref "refs/\${4#*/refs/}" "\${6#sha=}" ;;
  "api --method POST repos/octo/site/git/refs -f ref=refs/tags/"*" -f sha="*)
    git update-ref "\${6#ref=}" "\${8#sha=}" "" ;;
  "release "*) echo "$*" ;;
  *) echo "gh: not expected: $*" >&2; exit 1 ;;
esac
`;

const folder = mkdtempSync(join(tmpdir(), "docs-agent-release-"));
const env = {
  PATH: `${folder}:${process.env["PATH"]}`,
  GITHUB_REPOSITORY: "octo/site",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Octo",
  GIT_AUTHOR_EMAIL: "octo@example.com",
  GIT_COMMITTER_NAME: "Octo",
  GIT_COMMITTER_EMAIL: "octo@example.com",
};
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();
const commitOf = (tag: string) => git("rev-parse", `${tag}^{commit}`);

function run(script: string, argument: string, cwd = folder, more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("bash", [join(root, "tools", script), argument], {
    cwd,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

/** A repository with these releases, a commit for each. */
function release(tags: readonly string[], annotated = false): void {
  for (const tag of tags) {
    git("commit", "--quiet", "--allow-empty", "--message", tag);
    git("tag", ...(annotated ? ["--annotate", "--message", tag] : []), tag);
  }
}

beforeAll(() => {
  writeFileSync(join(folder, "gh"), fakeGh);
  chmodSync(join(folder, "gh"), 0o755);
  git("init", "--quiet");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("tools/major-tag.sh", () => {
  // In the order in which they are published, in one repository.
  it.each([
    ["v1.2.0", "v1 moves to v1.2.0."],
    ["v1.3.0-rc.1", "::notice::v1 stays where it is: v1.3.0-rc.1 is a pre-release."],
    ["v1.3.0", "v1 moves to v1.3.0."],
    ["v1.2.1", "::notice::v1 stays where it is: v1.3.0 is newer than v1.2.1."],
    ["v1.10.0", "v1 moves to v1.10.0."],
    ["v1.9.0", "::notice::v1 stays where it is: v1.10.0 is newer than v1.9.0."],
    ["v2.0.0-beta.1", "::notice::v2 stays where it is: v2.0.0-beta.1 is a pre-release."],
    ["v2.0.0", "v2 moves to v2.0.0."],
    ["v10.0.0", "v10 moves to v10.0.0."],
    ["v1.11.0", "v1 moves to v1.11.0."],
  ])("after %s says: %s", (tag, said) => {
    release([tag]);
    const major = tag.split(".")[0] ?? "";
    const places = () => git("show-ref", "--tags").split("\n");
    const before = places();

    const { status, stdout } = run("major-tag.sh", tag);

    expect({ status, stdout }).toEqual({ status: 0, stdout: said });
    if (said.includes("moves")) expect(commitOf(major)).toBe(commitOf(tag));
    else expect(places()).toEqual(before);
  });

  it("moves to the commit of an annotated tag, not to the tag", () => {
    release(["v3.0.0"], true);
    expect(run("major-tag.sh", "v3.0.0").status).toBe(0);
    expect(git("rev-parse", "v3")).toBe(commitOf("v3.0.0"));
    expect(git("rev-parse", "v3")).not.toBe(git("rev-parse", "v3.0.0"));
  });

  it.each(["v4.0.0", "v4.1.0"])("fails when GitHub refuses to move it, at %s", (tag) => {
    release([tag]);
    const { status, stdout, stderr } = run("major-tag.sh", tag, folder, { GH_REFUSES: "HTTP 403" });
    expect(status).not.toBe(0);
    expect(stderr).toBe("gh: HTTP 403");
    expect(stdout).toBe("");
    // The first tag of a major is made, a later one is moved.
    expect(run("major-tag.sh", tag).stdout).toBe(`v4 moves to ${tag}.`);
  });

  it("fails for a tag that does not exist", () => {
    expect(run("major-tag.sh", "v1.99.0")).toMatchObject({
      status: 1,
      stdout: "::error::There is no tag v1.99.0.",
    });
  });
});

describe("the release workflow", () => {
  const { jobs } = parseWorkflow(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  /** Runs the script of the step in the repository, whose changelog has two releases. */
  function runStep(name: RegExp, more: Record<string, string>) {
    const script = steps.find((step) => name.test(step.name ?? ""))?.run ?? "";
    const section = (version: string) =>
      `## [${version}]\n\n### Fixed\n\n- Something in v${version}.\n`;
    writeFileSync(
      join(folder, "CHANGELOG.md"),
      ["Unreleased", "1.2.3", "1.2.3-rc.1"].map(section).join("\n"),
    );
    symlinkSync(join(root, "tools"), join(folder, "tools"));
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--noprofile", "--norc", "-e", "-c", script],
      {
        cwd: folder,
        env: { ...env, ...more },
        encoding: "utf8",
      },
    );
    unlinkSync(join(folder, "tools"));
    return { status, stdout, stderr };
  }

  it.each([
    ["v1.2.3", ""],
    ["v1.2.3-rc.1", "--prerelease "],
  ])(
    "publishes %s with its section of the changelog, as a pre-release if it is one",
    (tag, flag) => {
      const { status, stdout, stderr } = runStep(/^Publish$/, {
        GITHUB_REF_NAME: tag,
        RUNNER_TEMP: folder,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout.split("\n")).toEqual([
        `release create ${tag} --verify-tag --draft --notes-file ${folder}/notes.md ${flag}docs-agent-${tag}.tar.gz`,
        `release edit ${tag} --draft=false`,
        "",
      ]);
      const notes = readFileSync(join(folder, "notes.md"), "utf8");
      const pin = `- uses: octo/site@${git("rev-parse", "HEAD")} # ${tag}`;
      const copy = `To pin this release, copy this line:\n\n\`\`\`yaml\n${pin}\n\`\`\``;
      expect(notes.trim()).toBe(`### Fixed\n\n- Something in ${tag}.\n\n${copy}`);
    },
  );

  describe("goes on only", () => {
    // Two commits, and a third that is on no branch.
    beforeAll(() => release(["older", "newest", "unmerged"]));

    it.each<[string, string, string, number, string, string?]>([
      ["of a commit on main", "older", "octo/site", 0, "- Something in v1.2.3."],
      ["of the newest on main, too", "newest", "octo/site", 0, "- Something in v1.2.3."],
      ["of what is merged", "unmerged", "octo/site", 1, "::error::v1.2.3 is not on main."],
      [
        "where package.json names this repository",
        "older",
        "OWNER/docs-agent",
        1,
        "Write github:octo/site and",
      ],
      [
        "where package.json has the version of the tag",
        "older",
        "octo/site",
        1,
        "package.json has the version 1.2.4.",
        "1.2.4",
      ],
    ])("%s", (_, tag, repository, status, said, version = "1.2.3") => {
      git("update-ref", "refs/remotes/origin/main", commitOf("newest"));
      const ofPackage = { version, repository: `github:${repository}` };
      writeFileSync(join(folder, "package.json"), JSON.stringify(ofPackage));
      const checked = runStep(/^Check that the tag/, {
        GITHUB_REF_NAME: "v1.2.3",
        GITHUB_SHA: commitOf(tag),
      });
      expect(checked).toMatchObject({ status, stdout: expect.stringContaining(said) });
    });
  });
});

describe("CHANGELOG.md", () => {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

  it("has a section for the version in package.json, which becomes the notes of its release", () => {
    const { status, stdout } = run("release-notes.sh", version, root);
    expect(status).toBe(0);
    const [section = "", pin] = stdout.split("\n\nTo pin this release");
    expect(pin).toBeDefined();
    expect(changelog).toContain(section);
    expect(stdout).toMatch(/^### Added$/m);
    expect(stdout).not.toMatch(/^## |^\[/m);
  });

  it("has the newest version first, below what is unreleased", () => {
    const titles = [...changelog.matchAll(/^## (.*)$/gm)].map(([, title = ""]) => title);
    if (titles[0] === "[Unreleased]") titles.shift();
    expect(titles[0]?.startsWith(`[${version}] - `)).toBe(true);
    for (const title of titles)
      expect(title).toMatch(/^\[\d+\.\d+\.\d+[\w.-]*\] - \d{4}-\d\d-\d\d$/);
  });

  it("fails the release of a version that it does not name", () => {
    for (const other of ["0.0.1", version.slice(0, -1), "Unreleased-1"])
      expect(run("release-notes.sh", other, root)).toEqual({
        status: 1,
        stdout: `::error::CHANGELOG.md has no section ## [${other}].`,
        stderr: "",
      });
  });
});
