import { findFindings } from "../../../src/visitors/findings.ts";
import type { Counts, Findings, PageKind, PageRow } from "../../../src/visitors/report-model.ts";
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

/** The pages of each kind, without the kind. */
export function listsOf({ pages, aiOnly, peopleOnly }: Findings) {
  const ofKind = (wanted: PageKind) =>
    pages.filter(({ kind }) => kind === wanted).map(({ kind: _, ...page }) => page);
  return {
    up: ofKind("up"),
    down: ofKind("down"),
    appeared: ofKind("new"),
    gone: ofKind("gone"),
    moved: ofKind("moved"),
    aiShareUp: ofKind("aiShareUp"),
    aiOnly,
    peopleOnly,
  };
}

/** The names of the lists that have a page. */
export function lists(findings: Findings): string {
  const names = Object.entries(listsOf(findings)).filter(([, list]) => list.length > 0);
  return names.map(([name]) => name).join(" ");
}
