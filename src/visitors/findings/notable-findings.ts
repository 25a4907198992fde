import type { Counts, Findings, NotableFinding, PageChange } from "../report-model.ts";

const maxFindings = 3;

/**
 * Up to three findings to act on, the largest change in visitors first. One finding of each kind is chosen before a
 * second of any, new and moved pages after the other kinds, because the team knows about these changes. No page is named
 * twice, and none whose change may be chance.
 */
export function notableFindings(findings: Findings): NotableFinding[] {
  const chosen: (NotableFinding & { size: number })[] = [];
  for (const { rank: _, isByTeam: _byTeam, ...finding } of rankedFindings(findings)) {
    if (chosen.length === maxFindings) break;
    if (chosen.every(({ path }) => path !== finding.path)) chosen.push(finding);
  }
  return chosen.sort((a, b) => b.size - a.size).map(({ size: _, ...finding }) => finding);
}

type Ranked = NotableFinding & { size: number; rank: number; isByTeam: boolean };

function rankedFindings({
  up,
  down,
  new: appeared,
  gone,
  moved,
  aiShareUp,
  significant,
}: Findings): Ranked[] {
  const isSignificant = ({ path }: PageChange) => significant.has(path);
  const moves = moved.map(({ to, ...page }) => ({ path: to, ...page }));
  const rank = (
    kind: NotableFinding["kind"],
    pages: readonly (PageChange & { from?: string })[],
    count: (counts: Counts) => number = ({ total }) => total,
  ): Ranked[] =>
    pages
      .map((page) => ({ kind, ...page, size: Math.abs(count(page.current) - count(page.previous)) }))
      .sort((a, b) => b.size - a.size)
      .map((page, index) => ({ ...page, rank: index, isByTeam: kind === "new" || kind === "moved" }));
  return [
    ...rank("up", up.filter(isSignificant)),
    ...rank("down", down.filter(isSignificant)),
    ...rank("gone", gone),
    ...rank("aiShareUp", aiShareUp.filter(isSignificant), ({ ai }) => ai),
    ...rank("new", appeared),
    ...rank("moved", moves),
  ].sort((a, b) => a.rank - b.rank || Number(a.isByTeam) - Number(b.isByTeam) || b.size - a.size);
}
