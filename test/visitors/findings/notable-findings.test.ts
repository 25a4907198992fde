import { describe, expect, it } from "vitest";
import type { Findings, PageFinding, PageKind } from "../../../src/visitors/report-model.ts";
import { notableFindings } from "../../../src/visitors/worth-a-look.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

const { periods, data } = reportOf();

/** The findings by kind and page. The site's totals are steady. */
const kinds = (findings: Findings) =>
  notableFindings({ periods, data, findings }).map(
    (found) => `${found.kind} ${"path" in found ? found.path : ""}`,
  );

const page = (kind: PageKind, path: string, before: number, now: number): PageFinding => ({
  kind,
  path,
  previous: counts(before, 0),
  current: counts(now, 0),
});

/** Findings of these pages, all of them clear unless said otherwise. */
const of = (pages: readonly PageFinding[], clear = pages): Findings => ({
  ...{ threshold: 20, siteThreshold: 20, pages, clear: new Set(clear), aiOnly: [], peopleOnly: [] },
  before: () => undefined,
});

describe("the findings to act on", () => {
  it("are those of the sample that its reader should know of", () => {
    expect(kinds(reportOf().findings)).toEqual([
      "up /integrations/mcp-server",
      "new /guides/streaming-responses",
      "gone /guides/legacy-tokens",
    ]);
  });

  it("are at most three, one of each kind before a second of any, most visitors at stake first", () => {
    const up = [900, 800, 700, 600].map((now, index) => page("up", `/u${index + 1}`, 0, now));
    expect(kinds(of(up))).toEqual(["up /u1", "up /u2", "up /u3"]);
    const down = [page("down", "/d1", 90, 0), page("down", "/d2", 80, 0)];
    expect(kinds(of([...up, ...down]))).toEqual(["up /u1", "up /u2", "down /d1"]);
    expect(kinds(of([...up, page("gone", "/g", 100, 0), ...down]))).toEqual([
      "up /u1",
      "gone /g",
      "down /d1",
    ]);
    const ai = { ...page("aiShareUp", "/ai", 900, 900), current: counts(860, 40) };
    expect(kinds(of([...down, ai]))).toEqual(["down /d1", "down /d2", "aiShareUp /ai"]);
  });

  it("are no changes that may be chance", () => {
    const [clear, chance] = [page("up", "/u1", 0, 900), page("up", "/chance", 0, 800)];
    expect(kinds(of([clear, chance], [clear]))).toEqual(["up /u1"]);
  });

  it("are of moved pages what their old paths had, of a group what all of them had", () => {
    const moves = ["x", "y", "z"].map((name) => ({
      ...page("moved", `/b/${name}`, 200, 190),
      from: `/a/${name}`,
    }));
    const fresh = page("new", "/n", 0, 500);
    const group = { pages: 3, below: 3, folder: "/b/", fromFolder: "/a/", visitors: 600 };
    expect(notableFindings({ periods, data, findings: of([fresh, ...moves]) })).toEqual([
      { ...moves[0], group },
      fresh,
    ]);
    expect(kinds(of([fresh, ...moves.slice(0, 1)]))).toEqual(["new /n", "moved /b/x"]);
  });

  it("begin with the whole site, which counts among the three", () => {
    const site = dataOf({ current: period(counts(600, 0)), previous: period(counts(1000, 0)) });
    const gone = ["/1", "/2", "/3"].map((path) => page("gone", path, 100, 0));
    const found = notableFindings({ periods, data: site, findings: of(gone) });
    expect(found.map(({ kind }) => kind)).toEqual(["fewerPeople", "gone", "gone"]);
  });

  it("are several pages of one kind in one folder together, named by the largest change", () => {
    const [b, first, second] = [
      page("new", "/b", 0, 900),
      page("new", "/a/2", 0, 40),
      page("new", "/a/1", 0, 30),
    ];
    const gone = page("gone", "/g", 100, 0);
    expect(notableFindings({ periods, data, findings: of([b, gone, first, second]) })).toEqual([
      { ...b, group: { pages: 3, below: 2, folder: "/a/" } },
      gone,
    ]);
  });

  it("name no page twice", () => {
    const both = { path: "/p", previous: counts(100, 0), current: counts(100, 200) };
    const up: PageFinding = { kind: "up", ...both };
    const ai: PageFinding = { kind: "aiShareUp", ...both };
    expect(kinds(of([up, ai, { ...ai, path: "/q" }]))).toEqual(["up /p", "aiShareUp /q"]);
  });
});
