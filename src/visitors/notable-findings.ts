import { groupMoves, groupPages } from "./page-group.ts";
import type { ChangeKind, Counts, NotableFinding, PageChange, PageFinding, Report } from "./report-model.ts";
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
  const chosen: Ranked<PageFinding>[] = [];
  for (const ranked of rankedFindings(facts)) {
    if (chosen.length + (ofSite === undefined ? 0 : 1) === maxFindings) break;
    if (chosen.every(({ finding }) => finding.path !== ranked.finding.path)) chosen.push(ranked);
  }
  const ofPages = chosen.sort((a, b) => b.size - a.size).map(({ finding }) => finding);
  return ofSite === undefined ? ofPages : [ofSite, ...ofPages];
}

/** A finding, by how many visitors it changed, and how many of its kind changed more. */
type Ranked<Finding> = { finding: Finding; size: number; rank: number };

function rankedFindings({ data, findings }: Facts): Ranked<PageFinding>[] {
  const { up, down, appeared, gone, moved, aiShareUp, significant } = findings;
  const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
  const sitePaths = Array.from(new Set(rows.map(({ path }) => path)));
  const hasChanged = ({ path }: PageChange) => significant.change.has(path);
  const changes = (kind: ChangeKind, pages: readonly PageChange[], count?: (counts: Counts) => number) =>
    rank(
      pages.map((page) => ({ kind, ...page })),
      groupPages(pages, sitePaths),
      count,
    );
  const moves = moved.map(({ to, ...page }) => ({ kind: "moved" as const, path: to, ...page }));
  const isByTeam = ({ finding: { kind } }: Ranked<PageFinding>) => kind === "new" || kind === "moved";
  return [
    ...changes("up", up.filter(hasChanged)),
    ...changes("down", down.filter(hasChanged)),
    ...changes("gone", gone),
    ...changes(
      "aiShareUp",
      aiShareUp.filter(({ path }) => significant.aiShare.has(path)),
      ({ ai }) => ai,
    ),
    ...changes("new", appeared),
    ...rank(moves, groupMoves(moved)),
  ].sort((a, b) => a.rank - b.rank || Number(isByTeam(a)) - Number(isByTeam(b)) || b.size - a.size);
}

/** The findings of one kind, the largest change first. If the pages are a group, only the first, which stands for all. */
function rank<Finding extends PageChange, Group>(
  findings: readonly Finding[],
  group: Group | undefined,
  count: (counts: Counts) => number = ({ total }) => total,
): Ranked<Finding | (Finding & { group: Group })>[] {
  const all = findings
    .map((finding) => ({ finding, size: Math.abs(count(finding.current) - count(finding.previous)) }))
    .sort((a, b) => b.size - a.size)
    .map((one, rank) => ({ ...one, rank }));
  if (group === undefined) return all;
  return all.slice(0, 1).map((first) => ({ ...first, finding: { ...first.finding, group } }));
}
