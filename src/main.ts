// The main step. Each step has an entry file of its own, so saved state never decides which step runs. The entry files
// and node-version.ts are not bundled. They load the bundle, which is made from process.ts and runs nothing by itself.
import { requireNode } from "./node-version.ts";

requireNode();
const { runMainStep } = await import("./process.ts");
await runMainStep();
