import { setImmediate } from "node:timers/promises";
import { Agent } from "undici";
import { onTestFinished } from "vitest";
import { day } from "../../../src/dates.ts";
import type { Signal } from "../../../src/inputs/table.ts";
import { Service } from "../../../src/service/client.ts";
import type { Periods, VisitorData } from "../../../src/visitors/read/data.ts";
import {
  type ExportReaderOptions,
  exportReader,
} from "../../../src/visitors/read/export-reader.ts";
import { placesOn } from "../../../src/visitors/read/pages.ts";
import { readVisitors } from "../../../src/visitors/read/visitors.ts";
import { FakeClock } from "../../fake-clock.ts";
import { redactNothing } from "../../no-secrets.ts";
import type { Answer } from "../../service/fake-service.ts";
import { answer, serve } from "../../service/local-server.ts";
import { periodsOf } from "../report-fixture.ts";

/** A Monday. */
const end = Date.UTC(2026, 0, 5);

/** Weekly periods; by default the newest week alone. */
export const weeks = ({ trend = 0, compare = false } = {}): Periods =>
  periodsOf({ period: "last-week", trend, compare }, end);

export type Given = Partial<ExportReaderOptions> & {
  periods?: Periods;
  signals?: readonly Signal[];
  siteUrl?: URL;
  /** Gets the lines of the log. */
  info?: (line: string) => void;
};

/** Fetches from the service at this address, with a fake clock unless another is given; counts the requests. */
export async function fetchFrom(
  url: string,
  given: Given = {},
): Promise<VisitorData & { requests: number }> {
  const { periods = weeks(), signals = [], info = () => {}, siteUrl, ...options } = given;
  const { clock = new FakeClock() } = options;
  const agent = new Agent();
  const endpoint = { base: new URL(url), key: "mint_0123456789abcdef", dispatcher: agent };
  const reader = exportReader({
    service: new Service({ endpoint, clock, projectId: "docs-1", redact: redactNothing }),
    clock,
    abort: new AbortController().signal,
    maxRequests: 60,
    deadline: clock.now() + 30 * 60_000,
    ...options,
  });
  try {
    const data = await readVisitors(periods, reader, {
      wanted: new Set(signals),
      placeOf: placesOn(siteUrl),
      log: { info },
    });
    return { ...data, requests: reader.spent() };
  } finally {
    await agent.destroy();
  }
}

/** A request for visitors as the fake service got it. */
export type Query = {
  /** How many weeks back its range is. */
  back: number;
  /** Which page of 250 it is, from 0. */
  page: number;
  limit: number;
  /** Which attempt at the same request it is, from 0. */
  attempt: number;
  /** Which of all requests it is, from 1. */
  number: number;
};
/** Answers a query; `undefined` never answers. */
type Script = (query: Query) => Answer | undefined | Promise<Answer | undefined>;

export const down: Answer = { status: 500, json: { error: "down" } };

/** The answer of a site of so many rows, which puts at most `size` of them on a page. */
export function pageOf(rows: number, { back, page, limit }: Query, size = 250) {
  const start = page * 250;
  const end = Math.min(rows, start + Math.min(limit, size));
  const visitors = Array.from({ length: Math.max(0, end - start) }, (_, at) => ({
    ...{ path: `/p${start + at}`, human: 10, ai: 5, total: 12 },
  }));
  const totals = { human: 100, ai: 50, total: 120 + back };
  return { json: { totals, visitors, hasMore: end < rows } };
}

/** A fake service on this machine that answers as the script says, and ends with the test. */
export async function fake(script: Script) {
  /** The requests, in order. */
  const asked: Query[] = [];
  const server = await serve([
    (response, request) => {
      const query = toQuery(request.url ?? "/", asked);
      asked.push(query);
      void Promise.resolve(script(query)).then((planned) => {
        if (planned === undefined || response.destroyed) return;
        const { status = 200, text, json = "", headers } = planned;
        answer(status, text ?? json, headers)(response, request);
      });
    },
  ]);
  onTestFinished(() => server.close());
  return { url: server.url.href, asked };
}

function toQuery(url: string, asked: readonly Query[]): Query {
  const search = new URL(url, "http://localhost").searchParams;
  const to = Date.parse(`${search.get("dateTo")}T00:00:00Z`);
  const back = (end - to) / (7 * day);
  const page = Number(search.get("offset")) / 250;
  const limit = Number(search.get("limit"));
  const same = asked.filter((one) => one.back === back && one.page === page && one.limit === limit);
  return { back, page, limit, attempt: same.length, number: asked.length + 1 };
}

/** A site of so many full pages in which some queries are answered otherwise. */
export const siteWith = (pages: number, otherwise: (query: Query) => Answer | undefined) =>
  fake((query) => otherwise(query) ?? pageOf(pages * 250, query));

/** The pages that were requested of the week so many weeks back, without those of the trend. */
export const pagesAsked = (asked: readonly Query[], back = 0): number[] =>
  asked.filter((query) => query.back === back && query.limit === 250).map(({ page }) => page);

/** Lets the event loop turn often enough that this process reads what it has written to its own sockets. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}
