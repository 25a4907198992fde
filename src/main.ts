// The main step. This file, post.ts and node-version.ts are not bundled: they lie beside the bundle, which is made from
// process.ts and runs nothing when it is loaded. So which step runs is decided by the file that the runner starts, not
// by anything that an earlier step may have saved or not.
import { requireNode } from "./node-version.ts";

requireNode();
const { runMainStep } = await import("./process.ts");
await runMainStep();
