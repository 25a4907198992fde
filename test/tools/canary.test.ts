import { afterAll, afterEach, describe, expect, it } from "vitest";
import { runCanary } from "../../tools/canary.ts";
import { call, job } from "../emulator/caller.ts";
import { startService } from "../emulator/start.ts";

const service = await startService();
afterAll(() => service.close());
afterEach(() => service.reset());

async function canary(more: Record<string, string> = {}) {
  const lines: string[] = [];
  const isAsExpected = await runCanary(
    {
      DOCS_AGENT_API_KEY: service.readOnlyKey,
      DOCS_AGENT_PROJECT_ID: service.projectId,
      DOCS_AGENT_BASE_URL: service.url,
      ...more,
    },
    (line) => lines.push(line),
  );
  return { isAsExpected, lines };
}

/** Starts a job, and gives its id. */
async function startJob(): Promise<string> {
  const path = `/v2/agent/${service.projectId}/job`;
  const prompt = JSON.stringify({ prompt: "Document it." });
  return (await call(service, job, `POST ${path}`, prompt)).body.id;
}

/** Answers requests for this export with another text in the place of each match. */
const change = (path: RegExp, from: RegExp | string, to: string) =>
  service.fault({
    path,
    answer: async (work) => new Response((await (await work()).text()).replace(from, to)),
  });

describe("npm run canary", () => {
  it("reads every export and one job, starts nothing and prints no value", async () => {
    const jobId = await startJob();
    expect(await canary({ DOCS_AGENT_JOB_ID: jobId })).toEqual({
      isAsExpected: true,
      lines: ["visitors", "feedback/by-page", "feedback", "assistant", "searches", "job"].map(
        (name) => `ok       ${name}`,
      ),
    });
    expect(service.jobs()).toHaveLength(1);
    expect(service.requests().filter(({ method }) => method !== "GET")).toHaveLength(1);
  });

  it.each<readonly [path: RegExp, from: RegExp | string, to: string, said: string]>([
    [/visitors/, /"human":/g, '"people":', "failed   visitors: Could not read the visitors: "],
    [/visitors/, /"path":/, '"page":', "differs  visitors: some rows have another shape"],
    [
      /assistant/,
      /"conversations":/,
      '"turns":',
      "failed   assistant: Could not read the questions: ",
    ],
    [/searches/, /^/, "<html>", "failed   searches: Could not read the searches: "],
    ...["source", "model", "prLink", "createdAt"].map(
      (field) => [/job/, `"${field}":`, '"other":', `differs  job: no usable ${field}`] as const,
    ),
    [/job/, /"status":"\w+"/, '"status":1', "differs  job: no usable status"],
  ])("tells what differs: %s, %s", async (path, from, to, said) => {
    const jobId = await startJob();
    change(path, from, to);
    const { isAsExpected, lines } = await canary({ DOCS_AGENT_JOB_ID: jobId });
    expect(isAsExpected).toBe(false);
    expect(lines.filter((line) => line.startsWith(said))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("ok "))).toHaveLength(5);
  });

  it("says where there is nothing to compare", async () => {
    change(/searches/, /"searches":\[.*\]/, '"searches":[]');
    const { isAsExpected, lines } = await canary();
    expect(isAsExpected).toBe(true);
    expect(lines).toContain("empty    searches: the shape of its rows was not seen");
  });

  it("says what a refusal means, without the words of the service", async () => {
    const { isAsExpected, lines } = await canary({ DOCS_AGENT_API_KEY: "mint_secret_key" });
    expect(isAsExpected).toBe(false);
    expect(lines).toContain("failed   visitors: api-key");
    expect(lines.join()).not.toContain("mint_");
  });

  it("needs a key and a project, and can do without a job", async () => {
    expect(await canary({ DOCS_AGENT_API_KEY: "" })).toEqual({
      isAsExpected: false,
      lines: ["Set DOCS_AGENT_API_KEY (scope read) and DOCS_AGENT_PROJECT_ID in the environment."],
    });
    const { isAsExpected, lines } = await canary();
    expect(isAsExpected).toBe(true);
    expect(lines.at(-1)).toBe("skipped  job: DOCS_AGENT_JOB_ID names none");
  });
});
