import { expect, test } from "vitest";
import { useService } from "./service-fixture.ts";

const paths = ["feedback/by-page", "feedback", "assistant", "searches"] as const;

const emulated = useService({ limits: { analytics: 100_000 } });

/** The query for a number of days up to one. */
function lastDays(count: number, until = "2025-11-17"): string {
  const from = new Date(Date.parse(until) - count * 86_400_000).toISOString().slice(0, 10);
  return `?dateFrom=${from}&dateTo=${until}`;
}

/** The rows of an answer, whatever the export calls them. */
function rowsOf(body: object): unknown[] {
  return Object.values(body).find(Array.isArray) ?? [];
}

test.each(paths)("%s answers with the shape of the published description", async (path) => {
  const { status, body } = await emulated.caller.export(path, lastDays(90));
  expect(status).toBe(200);
  expect(rowsOf(body).length).toBeGreaterThan(0);
});
