import { expect, test } from "vitest";
import { Caller } from "../emulator/caller.ts";
import { everythingSaid, reportStep } from "../emulator/live-report.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";
import { runStep, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";

const { gitHub: github, service } = await useEmulators({ timeScale: 60 });

const credentials = () => ({
  ...{ "api-key": service.key, "project-id": service.projectId, "base-url": service.url },
});

test("the bundle turns a prompt into a pull request that is really there", async () => {
  const { exitCode, outputs, summary, stdout, stderr } = await runStep({
    with: { ...credentials(), prompt: "Document the limit parameter" },
  });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  expect(service.jobs()).toHaveLength(1);
  expect(outputs).toMatchObject({
    result: "pull-request",
    reason: "",
    status: "completed",
    prompt: "Document the limit parameter",
  });
  expect(outputs["prLink"]).toMatch(/\/octo\/docs\/pull\/\d+$/);
  expect(summary).toContain(`(<${outputs["prLink"]}>)`);
  expect(stdout).not.toContain("    at ");
  const [, number] = /\/pull\/(\d+)$/.exec(outputs["prLink"] ?? "") ?? [];
  expect(github.fake.shownPull(`octo/docs#${number}`)).toMatchObject({ state: "open" });
});

test("after a run was killed, the post step updates its comment and a re-run resumes its job", async () => {
  const thread = new LiveThread(github, service);
  const running = startStep(thread.command("/docs-agent --new Explain this [takes 60s]"));
  await running.said(says.accepted);
  running.process.kill("SIGKILL");
  const { state, outputs, signal } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ status: "active", prompt: expect.stringContaining("Explain this") });
  expect(thread.own().at(-1)?.body).toContain(says.working);
  const post = await runStep(thread.step(), "post", state);
  expect([post.exitCode, post.stderr]).toEqual([0, ""]);
  const shown = thread.own().at(-1)?.body ?? "";
  expect(shown).toContain(says.interrupted);
  expect(shown).toContain(outputs["jobId"]);
  const again = await runInProcess(thread.step({ GITHUB_RUN_ATTEMPT: "2" }), { clock: clockOf(service) });
  expect(again.outputs).toMatchObject({ result: "pull-request", jobId: outputs["jobId"] });
  const own = service.jobs().filter(({ turns }) => turns[0]?.prompt.startsWith("Explain this"));
  expect(own).toHaveLength(1);
  expect(thread.own().at(-1)?.body).toContain(says.ready);
});

/** The service's own totals of a period, asked for without the action. */
async function totals(dateFrom: string, dateTo: string) {
  const { body } = await new Caller(service).visitors(`?dateFrom=${dateFrom}&dateTo=${dateTo}&limit=1`);
  return body.totals;
}

test("a report goes to the summary, with outputs that later steps compute with", async () => {
  const { human, ai, total } = await totals("2026-03-02", "2026-03-09");
  const before = await totals("2026-02-23", "2026-03-02");
  await service.reset();
  const step = await runStep(reportStep(service));
  const { exitCode, outputs, summary, stdout, stderr } = step;
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(outputs).toMatchObject({
    result: "reported",
    reason: "",
    dateFrom: "2026-03-02",
    dateTo: "2026-03-09",
    complete: "true",
    human: String(human),
    ai: String(ai),
    total: String(total),
    previousTotal: String(before.total),
    nextPrompt: expect.stringContaining("/guides/webhooks"),
    // Both weeks, six more for the trend, and five for what to document next; the site is small enough for one page a week.
    requests: "13",
  });
  expect(Number(outputs["totalChange"])).toBeCloseTo(total / before.total - 1, 4);
  expect(JSON.parse(outputs["next"] ?? "")).toHaveLength(Number(outputs["nextCount"]));
  expect(service.requests().map(({ method }) => method)).toEqual(Array(13).fill("GET"));
  expect(summary).toMatch(/^## Docs visitors, 2 – 8 Mar 2026\n/);
  for (const part of ["### What moved", "### Top pages", "`/quickstart`", "actions/runs/1001"])
    expect(summary).toContain(part);
  expect(stdout).not.toContain("::warning");
  expect(everythingSaid(step)).not.toContain(service.readOnlyKey);
});

test("a step that is killed while it writes the comment has put out everything else", async () => {
  const issue = new LiveThread(github, service);
  github.fault({ path: /\/comments/, times: "always", happens: { kind: "hang" } });
  const running = startStep(issue.reportStep({ trend: "0" }));
  while (github.requests().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  running.process.kill("SIGKILL");
  const { signal, outputs, summary } = await running.done;
  expect(signal).toBe("SIGKILL");
  expect(outputs).toMatchObject({ result: "reported", complete: "true" });
  expect(summary).toContain("### Top pages");
});
