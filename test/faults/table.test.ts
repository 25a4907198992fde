import { expect, test } from "vitest";
import { withFaults } from "../../tools/faults.ts";
import { faultNames } from "./faults.ts";
import { troublesOf } from "./matrix.ts";
import { requestRows } from "./requests.ts";
import { type Cell, countsOf, readmeTable, terminalTable } from "./table.ts";

const cell: Cell = {
  ...{ request: "create the job", mode: "agent", side: "service", fault: "reset", times: "once" },
  ...{ result: "error", reason: "uncertain", differences: [], surprises: [], ms: 5 },
};
const known: Cell = { ...cell, times: "always", differences: ["2 new jobs"], known: "it is slow" };
const surprise: Cell = { ...cell, fault: "401", result: "started", reason: "", surprises: ["it began"] };

test("counts tell what is known to differ from what nobody expected", () => {
  expect(countsOf([cell, known, surprise])).toEqual({ cells: 3, passed: 1, deviations: 1, surprises: 1 });
});

test("the terminal shows once and for good side by side, and marks what differs", () => {
  const line = terminalTable([cell, known]).split("\n")[1] ?? "";
  expect(line).toMatch(/^create the job +\?\/\? +uc\/uc! +\?\/\?/);
});

test("the README says how many cells there are, and how each request ends", () => {
  const text = readmeTable([cell, known, surprise]);
  expect(text).toContain("3 runs, of which 1 end as they should and 2 do not (it is slow). None");
  expect(text).toContain("| agent, service: create the job | 1 `uncertain`, 1 `started` | 1 `uncertain` |");
});

test("only what is between the markers of the page changes", () => {
  const markers = ["<!-- faults: made by npm run faults -->", "<!-- end of faults -->"];
  const written = withFaults(`before ${markers.join(" old ")} after`, [cell]);
  expect(written).toMatch(/^before <!--.*1 runs.*--> after$/s);
  expect(written).not.toContain("old");
  expect(withFaults(written, [cell])).toBe(written);
  expect(() => withFaults("no markers", [cell])).toThrow("The page misses");
});

test("the half lets each request meet each fault, and each fault come both ways", () => {
  for (const row of requestRows) {
    const met = troublesOf(row, "half").flat();
    expect(met.map(({ fault }) => fault)).toEqual([...faultNames]);
  }
  for (const fault of faultNames) {
    const ways = requestRows.map(
      (row) =>
        troublesOf(row, "half")
          .flat()
          .find((one) => one.fault === fault)?.times,
    );
    expect(new Set(ways)).toEqual(new Set(["once", "always"]));
  }
});
