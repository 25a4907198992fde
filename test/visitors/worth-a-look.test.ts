import { describe, expect, it } from "vitest";
import { findFindings } from "../../src/visitors/findings.ts";
import type { Counts, Findings, PageFinding, PageKind, PageRow } from "../../src/visitors/report-model.ts";
import { notableFindings, siteChange, withGroups } from "../../src/visitors/worth-a-look.ts";
import { counts, dataOf, page, period, periodsOf, reportOf } from "./report-fixture.ts";

const finding = (kind: PageKind, path: string, before = 50, now = 40): PageFinding => ({
  ...{ kind, path },
  ...{ previous: counts(before, 0), current: counts(now, 0) },
});

describe("the findings to act on", () => {
  const { periods, data } = reportOf();
  const of = (pages: readonly PageFinding[]): Findings => ({
    ...{ threshold: 20, siteThreshold: 20, pages, untold: [] },
  });
  const kinds = (findings: Findings, given = data) =>
    notableFindings({ periods, data: given, findings }).worthALook.map((one) =>
      "path" in one ? `${one.kind} ${one.path}` : one.kind,
    );
  const up = [900, 800, 700, 600].map((now, index) => finding("up", `/u${index + 1}`, 0, now));
  const down = [finding("down", "/d1", 90, 0), finding("down", "/d2", 80, 0)];

  it("are at most three, one of each kind before a second of any, most visitors at stake first", () => {
    expect(kinds(of(up))).toEqual(["up /u1", "up /u2", "up /u3"]);
    expect(kinds(of([...up, ...down]))).toEqual(["up /u1", "up /u2", "down /d1"]);
    const gone = finding("gone", "/g", 100, 0);
    expect(kinds(of([...up, gone, ...down]))).toEqual(["up /u1", "gone /g", "down /d1"]);
    const { others } = notableFindings({ periods, data, findings: of([...up, gone, ...down]) });
    expect(others.map(({ path }) => path)).toEqual(["/u2", "/d2", "/u3", "/u4"]);
  });

  it("begin with the whole site, which counts among the three", () => {
    const site = dataOf({ current: period(counts(600, 0)), previous: period(counts(1000, 0)) });
    const gone = ["/1", "/2", "/3"].map((path) => finding("gone", path, 100, 0));
    expect(kinds(of(gone), site)).toEqual(["fewerPeople", "gone /1"]);
  });

  it("are of pages that moved what their old paths had, of a group what all of them had", () => {
    const moves = ["x", "y", "z"].map((name) => ({
      ...finding("moved", `/b/${name}`, 200, 190),
      from: `/a/${name}`,
    }));
    const fresh = finding("new", "/n", 0, 500);
    const group = { pages: 3, folder: "/b/", fromFolder: "/a/", visitors: 600 };
    const found = notableFindings({ periods, data, findings: of([fresh, ...moves]) });
    expect(found.worthALook).toEqual([{ ...moves[0], group }, fresh]);
    expect(kinds(of([fresh, ...moves.slice(0, 1)]))).toEqual(["new /n", "moved /b/x"]);
  });
});

describe("pages of one kind", () => {
  const groupOf = (paths: readonly string[]) =>
    withGroups(paths.map((path) => finding("new", path)))[0]?.group;

  it.each([
    ["three of four below it", ["/a/1", "/a/2", "/a/b/3", "/c"], { pages: 4, below: 3, folder: "/a/" }],
    ["half of them", ["/a/1", "/a/2", "/c", "/d"], { pages: 4, below: 2, folder: "/a/" }],
    ["less than half", ["/a/1", "/a/2", "/c", "/d", "/e"], { pages: 5 }],
    ["two pages", ["/a/1", "/a/2"], undefined],
    ["the root", ["/1", "/2", "/3"], { pages: 3 }],
    ["names that only begin alike", ["/guides/1", "/guides-old/2", "/guidesx/3"], { pages: 3 }],
    ["the deepest of equal ones", ["/a/b/1", "/a/b/2", "/a/b/3"], { pages: 3, below: 3, folder: "/a/b/" }],
    ["the one with most", ["/a/b/1", "/a/b/2", "/a/3"], { pages: 3, below: 3, folder: "/a/" }],
  ])("are grouped by their folder: %s", (_, paths, group) => {
    expect(groupOf(paths)).toEqual(group);
  });

  it("are told one by one if they are up or down", () => {
    for (const kind of ["up", "down"] as const)
      expect(withGroups(["/a/1", "/a/2", "/a/3"].map((path) => finding(kind, path)))).toHaveLength(3);
  });

  it("are grouped in no time, however deep they are", () => {
    const deep = Array.from({ length: 2000 }, (_, index) => `/${"x/".repeat(5000)}${index}`);
    expect(groupOf([...deep, "/y"])?.folder).toBe(`/${"x/".repeat(10)}`);
  });

  it("that moved are grouped if three went from one folder to another", () => {
    const groupsOf = (...moves: readonly (readonly [from: string, to: string])[]) =>
      withGroups(moves.map(([from, path]) => ({ ...finding("moved", path), from }))).map(
        ({ group }) => group && [group.fromFolder, group.folder, group.pages, group.visitors].join(" "),
      );
    const three = [
      ["/guides/a", "/learn/a"],
      ["/guides/b/c", "/learn/b/c"],
      ["/guides/d", "/learn/d"],
    ] as const;
    expect(groupsOf(...three)).toEqual(["/guides/ /learn/ 3 150"]);
    expect(groupsOf(...three, ["/x/e", "/learn/e"])).toEqual(["/guides/ /learn/ 3 150", undefined]);
    expect(groupsOf(["/a", "/docs/a"], ["/b", "/docs/b"], ["/c", "/docs/c"])).toEqual(["/ /docs/ 3 150"]);
    expect(groupsOf(...three.slice(1), ["/x/e", "/learn/e"])).toEqual([undefined, undefined, undefined]);
  });
});

describe("the finding about the whole site", () => {
  type Case = {
    was?: Counts;
    is: Counts;
    before?: readonly PageRow[];
    now?: readonly PageRow[];
    complete?: boolean;
    given?: Parameters<typeof periodsOf>[0];
  };
  const find = ({ is, before = [], now = [], ...more }: Case) => {
    const { was = counts(1000, 400), complete = true, given = {} } = more;
    const data = dataOf({ current: period(is, now, complete), previous: period(was, before) });
    return siteChange({ periods: periodsOf(given), data, findings: findFindings(data) });
  };

  it.each<[string, Counts, Counts, string | undefined]>([
    ["people by a fifth", counts(1000, 400), counts(800, 400), "fewerPeople"],
    ["people by less than a fifth", counts(1000, 400), counts(801, 400), undefined],
    ["people, while AI rose", counts(1000, 400), counts(700, 900), "fewerPeople"],
    ["people, and AI within chance", counts(1000, 400), counts(700, 320), "fewerPeople"],
    ["people, and AI beyond chance", counts(1000, 400), counts(700, 318), "fewerPeopleAndAi"],
    ["people, and AI by less than a tenth", counts(1000, 40_000), counts(700, 37_000), "fewerPeople"],
    ["AI alone by a fifth", counts(1000, 400), counts(1000, 300), "fewerAi"],
    ["people within chance", counts(40, 0), counts(19, 0), undefined],
    ["everything", counts(1000, 400), counts(0, 0), undefined],
    ["nothing, but won people by a fifth", counts(1000, 400), counts(1200, 400), "more"],
    ["nothing, but won people by less", counts(1000, 400), counts(1199, 400), undefined],
    ["nothing, but won AI", counts(1000, 400), counts(1000, 900), "more"],
  ])("is there if it lost %s", (_, was, is, kind) => {
    expect(find({ was, is })).toBe(kind);
  });

  it.each([
    [{ period: "7d" }, true],
    [{ period: "28d" }, true],
    [{ period: "27d" }, false],
    [{ period: "1d" }, false],
    [{ period: "last-month" }, true],
    [{ "date-from": "2026-11-02", "date-to": "2026-11-16" }, true],
    [{ "date-from": "2026-11-02T09:00", "date-to": "2026-11-04" }, false],
  ])("is about whole weeks, or at least four: %j", (given, expected) => {
    expect(find({ is: counts(600, 400), given }) !== undefined).toBe(expected);
  });

  const is = counts(600, 400);
  it.each<[string, Case, string | undefined]>([
    ["it lost half", { is, before: [page("/a", 300)], now: [page("/a", 100)] }, undefined],
    ["it lost less", { is, before: [page("/a", 300)], now: [page("/a", 101)] }, "fewerPeople"],
    [
      "it is for crawlers",
      { is, before: [page("/llms.txt", 300)], now: [page("/llms.txt", 100)] },
      undefined,
    ],
    ["it is gone, with half", { is, before: [page("/a", 200)] }, undefined],
    ["it is gone, with less", { is, before: [page("/a", 199)] }, "fewerPeople"],
    ["it is new, with less", { is: counts(1400, 400), now: [page("/a", 199)] }, "more"],
    [
      "two are new, with half",
      { is: counts(1400, 400), now: [page("/a", 100), page("/b", 100)] },
      "newPages",
    ],
    [
      "it lost AI",
      { is: counts(1000, 200), before: [page("/a", 300, 200)], now: [page("/a", 100)] },
      undefined,
    ],
    ["it rose by half", { is, before: [page("/a", 100)], now: [page("/a", 300)] }, "fewerPeople"],
    ["it fell as the site did", { is, before: [page("/", 700)], now: [page("/", 420)] }, "fewerPeople"],
    ["it was not read", { is, before: [page("/a", 300)], complete: false }, "fewerPeople"],
    ["it is no page", { is, before: [page("", 1000)] }, "fewerPeople"],
  ])("is not there if one page is the cause: %s", (_, given, kind) => {
    expect(find(given)).toBe(kind);
  });
});
