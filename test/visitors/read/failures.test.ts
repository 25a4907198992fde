import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionError } from "../../../src/errors.ts";
import { CancelledError } from "../../../src/service/errors.ts";
import { FakeClock } from "../../fake-clock.ts";
import { runs } from "../../runs.ts";
import type { Answer } from "../../service/fake-service.ts";
import { thrown, told } from "../../service/service-under-test.ts";
import {
  down,
  fake,
  fetchFrom,
  pageOf,
  pagesAsked,
  siteWith as site,
  turns,
  weeks,
} from "./harness.ts";

const all = weeks({ compare: true, trend: 4 });
const limited = (seconds?: number): Answer => ({
  status: 429,
  headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
});

const negative: Answer = {
  json: { totals: { human: -1, ai: 0, total: 1 }, visitors: [], hasMore: false },
};

describe("the first request", () => {
  it.each<[string, Answer, string, RegExp]>([
    ["a refusal", { status: 401 }, "api-key", /./],
    ["another shape", { json: { data: [] } }, "answer", /read the visitors/],
    ["negative totals", negative, "answer", /read the visitors: .* \(totals\.human\)/],
  ])("with %s fails the step", async (_, answer, reason, message) => {
    const { url, asked } = await fake(() => answer);
    const error = await told(fetchFrom(url));
    expect(error).toMatchObject({ reason, message: expect.stringMatching(message) });
    expect(asked).toHaveLength(reason === "answer" ? 5 : 1);
  });

  it("for the previous period may fail, which the report says", async () => {
    const { url } = await site(2, ({ back, limit }) =>
      back === 1 && limit === 250 ? negative : undefined,
    );
    const data = await fetchFrom(url, { periods: all });
    expect(data).toMatchObject({ previous: undefined, current: { complete: true } });
    expect(data.missing).toEqual([{ what: "previous", why: "failure", reason: "answer" }]);
    expect(data.trend.map((point) => point?.total)).toEqual([123, 122, undefined, 120]);
  });
});

it("a failed page leaves a gap; the pages behind it and the previous period still count", async () => {
  const { url, asked } = await site(4, ({ page, back }) =>
    page === 1 && back === 0 ? down : undefined,
  );
  const data = await fetchFrom(url, { periods: weeks({ compare: true }) });
  expect(pagesAsked(asked).filter((page) => page === 1)).toHaveLength(5);
  expect(data.current).toMatchObject({ complete: false, pages: { length: 750 } });
  expect(data.current.pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/p0", "/p249", "/p500", "/p999"]),
  );
  expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "service" }]);
  expect(data.previous).toMatchObject({ complete: true, pages: { length: 1000 } });
});

describe("a rate limit", () => {
  it.each([
    ["a minute is waited for, each time", 60, []],
    [
      "more than a minute ends the reading",
      61,
      [{ what: "pages", why: "failure", reason: "rate-limit" }],
    ],
  ])("that asks for %s", async (_, seconds, missing) => {
    const clock = new FakeClock();
    const { url } = await site(9, ({ page, attempt }) =>
      page > 0 && attempt === 0 ? limited(seconds) : undefined,
    );
    const data = await fetchFrom(url, { clock });
    expect(clock.sleeps).toEqual(Array(seconds > 60 ? 0 : 8).fill(60_000));
    expect(data.missing).toEqual(missing);
  });
});

it("after the time limit no request begins; those under way still count", async () => {
  const clock = new FakeClock();
  const { url, asked } = await site(9, ({ page }) => {
    if (page === 2) clock.advance(60_000);
    return undefined;
  });
  const deadline = clock.now() + 60_000;
  const data = await fetchFrom(url, { periods: weeks({ compare: true }), clock, deadline });
  expect(data.current).toMatchObject({ complete: false, pages: { length: 5 * 250 } });
  expect(asked).toHaveLength(6);
  expect(data.missing).toEqual([
    { what: "pages", why: "time" },
    { what: "previous-pages", why: "time" },
  ]);
});

describe("a cancellation", () => {
  it.each([
    ["the first request", 0, 1],
    ["further pages", 3, 5],
  ])("during %s ends the reading at once", async (_, page, requests) => {
    const cancelled = new AbortController();
    const { url, asked } = await fake((query) => {
      if (query.page < page) return pageOf(9 * 250, query);
      cancelled.abort();
      return undefined;
    });
    const cancelledFetch = fetchFrom(url, { abort: cancelled.signal });
    expect(await thrown(cancelledFetch)).toBeInstanceOf(CancelledError);
    await turns();
    expect(asked.length).toBeLessThanOrEqual(requests);
  });
});

it("whatever fails, no more is spent than the budget, and what is missing is said", async () => {
  const endless = { json: { totals: { human: 1, ai: 1, total: 1 }, visitors: [], hasMore: true } };
  const failures = [down, limited(), limited(50), limited(90), { status: 403 }, { text: "{" }];
  const answer = fc.constantFrom<Answer>(...failures, { json: [] }, endless);
  const odd = fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), answer, { maxKeys: 5 });
  const [pages, budget] = [fc.nat(12), fc.integer({ min: 1, max: 40 })];
  await fc.assert(
    fc.asyncProperty(pages, budget, odd, async (pages, maxRequests, answers) => {
      const { url, asked } = await fake(
        (query) => answers[query.number] ?? pageOf(pages * 250, query),
      );
      const periods = weeks({ compare: true, trend: 8 });
      const data = await fetchFrom(url, { periods, maxRequests }).catch((error: unknown) => {
        if (!(error instanceof ActionError)) throw error;
      });
      expect(asked.length).toBeLessThanOrEqual(maxRequests);
      if (data === undefined) return;
      expect(data.requests).toBe(asked.length);
      const isMissing = (what: RegExp) => data.missing.some((one) => what.test(one.what));
      expect(data.current.complete).toBe(!isMissing(/^pages$/));
      expect(data.previous?.complete === true).toBe(!isMissing(/^previous/));
      for (const { pages } of [data.current, data.previous ?? data.current])
        expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    }),
    runs(200, 20),
  );
});
