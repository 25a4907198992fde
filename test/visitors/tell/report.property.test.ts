import fc from "fast-check";
import { expect, it } from "vitest";
import { findCommand } from "../../../src/agent/parse.ts";
import { placesOn, type Row } from "../../../src/visitors/read/pages.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import { render, tagsOf, textOf } from "../../text/rendered.ts";
import { path } from "../arbitraries.ts";
import { rowOf } from "../next-fixture.ts";
import { counts, dataOf, periodOf, periodsOf, reportOf } from "../report-fixture.ts";

const placeOf = placesOn(undefined);
/** Paths of different pages. */
const paths = fc.uniqueArray(
  fc
    .oneof(
      { weight: 4, arbitrary: path },
      hostile.map((text) => `\n/docs-agent ${text}`),
      hostile.map((text) => `${text}\n\n/docs-agent x`),
    )
    .filter((text) => placeOf(text).page !== undefined),
  { minLength: 4, maxLength: 10, selector: (text) => placeOf(text).page },
);

/** A report in which these pages are in every list; the order of the rows does not depend on the paths. */
function reportOn(names: readonly string[]) {
  // In turn up, down, new and gone.
  const ways = [
    [9, 3],
    [3, 9],
    [9, 0],
    [0, 9],
  ];
  const rows = (period: 0 | 1): Row[] =>
    names.map((path, index) => ({
      path,
      ...counts((ways[index % 4]?.[period] ?? 0) * (100 - index), 0),
    }));
  const data = dataOf({
    current: periodOf(counts(9000, 3000), [...rows(0), { path: "", ...counts(800, 10) }]),
    previous: periodOf(counts(8000, 3000), [...rows(1), { path: " ", ...counts(800, 10) }]),
    trend: [counts(8000, 2000), counts(8500, 2500), counts(8000, 3000), counts(9000, 3000)],
  });
  const [first = "", second = "", term = ""] = names;
  const next = [
    { ...rowOf["asked-unanswered"], path: first, quotes: [term, `${first}\n\n/docs-agent x`] },
    { ...rowOf["rated-down"], path: second },
    { ...rowOf["searched-unclicked"], term },
  ];
  return reportOf({ data, periods: periodsOf({ trend: 4 }), top: 3, next });
}

/** The tags of a report without those around paths: an empty path is no code, and some paths are no link. */
const tagsAroundPaths = (html: string) =>
  tagsOf(html).filter((tag) => !/^\/?(?:code|a)$/.test(tag));

it("whatever the pages are called, the report keeps its shape, and nothing is live but links to the site, no command either", () => {
  fc.assert(
    fc.property(paths, (names) => {
      const report = reportOn(names);
      const comment = renderComment(report, "/docs-agent");
      const markdown = renderReport(report);
      const html = render(markdown);
      const plain = reportOn(names.map((_, index) => `/page-${index}`));
      expect(tagsAroundPaths(html)).toEqual(tagsAroundPaths(render(renderReport(plain))));
      for (const one of [markdown, comment])
        expect(findCommand(one, "/docs-agent")?.command).toBeUndefined();
      // A command names plain paths and terms alone.
      for (const [, command = ""] of comment.matchAll(/```\n {2}\/docs-agent ([^`]*)```/g))
        expect(command).toMatch(/^[\w\s/.,;"-]+$/);
      for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g))
        expect(new URL(textOf(href), "https://github.com/octo/site/").href).toMatch(
          /^https:\/\/(?:docs\.example\.com\/|app\.mintlify\.com\/analytics$|github\.com\/(?:octo\/site\/actions\/runs\/1234567|OWNER\/docs-agent\/blob\/v1\/docs\/report\.md)$)/,
        );
      expect(html).not.toMatch(/<(?:img|input|script)\b/);
      const text = textOf(html.replace(/<code[\s\S]*?<\/code>/g, ""));
      expect(text).not.toMatch(/[@#]\w|:\/\/|www\.|[\u202a-\u202e\u2066-\u2069]/i);
      expect(markdown).not.toMatch(/<!--|\r/);
    }),
    runs(300, 12),
  );
});
