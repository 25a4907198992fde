import type { ServerResponse } from "node:http";
import { Agent } from "undici";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { Service } from "../../src/service/client.ts";
import { HttpClient } from "../../src/service/http.ts";
import { type FetchOptions, fetchVisitorData } from "../../src/visitors/fetch.ts";
import type { Periods, Range, VisitorData } from "../../src/visitors/types.ts";
import { FakeClock } from "../fake-clock.ts";
import { type LocalServer, serve } from "../service/local-server.ts";

const day = 86_400_000;
const end = Date.UTC(2026, 0, 5);

/** The week that lies so many weeks back; 0 is the newest. */
export const week = (back: number): Range => ({ from: end - (back + 1) * 7 * day, to: end - back * 7 * day });

/** Weekly periods; by default one week alone. */
export function weeks({ trend = 0, compare = false } = {}): Periods {
  return {
    current: week(0),
    previous: compare ? week(1) : undefined,
    trend: Array.from({ length: trend }, (_, at) => week(trend - 1 - at)),
    unit: { kind: "days", days: 7 },
  };
}

export type Given = Partial<FetchOptions> & { periods?: Periods };

/** Reads from the service at this address, with a fake clock unless another is given. */
export async function readFrom(
  url: string,
  { periods = weeks(), ...given }: Given & { key?: string; project?: string } = {},
): Promise<VisitorData> {
  const { key = "mint_0123456789abcdef", project = "docs-1", ...options } = given;
  const clock: Clock = options.clock ?? new FakeClock();
  const agent = new Agent();
  const transport = new HttpClient(new URL(url), key, agent);
  try {
    return await fetchVisitorData(periods, {
      service: new Service({ transport, clock, projectId: project }),
      clock,
      signal: new AbortController().signal,
      maxRequests: 60,
      deadline: clock.now() + 30 * 60_000,
      log: { info: () => {} },
      ...options,
    });
  } finally {
    await agent.destroy();
  }
}

/** A request for visitors as the scripted service got it. */
export type Query = {
  /** How many weeks back its range lies. */
  back: number;
  /** Which page of 250 it is, from 0. */
  page: number;
  limit: number;
  /** Which attempt at the same request it is, from 0. */
  attempt: number;
};
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
/** Answers a query; `undefined` never answers. */
export type Script = (
  query: Query,
  response: ServerResponse,
) => Answer | undefined | Promise<Answer | undefined>;

/** What a service of these many full pages answers. */
export function pageOf(pages: number, { back, page, limit }: Query): Answer {
  const rows = page < pages ? Math.min(limit, 250) : 0;
  const visitors = Array.from({ length: rows }, (_, row) => ({
    path: `/p${page * 250 + row}`,
    human: 10,
    ai: 5,
    total: 12,
  }));
  const totals = { human: 100, ai: 50, total: 120 + back };
  return { body: { totals, visitors, hasMore: page + 1 < pages || (limit === 1 && pages > 0) } };
}

/** A service on this machine that follows a script. */
export type Scripted = {
  url: string;
  server: LocalServer;
  /** What it was asked, in order. */
  asked: Query[];
  /** The most requests for pages after the first of one period that were open at the same time. */
  mostOpen(): number;
  /** Requests that were hung up on before they were answered. */
  hungUp: Query[];
  close(): Promise<void>;
};

export async function scripted(script: Script): Promise<Scripted> {
  const asked: Query[] = [];
  const hungUp: Query[] = [];
  const open = new Map<number, number>();
  let most = 0;
  const server = await serve([
    (response, request) => {
      const search = new URL(request.url ?? "/", "http://localhost").searchParams;
      const number = (name: string) => Number(search.get(name));
      const to = Date.parse(`${search.get("dateTo")}T00:00:00Z`);
      const [back, page] = [(end - to) / (7 * day), number("offset") / 250];
      const limit = number("limit");
      const attempt = asked.filter(
        (one) => one.back === back && one.page === page && one.limit === limit,
      ).length;
      const query = { back, page, limit, attempt };
      asked.push(query);
      const count = (by: number) => {
        if (page > 0) open.set(back, (open.get(back) ?? 0) + by);
        most = Math.max(most, open.get(back) ?? 0);
      };
      count(1);
      response.on("close", () => {
        count(-1);
        if (!response.writableEnded) hungUp.push(query);
      });
      void Promise.resolve(script(query, response)).then((answer) => {
        if (answer === undefined || response.destroyed) return;
        const { status = 200, body = "", headers = {} } = answer;
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      });
    },
  ]);
  return {
    url: server.url.href,
    server,
    asked,
    mostOpen: () => most,
    hungUp,
    close: () => server.close(),
  };
}

/** The answer of a service that fails. */
export const down: Answer = { status: 500, body: { error: "down" } };

/** How often a page was asked for. */
export function attemptsAt(asked: readonly Query[], page: number): number {
  return asked.filter((query) => query.page === page && query.back === 0 && query.limit === 250).length;
}

/** A scripted service that ends with the test. */
export async function service(script: Script): Promise<Scripted> {
  const made = await scripted(script);
  onTestFinished(() => made.close());
  return made;
}

/** A site of so many full pages in which some queries are answered otherwise. */
export const siteWith = (pages: number, otherwise: (query: Query) => Answer | undefined) =>
  service((query) => otherwise(query) ?? pageOf(pages, query));
