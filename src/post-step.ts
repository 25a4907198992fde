import * as core from "@actions/core";
import { createGitHubClient, type GitHub } from "./github/client.ts";
import { Connections } from "./network/connections.ts";
import type { Runtime } from "./run.ts";
import { getRunContext } from "./runner/context.ts";
import { type CommentEdit, loadPostState } from "./runner/files.ts";
import { ActionsLogger, type Logger, maskSecrets, secretsRedactor } from "./runner/log.ts";

/**
 * Runs the post step: makes the edits that the main step had no time for. An edit that fails is only a warning, because
 * the main step has already decided whether the job fails. Returns the exit code, and never throws.
 */
export async function runPost(host: Runtime): Promise<number> {
  const edits = loadPostState();
  if (edits.length === 0) return 0;
  maskSecrets();
  const redact = secretsRedactor();
  const log = new ActionsLogger(host.clock, redact);
  const connections = new Connections(host);
  try {
    const token = core.getInput("github-token");
    const github = createGitHubClient({
      token,
      runContext: getRunContext(host.env),
      connections,
      pace: host,
      log,
      redact,
    });
    if (github !== undefined) for (const edit of edits) await update(github, edit, log);
  } finally {
    await connections.close();
  }
  return 0;
}

/** Makes one edit. If it fails, the others are still made. */
async function update(github: GitHub, { place, id, body }: CommentEdit, log: Logger): Promise<void> {
  try {
    await github.updateComment(place, id, body);
    log.info("The main step ended before it could update its comment; updated now.");
  } catch (error) {
    log.warning("Status comment not updated", error instanceof Error ? error.message : String(error));
  }
}
