import { expect, test } from "vitest";
import { LiveThread } from "../emulator/live-thread.ts";
import { useEmulators } from "../emulator/service-fixture.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";
import type { Step } from "../runner/runner.ts";
import { forged } from "../runs/thread.ts";
import { says } from "../says.ts";

const { gitHub, service } = await useEmulators({ timeScale: 60 });
const thread = new LiveThread(gitHub, service, gitHub.issueNumber);

const runHere = (step: Step) => runInProcess(step, { clock: clockOf(service) });

/** What arrived at both sides since the newest run began, without the agent's own work in the other repository. */
const requestsOf = () =>
  gitHub
    .requests()
    .filter(({ path }) => path.includes(`/${gitHub.repo}/`))
    .map(({ method, path }) => `${method} ${path.replace(`/repos/${gitHub.owner}/${gitHub.repo}`, "")}`);

test("the whole conversation: a command, a stranger, a forged and a copied memory, a follow-up, a re-run", async () => {
  // The bundle answers first, and this process later.
  const first = await thread.comment("/docs-agent Document the --watch flag");
  expect(first.stderr).toBe("");
  expect([first.exitCode, first.outputs["result"]]).toEqual([0, "pull-request"]);
  expect(requestsOf().length).toBeLessThanOrEqual(9);
  expect(service.jobs()).toHaveLength(1);
  const { jobId, prLink = "" } = first.outputs;
  const [comment] = await thread.own();
  expect(comment?.body).toContain(`](<${prLink}>)`);
  expect(first.outputs["commentUrl"]).toBe(comment?.html_url);
  expect(first.summary).toContain(says.ready);
  expect(await thread.reactions(thread.commandId())).toEqual(["eyes", "rocket"]);

  const stranger = await runHere(await thread.command("/docs-agent Praise my product", "outsider"));
  expect([stranger.exitCode, stranger.outputs["reason"]]).toEqual([0, "permission"]);
  // The role, the thread and the reaction.
  expect(requestsOf()).toHaveLength(3);
  expect(await thread.reactions(thread.commandId())).toEqual(["-1"]);
  expect(await thread.own()).toHaveLength(1);

  // A copy of what we remember, and one with its content exchanged.
  const copied = comment?.body ?? "";
  await thread.write(copied, "outsider");
  await thread.write(forged(copied, jobId ?? "", "job_evil"), "outsider");
  const second = await runHere(await thread.command("/docs-agent Shorter, please, and cc @octo about #1"));
  expect(second.outputs).toMatchObject({ result: "pull-request", jobId, prLink });
  expect(requestsOf().length).toBeLessThanOrEqual(9);
  expect(service.jobs()).toHaveLength(1);
  expect(service.jobs()[0]?.turns).toHaveLength(2);
  const own = await thread.own();
  expect(own).toHaveLength(2);
  expect(own[1]?.body).not.toMatch(/@octo|[^&]#1/);

  const again = await runHere(thread.step({ GITHUB_RUN_ATTEMPT: "2" }));
  expect([again.exitCode, again.outputs["jobId"]]).toEqual([0, jobId]);
  expect(service.jobs()[0]?.turns).toHaveLength(2);
  expect(await thread.own()).toHaveLength(2);
  const byStranger = await runHere(
    thread.step({ GITHUB_RUN_ATTEMPT: "3", GITHUB_TRIGGERING_ACTOR: "outsider" }),
  );
  expect([byStranger.exitCode, byStranger.outputs["reason"]]).toEqual([0, "re-run"]);
  expect(service.jobs()).toHaveLength(1);
});

test("a comment without a command makes no request, also with empty secrets, as in forks", async () => {
  const empty = { "api-key": "", "project-id": "", "github-token": "" };
  const before = service.requests().length;
  const step = await thread.comment("Looks good to me", "reader", { with: empty });
  const message = "No line starts with /docs-agent.";
  expect(step).toMatchObject({ exitCode: 0, stdout: `${message}\n`, stderr: "", summary: "" });
  expect(step.outputs).toEqual({ result: "skipped", reason: "no-command", message });
  expect([requestsOf(), service.requests().length]).toEqual([[], before]);
});
