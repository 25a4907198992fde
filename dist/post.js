if (process.env["STATE_comment"]) {
    const { runPostStep } = await import("./process.js");
    await runPostStep();
}
export {};
