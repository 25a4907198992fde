import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ActionError } from "../../src/errors.ts";
import type { VisitorData } from "../../src/visitors/types.ts";
import { Caller } from "../emulator/caller.ts";
import type { FaultInput } from "../emulator/faults.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import { runs } from "../runs.ts";
import { type Given, readFrom, weeks } from "./read-under-test.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ limits: { analytics: 1_000_000 } });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const read = (given: Given & { key?: string } = {}, from = service) =>
  readFrom(from.url, { key: from.readOnlyKey, project: from.projectId, ...given });

/** Reads a range as the contract says, for comparison. */
async function pageAfterPage(query: string) {
  const caller = new Caller(service);
  const rows = [];
  for (let offset = 0; ; offset += 250) {
    const { body } = await caller.visitors(`${query}&limit=250&offset=${offset}`);
    rows.push(...body.visitors);
    if (!body.hasMore) return rows;
  }
}

const both = weeks({ compare: true, trend: 8 });

describe("against the service", () => {
  it("reads what page after page reads", async () => {
    service.change({ pages: 3000, order: "shuffled" });
    const data = await read({ periods: both });
    expect(data).toMatchObject({ current: { complete: true }, previous: { complete: true }, missing: [] });
    const rows = await pageAfterPage("?dateFrom=2025-12-29&dateTo=2026-01-05");
    expect(rows.length).toBeGreaterThan(1000);
    expect(data.current.rows).toEqual(rows.sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1)));
    expect(data.trend.every((point) => point !== undefined && point.total > 0)).toBe(true);
    expect(data.requests).toBeLessThanOrEqual(8 + 2 * 11 + 2 * 3);
  });

  it("counts a path once while the rows shift", async () => {
    service.change({ pages: 2000, drift: true });
    const { current } = await read({ periods: both });
    expect(new Set(current.rows.map(({ path }) => path)).size).toBe(current.rows.length);
    expect(current.rows.length).toBeGreaterThan(1000);
    expect(current.complete).toBe(true);
  });

  it.each(["empty", "repeat"] as const)("is not kept for ever by an endless site (%s)", async (endless) => {
    service.change({ pages: 700, endless });
    const data = await read({ periods: both });
    expect(data.missing).toEqual([
      { what: "pages", why: "pagination" },
      { what: "previous-pages", why: "pagination" },
    ]);
    expect(data.requests).toBeLessThanOrEqual(8 + 2 * 6);
  });

  it("makes a report of what the hourly limit lets through", async () => {
    service.change({ pages: 3000, limits: { analytics: 12 }, retryAfter: "seconds" });
    const data = await read({ periods: both });
    expect(data.current).toMatchObject({ complete: false });
    expect(data.current.rows.length).toBeGreaterThanOrEqual(500);
    expect(data.missing).toContainEqual({ what: "pages", why: "failure", reason: "rate-limit" });
    expect(service.requests().length).toBeLessThanOrEqual(12 + 4);
  });

  it("is told that a key has expired", async () => {
    await expect(read({ key: service.expiredKey })).rejects.toMatchObject({ reason: "api-key" });
  });

  it("never spends more than the budget, whatever goes wrong", async () => {
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
    const anyCase = fc.record({
      pages: fc.integer({ min: 0, max: 40 }),
      maxRequests: fc.integer({ min: 1, max: 60 }),
      faults: fc.array(
        fc.record({ after: fc.integer({ min: 1, max: 50 }), times: fc.integer({ min: 1, max: 6 }), happens }),
        { maxLength: 4 },
      ),
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
        // One of its own, because a request that was given up may arrive late.
        const own = await startService({ pages: pages * 250, limits: { analytics: 1000 }, ...switches });
        for (const fault of faults) own.fault(fault);
        const data = await read({ periods: both, maxRequests }, own).catch((error: unknown) => error);
        const received = own.requests().length;
        await own.close();
        expect(received).toBeLessThanOrEqual(maxRequests);
        if (data instanceof ActionError) return;
        holds(data, received, maxRequests, faults.length === 0 && Object.keys(switches).length === 0);
      }),
      runs(60),
    );
  });
});

/** What is true of every data. */
function holds(data: unknown, received: number, maxRequests: number, untroubled: boolean): void {
  if (!isVisitorData(data)) throw data;
  const { current, previous, requests, missing } = data;
  expect(requests).toBeLessThanOrEqual(maxRequests);
  // Only a request that was given up at once can have been counted and not sent, at most three a period.
  expect(requests - received).toBeGreaterThanOrEqual(0);
  expect(requests - received).toBeLessThanOrEqual(6);
  for (const [period, what] of [
    [current, /^pages$/],
    [previous, /^previous/],
  ] as const) {
    expect(period?.complete !== true).toBe(missing.some((one) => what.test(one.what)));
    const paths = period?.rows.map(({ path }) => path) ?? [];
    expect(new Set(paths).size).toBe(paths.length);
  }
  expect(data.trend.includes(undefined)).toBe(
    missing.some(({ what }) => what === "trend" || what === "previous"),
  );
  if (untroubled) expect(missing.every(({ why }) => why === "budget")).toBe(true);
}

function isVisitorData(value: unknown): value is VisitorData {
  return typeof value === "object" && value !== null && "current" in value;
}
