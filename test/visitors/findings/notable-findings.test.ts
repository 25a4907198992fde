import { describe, expect, it } from "vitest";
import { notableFindings } from "../../../src/visitors/notable-findings.ts";
import type { Findings } from "../../../src/visitors/report-model.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

const { periods, data } = reportOf();

/** The findings by kind and page. The site's totals are steady. */
const kinds = (findings: Findings) =>
  notableFindings({ periods, data, findings }).map(
    (found) => `${found.kind} ${"path" in found ? found.path : ""}`,
  );

describe("the findings to act on", () => {
  const clear = new Set(["/u1", "/u2", "/u3", "/u4", "/d1", "/d2", "/p", "/q"]);
  const none: Findings = {
    ...{ threshold: 20, up: [], down: [], appeared: [], gone: [], moved: [], aiShareUp: [] },
    ...{
      aiOnly: [],
      peopleOnly: [],
      oneSidedBefore: new Set(),
      significant: { change: clear, aiShare: clear },
    },
  };
  const page = (path: string, before: number, now: number) => ({
    path,
    previous: counts(before, 0),
    current: counts(now, 0),
  });

  it("are those of the sample that its reader should know of", () => {
    expect(kinds(reportOf().findings)).toEqual([
      "up /integrations/mcp-server",
      "gone /guides/legacy-tokens",
      "aiShareUp /guides/rate-limits",
    ]);
  });

  it("are at most three, one of each kind before a second of any, the largest change first", () => {
    const up = [page("/u1", 0, 900), page("/u2", 0, 800), page("/u3", 0, 700), page("/u4", 0, 600)];
    expect(kinds({ ...none, up })).toEqual(["up /u1", "up /u2", "up /u3"]);
    const down = [page("/d1", 90, 0), page("/d2", 80, 0)];
    expect(kinds({ ...none, up, down })).toEqual(["up /u1", "up /u2", "down /d1"]);
    expect(kinds({ ...none, up, down, gone: [page("/g", 100, 0)] })).toEqual([
      "up /u1",
      "gone /g",
      "down /d1",
    ]);
    const aiShareUp = up.map((page, index) => ({
      ...page,
      current: counts(0, [10, 40, 30, 20][index] ?? 0),
    }));
    expect(kinds({ ...none, aiShareUp })).toEqual(["aiShareUp /u2", "aiShareUp /u3", "aiShareUp /u4"]);
  });

  it("name a page for what is clear of it, and not for what may be chance", () => {
    const [up, aiShareUp] = [
      [page("/u1", 400, 600)],
      [{ ...page("/u1", 400, 600), current: counts(570, 30) }],
    ];
    const only = { change: new Set<string>(), aiShare: new Set<string>() };
    const found = { ...none, up, aiShareUp };
    expect(kinds({ ...found, significant: { ...only, change: clear } })).toEqual(["up /u1"]);
    expect(kinds({ ...found, significant: { ...only, aiShare: clear } })).toEqual(["aiShareUp /u1"]);
    expect(kinds({ ...found, significant: only })).toEqual([]);
  });

  it("are new and moved pages last, because these are the team's own doing", () => {
    const moved = [{ from: "/a/m", to: "/b/m", previous: counts(700, 0), current: counts(300, 0) }];
    const found = { ...none, appeared: [page("/n1", 0, 900), page("/n2", 0, 800)], moved };
    expect(kinds(found)).toEqual(["new /n1", "new /n2", "moved /b/m"]);
    const down = [page("/d1", 90, 0), page("/d2", 80, 0)];
    const gone = [page("/g", 70, 0)];
    expect(kinds({ ...found, down, gone })).toEqual(["new /n1", "down /d1", "gone /g"]);
    const farther = moved.map((page) => ({ ...page, previous: counts(2000, 0) }));
    expect(kinds({ ...found, moved: farther, down, gone })).toEqual(["moved /b/m", "down /d1", "gone /g"]);
  });

  it("are no changes that may be chance", () => {
    const up = [page("/u1", 0, 900), page("/chance", 0, 800)];
    const chance = [page("/chance", 50, 60)];
    expect(kinds({ ...none, up, down: chance, aiShareUp: chance })).toEqual(["up /u1"]);
  });

  it("begin with the whole site, which counts among the three", () => {
    const site = dataOf({ current: period(counts(600, 0)), previous: period(counts(1000, 0)) });
    const up = [page("/u1", 0, 900), page("/u2", 0, 800), page("/u3", 0, 700)];
    const found = notableFindings({ periods, data: site, findings: { ...none, up } });
    expect(found.map(({ kind }) => kind)).toEqual(["fewerPeople", "up", "up"]);
  });

  it("are several pages of one kind in one folder together, named by the largest change", () => {
    const appeared = [page("/a/1", 0, 30), page("/b", 0, 900), page("/a/2", 0, 40)];
    const found = { ...none, appeared, gone: [page("/g", 100, 0)] };
    expect(notableFindings({ periods, data, findings: found })).toEqual([
      { kind: "new", ...page("/b", 0, 900), group: { pages: 3, below: 2, folder: "/a/" } },
      { kind: "gone", ...page("/g", 100, 0) },
    ]);
  });

  it("name no page twice", () => {
    const both = { path: "/p", previous: counts(100, 0), current: counts(100, 200) };
    expect(kinds({ ...none, up: [both], aiShareUp: [both, { ...both, path: "/q" }] })).toEqual([
      "up /p",
      "aiShareUp /q",
    ]);
  });
});
