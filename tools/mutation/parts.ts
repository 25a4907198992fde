/** A folder of src/, and the tests that have to notice whatever changes in it. Tests of speed would notice the mutating itself. */
export const parts: Readonly<Record<string, readonly string[]>> = {
  text: ["test/text/**/*.test.ts", "test/agent/command*.test.ts", "test/visitors/render*.test.ts"],
  service: ["test/service/**/*.test.ts", "test/scenarios/trouble.test.ts"],
  agent: ["test/agent/**/*.test.ts", "test/scenarios/**/*.test.ts"],
};
