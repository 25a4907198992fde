import { processHost } from "./process.ts";
import { run } from "./run.ts";

process.exitCode = await run(processHost());
