import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CancelledError } from "../../src/service/errors.ts";
import { FakeClock } from "../fake-clock.ts";
import { thrown, told } from "../service/service-under-test.ts";
import {
  type Answer,
  attemptsAt,
  down,
  pageOf,
  readFrom,
  service,
  siteWith as site,
  weeks,
} from "./read-under-test.ts";

const all = weeks({ compare: true, trend: 4 });
const limited = (seconds?: number): Answer => ({
  status: 429,
  headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
});

describe("a rate limit", () => {
  it("is waited for once by all whom it refused", async () => {
    // Refusals that arrive one after the other must fall into one wait, so that the fake one takes a moment.
    class Slow extends FakeClock {
      override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
        await wait(100);
        await super.sleep(ms, signal);
      }
    }
    const clock = new Slow();
    const gathered = Promise.withResolvers<void>();
    const { url, asked } = await service(async (query) => {
      if (asked.length === 4) gathered.resolve();
      await gathered.promise;
      return query.attempt === 0 ? limited(40) : pageOf(1, query);
    });
    expect(await readFrom(url, { periods: all, clock })).toMatchObject({ requests: 8, missing: [] });
    expect(clock.sleeps).toEqual([40_000]);
  });

  it("without Retry-After is waited for as other failures are", async () => {
    const clock = new FakeClock();
    const { url } = await site(1, ({ attempt }) => (attempt < 3 ? limited() : undefined));
    expect((await readFrom(url, { clock })).requests).toBe(4);
    expect(clock.sleeps).toEqual([500, 1000, 2000]);
  });

  it.each([
    ["longer than a minute", 61, 100],
    ["longer than the time that is left", 50, 40],
  ])("%s ends the data at once", async (_, seconds, secondsLeft) => {
    const clock = new FakeClock();
    const { url, asked } = await site(5, ({ page }) => (page === 1 ? limited(seconds) : undefined));
    const data = await readFrom(url, {
      periods: weeks({ compare: true }),
      clock,
      deadline: clock.now() + secondsLeft * 1000,
    });
    expect(clock.sleeps).toEqual([]);
    expect(attemptsAt(asked, 1)).toBe(1);
    expect(data.missing).toEqual([
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous-pages", why: "failure", reason: "rate-limit" },
    ]);
  });

  it("is waited for a minute in all", async () => {
    const clock = new FakeClock();
    const { url } = await site(9, ({ page, attempt }) =>
      page > 0 && attempt === 0 ? limited(25) : undefined,
    );
    const start = clock.now();
    const data = await readFrom(url, { clock });
    expect(clock.now() - start).toBe(50_000);
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "rate-limit" }]);
  });

  it("that refuses the first request for long is the step's error", async () => {
    const { url, asked } = await service(() => limited(3600));
    expect(await told(readFrom(url, { periods: all }))).toMatchObject({ reason: "rate-limit" });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe("the time limit", () => {
  it("during a pause takes back the requests that waited for its end", async () => {
    const clock = new FakeClock();
    clock.hold();
    const { url, asked } = await service(async (query) => {
      if (query.limit === 1) return limited(30);
      await wait(50);
      setTimeout(() => clock.advance(60_000), 50);
      return pageOf(3, query);
    });
    const data = await readFrom(url, {
      periods: weeks({ trend: 2 }),
      clock,
      deadline: clock.now() + 60_000,
    });
    expect(data.missing).toContainEqual({ what: "pages", why: "time" });
    expect(data.requests).toBe(2);
    expect(asked).toHaveLength(2);
  });

  it("is watched no longer than the data lasts", async () => {
    let watching = 0;
    class Watched extends FakeClock {
      override every(ms: number, tick: () => void): () => void {
        watching += 1;
        const stop = super.every(ms, tick);
        return () => {
          watching -= 1;
          stop();
        };
      }
    }
    const { url } = await service(({ back }) => (back === 0 ? { status: 401 } : down));
    await told(readFrom(url, { clock: new Watched() }));
    expect(watching).toBe(0);
  });

  it("cuts off what hangs, and the report says so", async () => {
    const clock = new FakeClock();
    const { url } = await service((query) => {
      if (query.page === 2) setTimeout(() => clock.advance(60_000), 50);
      return query.page < 2 ? pageOf(9, query) : undefined;
    });
    const data = await readFrom(url, {
      periods: weeks({ compare: true }),
      clock,
      deadline: clock.now() + 60_000,
    });
    expect(data.current).toMatchObject({ complete: false, rows: { length: 500 } });
    expect(data.missing).toEqual([
      { what: "pages", why: "time" },
      { what: "previous-pages", why: "time" },
    ]);
  });

  it("that forbids a repeat is what is named", async () => {
    const clock = new FakeClock();
    const { url } = await site(2, ({ page }) => (page === 1 ? down : undefined));
    const data = await readFrom(url, { clock, deadline: clock.now() + 2000 });
    expect(data.missing).toEqual([{ what: "pages", why: "time" }]);
  });

  it("during the first request is the step's error", async () => {
    const clock = new FakeClock();
    const { url } = await service(() => void setTimeout(() => clock.advance(60_000), 50));
    const error = await told(readFrom(url, { clock, deadline: clock.now() + 60_000 }));
    expect(error.message).toMatch(/time limit/);
    expect(error.advice).toContain("timeout-minutes");
  });
});

describe("a cancellation", () => {
  it("before the first request sends nothing", async () => {
    const { url, asked } = await service((query) => pageOf(1, query));
    expect(await thrown(readFrom(url, { signal: AbortSignal.abort() }))).toBeInstanceOf(CancelledError);
    expect(asked).toEqual([]);
  });

  it.each([
    ["the first request", 0],
    ["the pages", 3],
  ])("during %s ends it at once", async (_, page) => {
    const cancelled = new AbortController();
    const { url, asked } = await service((query) => {
      if (query.page < page) return pageOf(9, query);
      setTimeout(() => cancelled.abort(), 30);
      return undefined;
    });
    expect(await thrown(readFrom(url, { signal: cancelled.signal }))).toBeInstanceOf(CancelledError);
    const before = asked.length;
    await wait(30);
    expect(asked).toHaveLength(before);
  });

  it("during a wait for a rate limit ends it at once", async () => {
    const cancelled = new AbortController();
    const clock = new FakeClock();
    clock.hold();
    const { url, asked } = await service(() => {
      setTimeout(() => cancelled.abort(), 50);
      return limited(30);
    });
    expect(await thrown(readFrom(url, { signal: cancelled.signal, clock }))).toBeInstanceOf(CancelledError);
    expect(asked).toHaveLength(1);
  });
});
