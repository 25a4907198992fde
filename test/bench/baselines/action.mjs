// What a person would write instead of this action: ask GitHub who commented, and create a job.
import * as core from "@actions/core";
import * as github from "@actions/github";

const octokit = github.getOctokit(core.getInput("github-token"));
const username = github.context.actor;
const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({
  ...github.context.repo,
  username,
});
if (data.permission !== "write") core.setFailed(`${username} may not do this`);
else await fetch(`${core.getInput("base-url")}/job`, { method: "POST", body: core.getInput("prompt") });
