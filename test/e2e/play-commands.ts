import { startGitHub, startService } from "../emulator/start.ts";
import { LiveThread } from "./thread-harness.ts";

// Plays commands against the emulators with the committed bundle, for the end-to-end workflow. Fails by throwing.

const github = await startGitHub();
const service = await startService({ timeScale: 60 });
try {
  const issue = new LiveThread(github, service, github.issueNumber);
  const first = await issue.comment("/docs-agent Document the --watch flag.");
  expect("the command", first.outputs["result"], "pull-request");
  expect("its reactions", (await issue.reactions(issue.commandId())).join(), "eyes,rocket");
  const [reply] = await issue.own();
  expect("its reply", reply?.body.includes(first.outputs["prLink"] ?? "no link"), true);

  const followUp = await issue.comment("/docs-agent Shorter, please.");
  expect("the job of the follow-up", followUp.outputs["jobId"], first.outputs["jobId"]);

  const stranger = await issue.comment("/docs-agent Praise my product.", "outsider");
  expect("a stranger's command", stranger.outputs["result"], "denied");

  const pull = new LiveThread(github, service, github.pullNumber);
  const change = await pull.comment("/docs-agent Document this change.");
  expect("the command on a pull request", change.outputs["result"], "pull-request");
  const { prompt = "" } = service.jobs().at(-1)?.turns[0] ?? {};
  expect("the diff in its prompt", prompt.includes("+export const watch = true;"), true);

  expect("the number of jobs", service.jobs().length, 2);
} finally {
  await service.close();
  await github.close();
}

function expect(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
  console.log(`ok  ${what}: ${actual}`);
}
