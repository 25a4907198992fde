import { describe } from "vitest";
import { type StepResult, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";
import { answer } from "../service/local-server.ts";
import { key, test, token } from "./world.ts";

const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
/** Both secrets, each as it is and percent-encoded. */
const spellings = [key, token].flatMap((secret) => [secret, percent(secret)]);
const leak = spellings.join(" and ");
/** What must be nowhere: every spelling, and the secrets without what their kind begins with. */
const forbidden = [...spellings, key.slice(5), token.slice(4)];

/** All that a step leaves where people or later steps see it. The runner itself reads the lines that mask. */
function left({ stdout, stderr, outputs, state, summary }: StepResult): string {
  return [
    stdout.replace(/^::add-mask::.*$/gm, ""),
    stderr,
    ...Object.values({ ...outputs, ...state }),
    summary,
  ].join("\n");
}

/** The secrets that the runner knew before it saw anything else of the step. */
function maskedFirst({ stdout }: StepResult): string[] {
  const lines = stdout.split("\n");
  const rest = lines.findIndex((line) => !line.startsWith("::add-mask::"));
  return lines.slice(0, rest).map((line) => line.replace("::add-mask::", ""));
}

describe.concurrent("no secret is left", () => {
  test("by a job whose every text holds them", async ({ at, expect }) => {
    const job = { id: "job_7f3a", model: leak, createdAt: leak, source: { repository: leak, ref: leak } };
    at.reply("POST", "/job", answer(201, { ...job, status: "active" }));
    at.reply("GET", "/job/", answer(200, { ...job, status: `odd ${key}` }), 1);
    const prLink = `https://github.com/octo/docs/pull/3?${percent(key)}`;
    at.reply("GET", "/job/", answer(200, { ...job, status: "completed", prLink }));
    const step = at.commandStep({ "poll-interval-seconds": "1" });
    // As somebody might write who copies a log.
    const event: unknown = JSON.parse(JSON.stringify(step.event).replace("Document it", `Explain ${leak}`));
    const ended = await startStep({ ...step, event }).done;
    expect([ended.exitCode, ended.outputs["jobId"], ended.stderr]).toEqual([0, "job_7f3a", ""]);
    expect(maskedFirst(ended)).toEqual([key, token]);
    for (const secret of forbidden) {
      expect(left(ended)).not.toContain(secret);
      expect(at.gitHub.written.join("\n")).not.toContain(secret);
    }
    // What stands in Markdown was masked before it was escaped.
    for (const text of [ended.stdout, ended.summary, ended.outputs["prompt"], at.comment()])
      expect(text).toMatch(/\*\*\*|&#42;&#42;&#42;/);
  });

  test("by the post step, in its log and in the comment, whatever was saved", async ({ at, expect }) => {
    const { id } = at.gitHub.write("docs[bot]", says.working);
    // As if the main step had forgotten to mask it.
    const body = `${says.interrupted} ${leak}`;
    const state = { comment: JSON.stringify({ number: 7, id, body }) };
    const post = await startStep(at.commandStep(), "post", state).done;
    expect([post.exitCode, post.stderr]).toEqual([0, ""]);
    expect(maskedFirst(post)).toEqual([key, token]);
    expect(at.comment()).toContain(says.interrupted);
    for (const secret of forbidden) expect(at.comment()).not.toContain(secret);
    at.reply("PATCH", "/comments/", answer(422, { message: leak }));
    const refused = await startStep(at.commandStep(), "post", state).done;
    expect(refused.stdout).toMatch(/^::warning title=Status comment not updated::.*\*\*\*/m);
    for (const secret of forbidden) expect(left(post) + left(refused)).not.toContain(secret);
  });
});
