import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { RecipeHarness } from "./harness.ts";
import { forbiddenRequests } from "./permissions.ts";
import type { JobResult } from "./workflow-runner.ts";

let harness: RecipeHarness;
beforeAll(async () => {
  harness = await RecipeHarness.start({ opensPulls: true });
});
afterAll(() => harness.close());

const pullSchema = z.object({
  number: z.number(),
  head: z.object({ ref: z.string() }),
  labels: z.array(z.object({ name: z.string() })),
});

/** The agent's open pull requests, with the names of their labels. */
async function openPulls(): Promise<{ number: number; labels: string[] }[]> {
  const all = z.array(pullSchema).parse(await harness.gitHub.call("GET", "/pulls?state=open&per_page=100"));
  return all
    .filter(({ head }) => head.ref.startsWith("docs-agent/"))
    .map(({ number, labels }) => ({ number, labels: labels.map(({ name }) => name) }));
}

async function close(): Promise<void> {
  for (const { number } of await openPulls())
    await harness.gitHub.call("PATCH", `/pulls/${number}`, { body: { state: "closed" } });
}

/** A repository with the workflow and with that for commands. `next` is one Monday after the other. */
function mondays(): { next(): Promise<JobResult[]> } & ReturnType<RecipeHarness["begin"]> {
  const repository = harness.begin(["weekly-report-agent", "commands"]);
  let weeksBefore = 3;
  return { ...repository, next: () => repository.run(harness.events.schedule(weeksBefore--)) };
}

const asked = "improve: reported, success, pull-request, success";
const quiet = "improve: reported, skipped, skipped, skipped";
const waited = "improve: reported, success, skipped, skipped";

describe("the weekly loop", () => {
  afterEach(async () => {
    harness.gitHub.clearFaults();
    harness.service.change({ hostilePaths: false, jobSeconds: 20 });
    await close();
  });

  it("sends the first finding of Monday’s report to the agent, and labels its pull request", async () => {
    const { next, result } = mondays();
    const [job] = await next();
    if (job === undefined) throw new Error("no job ran");
    const { summary, prompts } = result();
    expect(summary).toEqual([asked]);
    const [report] = job.steps;
    expect(prompts).toEqual([report?.outputs["nextPrompt"]]);
    expect(await openPulls()).toEqual([{ number: expect.any(Number), labels: ["docs-agent-weekly"] }]);
    expect(forbiddenRequests(job, harness.gitHub.issueNumber)).toEqual([]);
  });

  it("starts no job for pages whose path a stranger may have chosen", async () => {
    harness.service.change({ hostilePaths: true });
    const { next, result } = mondays();
    const [job] = await next();
    expect(Number(job?.steps[0]?.outputs["nextCount"])).toBeGreaterThan(0);
    expect(result().summary).toEqual([quiet]);
    expect(result().prompts).toEqual([]);
  });

  it("starts no second job while the pull request of the last one is open", async () => {
    const { next, result } = mondays();
    for (let week = 0; week < 3; week++) await next();
    expect(result().summary).toEqual([asked, waited, waited]);
    expect(result().made).toBe(1);
    expect(result().prompts).toHaveLength(1);
  });

  it("starts another job once that pull request is closed", async () => {
    const { next, result } = mondays();
    await next();
    await close();
    await next();
    expect(result().summary).toEqual([asked, asked]);
    expect(result().made).toBe(2);
  });

  it("continues an open pull request that came too late for its label", async () => {
    harness.service.change({ jobSeconds: 7200 });
    const { next, result } = mondays();
    await next();
    await harness.service.advance(7200_000);
    expect(await openPulls()).toMatchObject([{ labels: [] }]);
    harness.service.change({ jobSeconds: 20 });
    await next();
    await next();
    expect(result().summary).toEqual(["improve: reported, success, timeout, skipped", asked, waited]);
    expect(result().made).toBe(1);
    expect(await openPulls()).toMatchObject([{ labels: ["docs-agent-weekly"] }]);
  });

  it("starts no job when GitHub does not list the pull requests", async () => {
    const happens = { kind: "answer", status: 502, body: "" } as const;
    harness.gitHub.fault({ path: "/pulls\\?", times: "always", happens });
    const { next, result } = mondays();
    await next();
    expect(result().summary).toEqual(["improve: reported, failure, skipped, skipped"]);
    expect(result().made).toBe(0);
  });
});
