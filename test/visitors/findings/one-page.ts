import { findFindings } from "../../../src/visitors/findings.ts";
import type { Counts, Findings, PageRow } from "../../../src/visitors/report-model.ts";
import { counts, period } from "../report-fixture.ts";

/** A row of a page with these visitors. */
export const page = (path: string, values: Counts): PageRow => ({ path, ...values });
/** So many people, and no AI. */
export const people = (total: number) => counts(total, 0);

/** A site of one page: its visitors in both periods, and those of the whole site. */
export type OnePage = {
  before?: Counts | undefined;
  now?: Counts | undefined;
  was?: Counts;
  is?: Counts;
  complete?: [boolean, boolean];
};

/** The findings on a site of one page; its totals are a steady thousand unless said otherwise. */
export function found({
  before,
  now,
  was = people(1000),
  is = people(1000),
  complete = [true, true],
}: OnePage): Findings {
  const rows = (values: Counts | undefined) => (values === undefined ? [] : [page("/p", values)]);
  return findFindings({
    current: period(is, rows(now), complete[1]),
    previous: period(was, rows(before), complete[0]),
  });
}

/** The names of the lists that have a page. */
export function lists(findings: Findings): string {
  const names = Object.entries(findings).filter(([, list]) => Array.isArray(list) && list.length > 0);
  return names.map(([name]) => name).join(" ");
}
