/**
 * A folder of src/, and the tests that have to notice whatever changes in it: not those of speed, which would notice the
 * mutating itself, nor for the largest part those that are slow because they try many values.
 */
export const parts: Readonly<Record<string, readonly string[]>> = {
  text: [
    "test/text/!(*.speed).test.ts",
    "test/agent/command.test.ts",
    "test/agent/command.property.test.ts",
    "test/visitors/render*.test.ts",
  ],
  service: ["test/service/*.test.ts", "test/scenarios/faults.test.ts"],
  agent: ["test/agent/!(*.property|*.speed).test.ts", "test/scenarios/!(events*).test.ts"],
};
