import { describe, expect, it } from "vitest";
import { CancelledError } from "../../src/service/errors.ts";
import { FakeClock } from "../fake-clock.ts";
import type { Answer } from "../service/fake-service.ts";
import { thrown, told } from "../service/service-under-test.ts";
import {
  down,
  fake,
  fetchFrom,
  pageOf,
  pagesAsked,
  type Query,
  siteWith as site,
  turns,
  weeks,
} from "./read-harness.ts";

const all = weeks({ compare: true, trend: 4 });
const attemptsAt = (asked: readonly Query[], page: number) =>
  pagesAsked(asked).filter((one) => one === page).length;
const limited = (seconds?: number): Answer => ({
  status: 429,
  headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
});

/** A clock whose sleeps last until every answer that was sent has arrived. */
class SlowClock extends FakeClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await turns();
    await super.sleep(ms, signal);
  }
}

const negative: Answer = {
  json: { totals: { human: -1, ai: 0, total: 1 }, visitors: [], hasMore: false },
};

describe("the first request", () => {
  it.each([
    [401, "api-key"],
    [403, "forbidden"],
    [404, "not-found"],
    [400, "refused"],
    [302, "refused"],
  ])("refused with %i fails the step without a retry", async (status, reason) => {
    const { url, asked } = await fake(() => ({ status }));
    expect(await told(fetchFrom(url, { periods: all }))).toMatchObject({ reason });
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("is retried four times before its error fails the step", async () => {
    const { url, asked } = await site(1, () => down);
    expect(await told(fetchFrom(url))).toMatchObject({ reason: "service" });
    expect(asked).toHaveLength(5);
  });

  it("is not retried beyond the budget", async () => {
    const clock = new FakeClock();
    const { url, asked } = await site(1, () => down);
    expect(await told(fetchFrom(url, { maxRequests: 3, clock }))).toMatchObject({ reason: "service" });
    expect(asked).toHaveLength(3);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it.each([
    ["of the wrong shape", { json: { data: [] } }, "read the visitors"],
    ["with negative totals", negative, "read the visitors: the response has the wrong shape (totals.human)"],
  ])("with an answer %s fails the step", async (_, answer, why) => {
    const { url } = await fake(() => answer);
    const error = await told(fetchFrom(url));
    expect(error).toMatchObject({ reason: "answer" });
    expect(error.message).toContain(why);
  });

  it.each([
    ["service", down],
    ["answer", negative],
  ])("for the previous period may fail (%s), which the report says", async (reason, answer) => {
    const { url } = await site(2, ({ back, limit }) => (back === 1 && limit === 250 ? answer : undefined));
    const data = await fetchFrom(url, { periods: all });
    expect(data).toMatchObject({ previous: undefined, current: { complete: true } });
    expect(data.missing).toEqual([{ what: "previous", why: "failure", reason }]);
    expect(data.trend.map((point) => point?.total)).toEqual([123, 122, undefined, 120]);
  });

  it("for points of the trend may fail: gaps that are named once, with half of the budget at most", async () => {
    const { url, asked } = await site(1, ({ limit }) => (limit === 1 ? down : undefined));
    const data = await fetchFrom(url, { periods: weeks({ compare: true, trend: 6 }), maxRequests: 24 });
    expect(data.trend.filter((point) => point === undefined)).toHaveLength(4);
    expect(data.missing).toEqual([{ what: "trend", why: "failure", reason: "service" }]);
    expect(asked.filter(({ limit }) => limit === 1)).toHaveLength(12);
  });
});

describe("a failed page", () => {
  it("leaves a gap; the pages behind it and the previous period still count", async () => {
    const { url, asked } = await site(4, ({ page, back }) => (page === 1 && back === 0 ? down : undefined));
    const data = await fetchFrom(url, { periods: weeks({ compare: true }) });
    expect(attemptsAt(asked, 1)).toBe(5);
    expect(data.current).toMatchObject({ complete: false, rows: { length: 750 } });
    expect(data.current.rows.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/p0", "/p249", "/p500", "/p999"]),
    );
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "service" }]);
    expect(data.previous).toMatchObject({ complete: true, rows: { length: 1000 } });
  });

  it("is made good by a retry", async () => {
    const { url } = await site(9, ({ attempt }) => (attempt < 4 ? down : undefined));
    const data = await fetchFrom(url);
    expect(data).toMatchObject({ current: { complete: true, rows: { length: 2250 } }, missing: [] });
  });

  it("takes its retry from the budget, which another may use up meanwhile", async () => {
    const { url, asked } = await site(5, ({ page }) => (page === 1 || page === 2 ? down : undefined));
    const data = await fetchFrom(url, { clock: new SlowClock(), maxRequests: 6 });
    expect([asked.length, data.requests]).toEqual([6, 6]);
  });

  it("is the one that is named, if others of its batch fail for another reason", async () => {
    const { url } = await site(4, ({ page }) => [undefined, down, { status: 400 }][page]);
    const { current, missing } = await fetchFrom(url);
    expect(current.rows).toHaveLength(500);
    expect(missing).toEqual([{ what: "pages", why: "failure", reason: "service" }]);
  });

  it("of the wrong shape is named as such", async () => {
    const { url } = await site(3, ({ page }) => (page === 2 ? { json: { hasMore: "no" } } : undefined));
    const data = await fetchFrom(url);
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "answer" }]);
    expect(data.current.rows).toHaveLength(500);
  });

  it.each([
    [401, "api-key"],
    [402, "payment"],
    [403, "forbidden"],
    [404, "not-found"],
  ])("with an error that says no is not asked for again: %i", async (status, reason) => {
    const { url, asked } = await site(3, ({ page }) => (page > 0 ? { status } : undefined));
    const data = await fetchFrom(url, { periods: weeks({ compare: true }) });
    expect(data.missing).toEqual([
      { what: "pages", why: "failure", reason },
      { what: "previous-pages", why: "failure", reason },
    ]);
    expect(new Set(pagesAsked(asked)).size).toBe(pagesAsked(asked).length);
  });
});

describe("a rate limit", () => {
  it("is waited for by all requests that it refused", async () => {
    const clock = new SlowClock();
    const gathered = Promise.withResolvers<void>();
    const { url, asked } = await fake(async (query) => {
      if (asked.length === 4) gathered.resolve();
      await gathered.promise;
      return query.attempt === 0 ? limited(40) : pageOf(1, query);
    });
    expect(await fetchFrom(url, { periods: all, clock })).toMatchObject({ requests: 8, missing: [] });
    expect(clock.sleeps).toEqual([40_000, 40_000, 40_000, 40_000]);
  });

  it("without Retry-After is waited for like other failures", async () => {
    const clock = new FakeClock();
    const { url } = await site(1, ({ attempt }) => (attempt < 3 ? limited() : undefined));
    expect((await fetchFrom(url, { clock })).requests).toBe(4);
    expect(clock.sleeps).toEqual([500, 1000, 2000]);
  });

  it.each([
    ["longer than a minute", 61, 100],
    ["longer than the time that is left", 50, 40],
  ])("%s ends the reading at once", async (_, seconds, secondsLeft) => {
    const clock = new FakeClock();
    const { url, asked } = await site(5, ({ page, back }) =>
      page === 1 && back === 0 ? limited(seconds) : undefined,
    );
    const deadline = clock.now() + secondsLeft * 1000;
    const data = await fetchFrom(url, { periods: weeks({ compare: true }), clock, deadline });
    expect(clock.sleeps).toEqual([]);
    expect(attemptsAt(asked, 1)).toBe(1);
    expect(data.missing).toEqual([
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous-pages", why: "failure", reason: "rate-limit" },
    ]);
  });

  it.each([
    ["a minute is waited for, each time", 60, []],
    ["more than a minute ends the reading", 61, [{ what: "pages", why: "failure", reason: "rate-limit" }]],
  ])("that asks for %s", async (_, seconds, missing) => {
    const clock = new FakeClock();
    const { url } = await site(9, ({ page, attempt }) =>
      page > 0 && attempt === 0 ? limited(seconds) : undefined,
    );
    const data = await fetchFrom(url, { clock });
    expect(clock.sleeps).toEqual(Array(seconds > 60 ? 0 : 8).fill(60_000));
    expect(data.missing).toEqual(missing);
  });

  it("that ended the reading ends the retries of other requests", async () => {
    const { url, asked } = await fake(async (query) => {
      if (query.page === 1) return limited(61);
      if (query.page === 2) await turns();
      return query.page === 2 ? down : pageOf(9, query);
    });
    await fetchFrom(url);
    expect(attemptsAt(asked, 2)).toBe(1);
  });

  it("that stays ends the reading", async () => {
    const { url, asked } = await site(9, ({ page }) => (page > 0 ? limited(1) : undefined));
    const data = await fetchFrom(url, { periods: weeks({ compare: true }) });
    expect(data.missing).toEqual([
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous-pages", why: "failure", reason: "rate-limit" },
    ]);
    expect(pagesAsked(asked, 1)).toEqual([0]);
  });

  it("that refuses the first request for long fails the step", async () => {
    const { url, asked } = await fake(() => limited(3600));
    expect(await told(fetchFrom(url, { periods: all }))).toMatchObject({ reason: "rate-limit" });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe("the time limit", () => {
  it("leaves no timer behind, also after an error", async () => {
    let timers = 0;
    class CountingClock extends FakeClock {
      override every(ms: number, tick: () => void): () => void {
        timers += 1;
        const stop = super.every(ms, tick);
        return () => {
          timers -= 1;
          stop();
        };
      }
    }
    const { url } = await fake(({ back }) => (back === 0 ? { status: 401 } : down));
    await told(fetchFrom(url, { clock: new CountingClock() }));
    expect(timers).toBe(0);
  });

  it("aborts requests that hang, and the report says so", async () => {
    const clock = new FakeClock();
    const { url, asked } = await fake((query) => {
      if (query.page === 2) void turns().then(() => clock.advance(60_000));
      return query.page < 2 ? pageOf(9, query) : undefined;
    });
    const deadline = clock.now() + 60_000;
    const data = await fetchFrom(url, { periods: weeks({ compare: true }), clock, deadline });
    expect(data.current).toMatchObject({ complete: false, rows: { length: 500 } });
    expect(data.requests).toBe(asked.length);
    expect(data.missing).toEqual([
      { what: "pages", why: "time" },
      { what: "previous-pages", why: "time" },
    ]);
  });

  it("forbids a retry that would begin behind it, and the service's error is named", async () => {
    const clock = new FakeClock();
    const { url, asked } = await site(2, ({ page }) => (page === 1 ? down : undefined));
    const data = await fetchFrom(url, { clock, deadline: clock.now() + 2000 });
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "service" }]);
    expect(attemptsAt(asked, 1)).toBe(3);
  });

  it("between retries of the first request fails the step with the service's last error", async () => {
    const clock = new FakeClock();
    const { url, asked } = await site(1, () => down);
    const error = await told(fetchFrom(url, { clock, deadline: clock.now() + 2000 }));
    expect(error).toMatchObject({ reason: "service" });
    expect(asked.length).toBeLessThan(5);
  });

  it("during the first request fails the step", async () => {
    const clock = new FakeClock();
    const { url } = await fake(() => void clock.advance(60_000));
    const error = await told(fetchFrom(url, { clock, deadline: clock.now() + 60_000 }));
    expect(error.reason).toBe("unreachable");
    expect(error.message).toMatch(/time limit/);
    expect(error.advice).toContain("timeout-minutes");
  });
});

describe("a cancellation", () => {
  it("before the first request sends nothing", async () => {
    const { url, asked } = await fake((query) => pageOf(1, query));
    expect(await thrown(fetchFrom(url, { abort: AbortSignal.abort() }))).toBeInstanceOf(CancelledError);
    expect(asked).toEqual([]);
  });

  it.each([
    ["the first request", 0, 1],
    ["further pages", 3, 5],
  ])(
    "during %s ends the reading at once, and says how many requests were made",
    async (_, page, requests) => {
      const cancelled = new AbortController();
      const { url, asked } = await fake((query) => {
        if (query.page < page) return pageOf(9, query);
        cancelled.abort();
        return undefined;
      });
      let spent = 0;
      const onSpent = (requests: number) => {
        spent = requests;
      };
      const cancelledFetch = fetchFrom(url, { abort: cancelled.signal, onSpent });
      expect(await thrown(cancelledFetch)).toBeInstanceOf(CancelledError);
      expect(spent).toBe(requests);
      await turns();
      expect(asked.length).toBeLessThanOrEqual(requests);
    },
  );

  it("during a wait for a rate limit ends the reading at once", async () => {
    const cancelled = new AbortController();
    const clock = new FakeClock();
    clock.hold();
    const { url, asked } = await fake(() => {
      void turns().then(() => cancelled.abort());
      return limited(30);
    });
    expect(await thrown(fetchFrom(url, { abort: cancelled.signal, clock }))).toBeInstanceOf(CancelledError);
    expect(asked).toHaveLength(1);
  });
});
