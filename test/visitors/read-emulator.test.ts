import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionError } from "../../src/errors.ts";
import type { VisitorData } from "../../src/visitors/report-model.ts";
import type { FaultInput } from "../emulator/faults.ts";
import { useService } from "../emulator/service-fixture.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import { runs } from "../runs.ts";
import { fetchFrom, type Given, weeks } from "./read-harness.ts";

const { service } = await useService({ limits: { analytics: 1_000_000 } });

const periods = weeks({ compare: true, trend: 8 });
const fetch = (given: Given = {}, from = service) =>
  fetchFrom(from.url, { periods, key: from.readOnlyKey, project: from.projectId, ...given });

describe("against the emulated service", () => {
  it("never spends more than the budget, whatever fails", async () => {
    const happens = fc.constantFrom<FaultInput["happens"]>(
      { kind: "reset" },
      { kind: "reset-during" },
      { kind: "broken-json" },
      { kind: "wrong-shape" },
      { kind: "answer", status: 500 },
      { kind: "answer", status: 429 },
      { kind: "answer", status: 429, headers: { "retry-after": "50" } },
      { kind: "answer", status: 403 },
      { kind: "delay", ms: 15 },
    );
    const after = fc.integer({ min: 1, max: 30 });
    const fault = fc.record({ after, times: fc.integer({ min: 1, max: 6 }), happens });
    const anyCase = fc.record({
      pages: fc.integer({ min: 0, max: 12 }),
      maxRequests: fc.integer({ min: 1, max: 40 }),
      faults: fc.array(fault, { maxLength: 4 }),
      switches: fc.constantFrom<Parameters<RunningService["change"]>[0]>(
        {},
        {},
        { drift: true },
        { endless: "empty" },
        { endless: "repeat" },
      ),
    });
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ pages, maxRequests, faults, switches }) => {
        // Each case has its own service, because faults stay.
        const own = await startService({ pages: pages * 250, limits: { analytics: 1000 }, ...switches });
        for (const one of faults) own.fault(one);
        const data = await fetch({ maxRequests }, own).catch((error: unknown) => error);
        const received = own.requests().length;
        await own.close();
        expect(received).toBeLessThanOrEqual(maxRequests);
        if (data instanceof ActionError) return;
        expectConsistent(data, received, maxRequests);
        if (faults.length > 0 || Object.keys(switches).length > 0) return;
        expect(isVisitorData(data) && data.missing.every(({ why }) => why === "budget")).toBe(true);
      }),
      runs(60, 6),
    );
  });
});

/** What is true of any data, however much of it is missing. */
function expectConsistent(data: unknown, received: number, maxRequests: number): void {
  if (!isVisitorData(data)) throw data;
  const { current, previous, trend, requests, missing } = data;
  expect(requests).toBeLessThanOrEqual(maxRequests);
  expect(requests).toBe(received);
  for (const [period, what] of [
    [current, /^pages$/],
    [previous, /^previous/],
  ] as const) {
    expect(period?.complete !== true).toBe(missing.some((one) => what.test(one.what)));
    const paths = period?.rows.map(({ path }) => path) ?? [];
    expect(new Set(paths).size).toBe(paths.length);
  }
  expect(trend.includes(undefined)).toBe(missing.some(({ what }) => ["trend", "previous"].includes(what)));
}

function isVisitorData(value: unknown): value is VisitorData {
  return typeof value === "object" && value !== null && "current" in value;
}
