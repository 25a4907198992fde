import { main } from "./index.ts";

await main();
