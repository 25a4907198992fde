if (process.env["STATE_cutOff"]) {
    const { post } = await import("./index.js");
    await post();
}
export {};
