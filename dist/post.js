if (process.env["STATE_edits"]) {
    const { requireNode } = await import("./node-version.js");
    requireNode();
    const { runPostStep } = await import("./process.js");
    await runPostStep();
}
export {};
