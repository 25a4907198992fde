import { post } from "./index.ts";

await post();
