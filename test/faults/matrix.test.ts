import { expect, test } from "vitest";
import { withFaults } from "../../tools/faults.ts";
import { faultKinds, faultNames } from "./kinds.ts";
import { alike, type Cell, selectedFaults } from "./matrix.ts";
import { requestCases } from "./requests.ts";
import { countsOf, markdownTable, terminalTable } from "./table.ts";

const cell: Cell = {
  ...{ request: "create the job", mode: "agent", side: "service", fault: "reset", times: "once" },
  ...{ result: "error", reason: "uncertain", differences: [], unexpected: [], ms: 5 },
};
const known: Cell = { ...cell, times: "always", differences: ["2 new jobs"], known: "it is slow" };
const unexpected: Cell = { ...cell, fault: "401", result: "started", reason: "", unexpected: ["it began"] };

test("known failures are counted apart from unexpected ones", () => {
  expect(countsOf([cell, known, unexpected])).toEqual({ cells: 3, passed: 1, known: 1, unexpected: 1 });
});

test("the terminal's table shows once and every time side by side, and marks what differs", () => {
  const line = terminalTable([cell, known]).split("\n")[1] ?? "";
  expect(line).toMatch(/^create the job +\?\/\? +uc\/uc! +\?\/\?/);
});

test("the page's table says how many runs there were, and how each request ends", () => {
  const text = markdownTable([cell, known, unexpected]);
  expect(text).toContain("3 runs, of which 1 end as they should and 2 do not (it is slow). None");
  expect(text).toContain("| agent, service: create the job | 1 `uncertain`, 1 `started` | 1 `uncertain` |");
});

test("only what is between the page's markers changes", () => {
  const markers = ["<!-- faults: made by npm run faults -->", "<!-- end of faults -->"];
  const written = withFaults(`before ${markers.join(" old ")} after`, [cell]);
  expect(written).toMatch(/^before <!--.*1 runs.*--> after$/s);
  expect(written).not.toContain("old");
  expect(withFaults(written, [cell])).toBe(written);
  expect(() => withFaults("no markers", [cell])).toThrow("The page misses");
});

test("the selection has a fault of each kind for all requests alike, and every fault once and every time", () => {
  const kindOf = (fault: string) =>
    Object.entries(faultKinds).find(([, faults]) => faults.some((name) => name === fault))?.[0];
  for (const request of requestCases) {
    expect(selectedFaults(request).length, request.name).toBeGreaterThanOrEqual(2);
    const kinds = alike(request)
      .flatMap(selectedFaults)
      .map(({ fault }) => kindOf(fault));
    expect(new Set(kinds), request.name).toEqual(new Set(Object.keys(faultKinds)));
  }
  const selected = requestCases.flatMap(selectedFaults);
  for (const fault of faultNames) {
    const times = selected.filter((one) => one.fault === fault).map((one) => one.times);
    expect(new Set(times), fault).toEqual(new Set(["once", "always"]));
  }
});
