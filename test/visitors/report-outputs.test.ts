import { describe, expect, it } from "vitest";
import { dataOutputs, findingOutputs, periodOutputs } from "../../src/visitors/outputs.ts";
import { reportWith, rowOf } from "./next-fixture.ts";
import { counts, dataOf, page, period, periodsOf, reportOf, sampleData } from "./report-fixture.ts";

describe("the outputs of the report", () => {
  it("are the period, both totals with their changes, and how many pages moved", () => {
    const report = reportOf();
    const outputs = [
      ...periodOutputs(report.periods),
      ...dataOutputs(report.data),
      ...findingOutputs(report),
    ];
    const { digest, ...others } = Object.fromEntries(outputs);
    expect(others).toEqual({
      ...{ dateFrom: "2026-11-14", dateTo: "2026-11-21" },
      ...{ human: "9866", ai: "2104", total: "11528", aiShare: "0.1825" },
      ...{ previousHuman: "9120", previousAi: "1980", previousTotal: "10684" },
      ...{ humanChange: "0.0818", aiChange: "0.0626", totalChange: "0.079" },
      ...{ up: "2", down: "2", appeared: "2", gone: "1" },
      ...{ next: "", nextCount: "", nextPrompt: "" },
      ...{ pages: String(sampleData().current.rows.length), complete: "true" },
    });
    expect(digest).toMatch(/^docs\.example\.com: visitors, /);
  });

  it.each([
    ["a loss", counts(100, 3), counts(73, 0), ["-0.27", "-1", "-0.2913"]],
    ["no change", counts(100, 3), counts(100, 3), ["0", "0", "0"]],
    ["nothing before", counts(0, 0), counts(73, 3), ["", "", ""]],
    ["no AI before", counts(100, 0), counts(300, 3), ["2", "", "2.03"]],
    ["a period before that was not read", undefined, counts(73, 3), ["", "", ""]],
  ])("have changes as fractions, empty where there is nothing to compare: %s", (_, was, is, changes) => {
    const outputs = Object.fromEntries(
      dataOutputs(dataOf({ current: period(is), previous: was && period(was) })),
    );
    expect([outputs["humanChange"], outputs["aiChange"], outputs["totalChange"]]).toEqual(changes);
    expect(outputs["previousTotal"]).toBe(was === undefined ? "" : String(was.total));
  });

  it("have no share of nobody", () => {
    expect(dataOutputs(dataOf())).toContainEqual(["aiShare", ""]);
  });

  it.each([
    ["both periods complete", true, true, ["1", "0", "1", "1"]],
    ["this period incomplete", false, true, ["1", "0", "", ""]],
    ["the period before incomplete", true, false, ["1", "0", "", ""]],
  ])("count the pages that are known to have moved, with %s", (_, now, before, expected) => {
    const data = dataOf({
      current: period(counts(900, 0), [page("/a", 300), page("/new", 50)], now),
      previous: period(counts(900, 0), [page("/a", 100), page("/gone", 50)], before),
    });
    expect(countsOf(data)).toEqual(expected);
  });

  it("name what to document next by kind, plain path and numbers, without search terms", () => {
    const odd = { ...rowOf["examples-reported"], path: "/a b", readers: undefined };
    const outputs = new Map(
      findingOutputs(reportWith([rowOf["rated-down"], odd, rowOf["searched-unclicked"]])),
    );
    expect(JSON.parse(outputs.get("next") ?? "")).toEqual([
      {
        ...{ kind: "rated-down", path: "/guides/billing", human: 543, ai: 188 },
        ...{ down: 11, votes: 14, rest: { down: 340, votes: 1000 } },
      },
      { kind: "examples-reported", path: null, human: null, ai: null, reports: 3 },
      {
        ...{ kind: "searched-unclicked", path: null, human: null, ai: null },
        ...{ hits: 12, hitsBefore: 6, clicks: 0 },
      },
    ]);
    expect(outputs.get("nextCount")).toBe("3");
    expect(outputs.get("nextPrompt")).toBe("");
  });

  it("have a prompt for the agent if a page can be helped", () => {
    expect(findingOutputs(reportWith([rowOf["examples-reported"]]))).toContainEqual([
      "nextPrompt",
      expect.stringContaining("/sdks/python"),
    ]);
  });

  it("tell that nothing was found from that nothing was read", () => {
    expect(findingOutputs(reportWith([]))).toEqual(
      expect.arrayContaining([
        ["next", "[]"],
        ["nextCount", "0"],
      ]),
    );
  });

  it("count no pages without a period before", () => {
    const periods = periodsOf({ compare: false });
    expect(countsOf(dataOf(), periods)).toEqual(["", "", "", ""]);
  });
});

function countsOf(data: ReturnType<typeof dataOf>, periods = periodsOf()) {
  const { up, down, appeared, gone } = Object.fromEntries(findingOutputs(reportOf({ data, periods })));
  return [up, down, appeared, gone];
}
