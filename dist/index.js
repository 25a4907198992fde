import { requireNode } from "./node-version.js";
requireNode();
const { runMainStep } = await import("./process.js");
await runMainStep();
