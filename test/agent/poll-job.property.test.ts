import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pollJob } from "../../src/agent/poll-job.ts";
import { formatDuration } from "../../src/text/duration.ts";
import { silentLog } from "../fake-log.ts";
import { runs } from "../runs.ts";
import { onMock } from "../service/service-under-test.ts";
import { hostile } from "../text/hostile.ts";

const createdAt = fc.oneof(
  hostile,
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString())),
  fc.constantFrom("+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z", "1e9", "0", "2026-01-05T12:00:00Z"),
);
const status = fc.oneof(
  hostile.filter((text) => /^[^\p{C}]{1,64}$/u.test(text)),
  fc.constantFrom("active", "completed "),
);

describe("a job that is followed", () => {
  it("is asked for every two to fifteen seconds, whatever it says of itself", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(createdAt, status), { minLength: 1, maxLength: 4 }),
        async (answers) => {
          const jobs = [
            ...answers.map(([created, shown]) => ({ id: "job_1", status: shown, createdAt: created })),
            { id: "job_1", status: "completed" },
          ];
          const { service, clock } = onMock(...jobs.map((body) => ({ status: 200, body })));
          const log = {
            ...silentLog,
          };
          const ending = await pollJob({
            ...{ service, clock, log, signal: new AbortController().signal, jobId: "job_1", watch: true },
            ...{ acceptedAt: clock.now(), timeoutMs: 1_800_000, intervalMs: undefined, possiblyStale: false },
            onJob: () => {},
          });
          expect(ending).toMatchObject({ kind: "final", job: { status: "completed" } });
          const [first, ...waits] = clock.sleeps;
          expect(first).toBe(0);
          expect(waits).toHaveLength(answers.length);
          for (const wait of waits) {
            expect(wait).toBeGreaterThanOrEqual(2000);
            expect(wait).toBeLessThanOrEqual(15_000);
          }
        },
      ),
      runs(200),
    );
  });
});

describe("a span of time", () => {
  it("is named in words that mean it, to the second within an hour", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -1000, max: 8_000_000 }), fc.nat(1e12)), (ms) => {
        const text = formatDuration(ms);
        expect(text).toMatch(/^(?:\d+ h(?: [1-5]?\d min)?|[1-5]?\d min(?: [1-5]?\d s)?|[1-5]?\d s)$/);
        const unit: Record<string, number> = { h: 3_600_000, min: 60_000, s: 1000 };
        const meant = Array.from(text.matchAll(/(\d+) (h|min|s)/g)).reduce(
          (sum, [, count, name = ""]) => sum + Number(count) * (unit[name] ?? 0),
          0,
        );
        expect(Math.abs(Math.max(0, ms) - meant)).toBeLessThanOrEqual(ms < 3_599_000 ? 500 : 60_000);
      }),
      runs(1500),
    );
  });
});
