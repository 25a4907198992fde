// The main step. Each step has an entry file of its own, so saved state never decides which step runs. The entries are
// not bundled: they load the bundle, which is made from process.ts and runs nothing by itself.
import { runMainStep } from "./process.ts";

await runMainStep();
