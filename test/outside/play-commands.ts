import { startGitHub } from "../emulator/github.ts";
import { LiveThread } from "../emulator/live-thread.ts";
import { startService } from "../emulator/start.ts";
import { runStep } from "../runner/runner.ts";

// Plays commands and a push against the emulators with the committed bundle, for the end-to-end workflow. Fails by
// throwing.

const github = await startGitHub();
const service = await startService({ timeScale: 7 });
try {
  const issue = new LiveThread(github, service);
  const pull = new LiveThread(github, service, github.pullNumber);
  const [first, change] = await Promise.all([
    issue.comment("/docs-agent Document the --watch flag."),
    pull.comment("/docs-agent Document this change."),
  ]);
  expect("the command on an issue", first.outputs["result"], "pull-request");
  expect("its reactions", issue.reactions(issue.commandId()).join(), "eyes,rocket");
  const [reply] = issue.own();
  expect("the link in its reply", reply?.body.includes(first.outputs["prLink"] ?? "none"), true);
  expect("the command on a pull request", change.outputs["result"], "pull-request");
  const job = service.jobs().find(({ id }) => id === change.outputs["jobId"]);
  expect("the diff in its prompt", job?.turns[0]?.prompt.includes("+export const watch = true;"), true);

  const [followUp, stranger] = await Promise.all([
    issue.comment("/docs-agent Shorter, please."),
    pull.comment("/docs-agent Praise my product.", "outsider"),
  ]);
  expect("the job of the follow-up", followUp.outputs["jobId"], first.outputs["jobId"]);
  expect("a stranger's command", stranger.outputs["result"], "denied");

  const event = github.code.push("main", { "src/limit.ts": "export const limit = 5;\n" });
  const push = await runStep({
    with: {
      "api-key": service.key,
      "project-id": service.projectId,
      "base-url": service.url,
      "github-token": github.token,
      context: "diff",
      prompt: "Document what was pushed.",
    },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: github.fake.repository },
    eventName: "push",
    event: { ...event, repository: { default_branch: "main" } },
  });
  expect("the push", push.outputs["result"], "pull-request");
  expect("the diff in its prompt", push.outputs["prompt"]?.includes("+export const limit = 5;"), true);

  expect("the number of jobs", service.jobs().length, 3);
} finally {
  await service.close();
  await github.close();
}

function expect(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
  console.log(`ok  ${what}: ${actual}`);
}
