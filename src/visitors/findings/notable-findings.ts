import type { Counts, NotableFinding, PageChange, PageFinding, Report } from "../report-model.ts";
import { groupPages } from "./page-group.ts";
import { siteFinding } from "./site-finding.ts";

const maxFindings = 3;

type Facts = Pick<Report, "periods" | "data" | "findings">;

/**
 * Up to three findings to act on: the site first, then its pages, the largest change in visitors first. One finding of
 * each kind is chosen before a second of any, new and moved pages after the other kinds, because the team knows about
 * these changes. No page is named twice, and none whose change may be chance.
 */
export function notableFindings(facts: Facts): NotableFinding[] {
  const ofSite = siteFinding(facts);
  const chosen: (PageFinding & { size: number })[] = [];
  for (const { rank: _, isByTeam: _byTeam, ...finding } of rankedFindings(facts)) {
    if (chosen.length + (ofSite === undefined ? 0 : 1) === maxFindings) break;
    if (chosen.every(({ path }) => path !== finding.path)) chosen.push(finding);
  }
  const ofPages = chosen.sort((a, b) => b.size - a.size).map(({ size: _, ...finding }) => finding);
  return ofSite === undefined ? ofPages : [ofSite, ...ofPages];
}

type Ranked = PageFinding & { size: number; rank: number; isByTeam: boolean };

function rankedFindings({ data, findings }: Facts): Ranked[] {
  const { up, down, new: appeared, gone, moved, aiShareUp, significant } = findings;
  const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
  const sitePaths = Array.from(new Set(rows.map(({ path }) => path)));
  const hasChanged = ({ path }: PageChange) => significant.change.has(path);
  const moves = moved.map(({ to, ...page }) => ({ path: to, ...page }));
  const rank = (
    kind: PageFinding["kind"],
    pages: readonly (PageChange & { from?: string })[],
    count: (counts: Counts) => number = ({ total }) => total,
  ): Ranked[] => {
    const all = pages
      .map((page) => ({ kind, ...page, size: Math.abs(count(page.current) - count(page.previous)) }))
      .sort((a, b) => b.size - a.size)
      .map((page, index) => ({ ...page, rank: index, isByTeam: kind === "new" || kind === "moved" }));
    const group = groupPages(all, sitePaths);
    return group === undefined ? all : all.slice(0, 1).map((page) => ({ ...page, group }));
  };
  return [
    ...rank("up", up.filter(hasChanged)),
    ...rank("down", down.filter(hasChanged)),
    ...rank("gone", gone),
    ...rank(
      "aiShareUp",
      aiShareUp.filter(({ path }) => significant.aiShare.has(path)),
      ({ ai }) => ai,
    ),
    ...rank("new", appeared),
    ...rank("moved", moves),
  ].sort((a, b) => a.rank - b.rank || Number(a.isByTeam) - Number(b.isByTeam) || b.size - a.size);
}
