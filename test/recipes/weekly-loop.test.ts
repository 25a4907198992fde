import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FakePull } from "../github/fake-github.ts";
import { RecipeHarness } from "./harness.ts";
import { forbiddenRequests } from "./permissions.ts";
import type { JobResult } from "./workflow-runner.ts";

let harness: RecipeHarness;
beforeAll(async () => {
  harness = await RecipeHarness.start({ asksGitHub: true });
});
afterAll(() => harness.close());

/** The agent's open pull requests. */
function openPulls(): FakePull[] {
  const pulls = [...harness.gitHub.fake.pulls.values()];
  return pulls.filter(({ ref = "", state }) => ref.startsWith("docs-agent/") && state !== "closed");
}

/** The labels of each. */
function labels(): string[][] {
  return openPulls().map((pull) => pull.labels ?? []);
}

function close(): void {
  for (const pull of openPulls()) pull.state = "closed";
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
  afterEach(() => {
    harness.gitHub.clearFaults();
    harness.service.change({ hostilePaths: false, jobSeconds: 20 });
    close();
  });

  it("sends the first finding of Monday’s report to the agent, and labels its pull request", async () => {
    const { next, result } = mondays();
    const [job] = await next();
    if (job === undefined) throw new Error("no job ran");
    const { summary, prompts } = result();
    expect(summary).toEqual([asked]);
    const [report] = job.steps;
    expect(prompts).toEqual([report?.outputs["nextPrompt"]]);
    expect(labels()).toEqual([["docs-agent-weekly"]]);
    expect(forbiddenRequests(job, harness.gitHub.fake, { showsPull: true })).toEqual([]);
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
    close();
    await next();
    expect(result().summary).toEqual([asked, asked]);
    expect(result().made).toBe(2);
  });

  it("continues an open pull request that came too late for its label", async () => {
    harness.service.change({ jobSeconds: 7200 });
    const { next, result } = mondays();
    await next();
    harness.service.advance(7200_000);
    expect(labels()).toEqual([[]]);
    harness.service.change({ jobSeconds: 20 });
    await next();
    await next();
    expect(result().summary).toEqual(["improve: reported, success, timeout, skipped", asked, waited]);
    expect(result().made).toBe(1);
    expect(labels()).toEqual([["docs-agent-weekly"]]);
  });

  it("starts no job when GitHub does not list the pull requests", async () => {
    harness.gitHub.fault({ path: /\/pulls\?/, answer: () => new Response("", { status: 502 }) });
    const { next, result } = mondays();
    await next();
    expect(result().summary).toEqual(["improve: reported, failure, skipped, skipped"]);
    expect(result().made).toBe(0);
  });
});
