import { isPlainChatter, skipChatter } from "./chatter.js";
if (isPlainChatter(process.env)) {
    skipChatter(process.env);
}
else {
    const { main } = await import("./index.js");
    await main();
}
