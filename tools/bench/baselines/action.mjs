// What a person would write instead of this action: ask GitHub who commented, and create a job.
import * as core from "@actions/core";
import { context, getOctokit } from "@actions/github";

try {
  const { rest } = getOctokit(core.getInput("github-token"));
  const username = context.actor;
  const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...context.repo, username });
  if (data.permission !== "write") throw new Error(`${username} may not do this`);
  await fetch(`${core.getInput("base-url")}/job`, {
    method: "POST",
    body: core.getInput("prompt"),
  });
} catch (error) {
  core.setFailed(String(error));
}
