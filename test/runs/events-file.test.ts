import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { payloads } from "../github/payloads.ts";
import { type EventResult, runEvent } from "./events-harness.ts";

const command = JSON.stringify(payloads["issue_comment"]);
const utf16 = Buffer.from(`\ufeff${command}`, "utf16le");

/** What programs see of a step. */
function resultWithoutJob({ exitCode, requests, outputs }: EventResult): unknown {
  const { result, reason } = outputs;
  return { exitCode, requests, result, reason };
}

describe("an event file that holds no event", () => {
  const files: [string, string | Uint8Array | undefined][] = [
    ["is missing", undefined],
    ["is empty", ""],
    ["is blank", " \n"],
    ["is no JSON", "/docs-agent Document it"],
    ["ends in the middle", command.slice(0, -1)],
    ["goes on behind the end", `${command}${command}`],
    ["begins with a byte order mark", `\ufeff${command}`],
    ["is in UTF-16", utf16],
    ["is in UTF-16, the other way round", Buffer.from(utf16).swap16()],
    ["is full of null bytes", new Uint8Array(1000)],
    ...["null", "true", "7", '"/docs-agent Document it"', "[]", `[${command}]`, "{}"].map(
      (json): [string, string] => [`is ${json.slice(0, 10)}`, json],
    ),
  ];

  const skipped = { exitCode: 0, requests: [], result: "skipped", reason: "not-created" };

  test.each(files)("because it %s leads to nothing", async (_, file) => {
    for (const name of ["issue_comment", "pull_request_review", "issues", "pull_request_target"])
      expect(resultWithoutJob(await runEvent({ name, file }))).toEqual(skipped);
    // There the missing prompt is what is wrong, not the file.
    expect(resultWithoutJob(await runEvent({ name: "push", file }))).toMatchObject({
      exitCode: 1,
      reason: "input",
    });
  });

  test("is a warning of one line without a workflow command", async () => {
    const { stdout } = await runEvent({ name: "issue_comment", file: "/docs-agent\n::set-env name=A::b" });
    const warning = /^::warning title=Event not read::(.*)$/m.exec(stdout)?.[1];
    expect(warning).toMatch(/^The run continues without the event's text and thread: .*not valid JSON/);
    expect(stdout).not.toMatch(/^::set-env/m);
    const { stdout: missing } = await runEvent({ name: "issue_comment", file: undefined });
    expect(missing).toMatch(/^::warning title=Event not read::.*thread: ENOENT/m);
    const unnamed = { name: "issue_comment", file: undefined, env: { GITHUB_EVENT_PATH: "" } };
    expect((await runEvent(unnamed)).stdout).not.toContain("Event not read");
  });

  test.each([
    ["is not named", ""],
    ["is a folder", tmpdir()],
  ])("is skipped when it %s", async (_, path) => {
    const step = { name: "issue_comment", file: command, env: { GITHUB_EVENT_PATH: path } };
    expect(resultWithoutJob(await runEvent(step))).toMatchObject({ requests: [], result: "skipped" });
  });

  test("does not stop a prompt from the workflow, whose job then has no thread", async () => {
    for (const file of [undefined, "", "null", `\ufeff${command}`]) {
      const step = { name: "issue_comment", file, with: { prompt: "Document it" } };
      const { requests, comments, outputs } = await runEvent(step);
      expect(requests.filter((request) => !/^(?:GitHub )?GET /.test(request))).toEqual([
        'POST /v2/agent/acme/job "Document it"',
      ]);
      expect([comments, outputs["result"]]).toEqual([[], "pull-request"]);
    }
  });
});

describe("an unusual event file", () => {
  const among = (more: string) => `${command.slice(0, -1)},"more":${more}}`;
  test.each([
    ["of 30 million characters", among(JSON.stringify("x".repeat(30_000_000)))],
    ["nested 100,000 levels deep", among(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
    ["with white space around", `\r\n\t ${command.replaceAll(",", " ,\n")}\n\n`],
    ["with escapes in a name", command.replace('"comment"', '"\\u0063omm\\u0065nt"')],
    ["with a prototype of its own", among('null,"__proto__":{"action":"edited","comment":null}')],
  ])("%s is answered", async (_, file) => {
    const { requests, outputs } = await runEvent({ name: "issue_comment", file });
    expect(requests).toContain('POST /v2/agent/acme/job "Document it"');
    expect(outputs["result"]).toBe("pull-request");
  });

  test("has two fields of one name: the last one counts", async () => {
    const chatter = `{"id":41,"body":"Looks good","user":{"login":"maintainer"}}`;
    const step = { name: "issue_comment", file: among(`1,"comment":${chatter}`) };
    expect(resultWithoutJob(await runEvent(step))).toMatchObject({ requests: [], reason: "no-command" });
  });

  test("has bytes that are not UTF-8: they are replaced", async () => {
    const [before, after] = command.split("Document it");
    const file = Buffer.concat([Buffer.from(`${before}Caf`), Buffer.from([0xe9]), Buffer.from(`${after}`)]);
    const { requests } = await runEvent({ name: "issue_comment", file });
    expect(requests).toContain('POST /v2/agent/acme/job "Caf\ufffd"');
  });
});
