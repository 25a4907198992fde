// The post step. It can only edit comments that the main step had no time to set right, and loads nothing without any.
// Not bundled: see main.ts. The runner hands over what `savePostState` saved in this variable.
if (process.env["STATE_edits"]) {
  const { requireNode } = await import("./node-version.ts");
  requireNode();
  const { runPostStep } = await import("./process.ts");
  await runPostStep();
}
