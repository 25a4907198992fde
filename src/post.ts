// The post step. It makes the comment edits that a killed main step left, and loads nothing when there are none. Not
// bundled: see main.ts. The runner passes what `savePostState` saved in this variable.
if (process.env["STATE_edits"]) {
  const { runPostStep } = await import("./process.ts");
  await runPostStep();
}
