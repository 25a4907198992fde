import { runMainStep } from "./process.js";
await runMainStep();
