import * as core from "@actions/core";
import { createGitHubClient } from "./github/client.ts";
import { commentThread } from "./github/comments.ts";
import { Connections } from "./network/connections.ts";
import type { Runtime } from "./run.ts";
import { getRunContext } from "./runner/context.ts";
import { loadPostState } from "./runner/files.ts";
import { createLogger, maskSecrets, secretsRedactor } from "./runner/log.ts";

/**
 * Runs the post step: makes the edit of a comment that the main step could not make. If GitHub refuses, that is only a
 * warning, because the main step has already decided whether the job fails. Never throws.
 */
export async function runPost(host: Runtime): Promise<void> {
  const edit = loadPostState();
  if (edit === undefined) return;
  maskSecrets();
  const redact = secretsRedactor();
  const log = createLogger(redact);
  // Not closed, because the process ends with the step.
  const connections = new Connections(host);
  const runContext = getRunContext(host.env);
  const token = core.getInput("github-token");
  try {
    const github = createGitHubClient({ token, runContext, connections, pace: host, log, redact });
    if (github === undefined) return;
    await commentThread(github, edit.number, edit.root).edit(edit.id, edit.body);
    log.info("The main step ended before it could update its comment; updated now.");
  } catch (error) {
    log.warning("Status comment not updated", error instanceof Error ? error.message : String(error));
  }
}
