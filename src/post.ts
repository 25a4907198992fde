// The post step. It sets the comment right that a killed main step left, and loads nothing where there is none. Not
// bundled: see main.ts. The runner passes what `savePostState` saved in this variable.
if (process.env["STATE_comment"]) {
  const { runPostStep } = await import("./process.ts");
  await runPostStep();
}
