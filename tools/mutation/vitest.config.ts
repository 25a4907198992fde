import { defineConfig } from "vitest/config";
import { parts } from "./parts.ts";

export default defineConfig({
  test: {
    include: [...(parts[process.env["MUTATED_PART"] ?? ""] ?? [])],
    exclude: ["**/*.speed.test.ts"],
    testTimeout: 60_000,
  },
});
