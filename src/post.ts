// The post step. It updates the comment of a main step that was killed, and loads nothing where no edit was saved. Not
// bundled: see main.ts. The runner passes what `savePostState` saved in this variable.
if (process.env["STATE_comment"]) {
  const { runPostStep } = await import("./process.ts");
  await runPostStep();
}
