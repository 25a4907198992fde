// The main step leaves this state when there is something to set right, which is rare.
if (process.env["STATE_cutOff"]) {
    const { post } = await import("./index.js");
    await post();
}
export {};
