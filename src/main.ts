import { isPlainChatter, skipChatter } from "./chatter.ts";

if (isPlainChatter(process.env)) {
  skipChatter(process.env);
} else {
  const { main } = await import("./index.ts");
  await main();
}
