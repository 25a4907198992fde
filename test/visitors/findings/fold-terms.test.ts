import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTerms } from "../../../src/visitors/fold-terms.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";

/** Terms from lines such as `import csv 12 3`: the term, its hits and its clicks. */
function terms(...lines: readonly string[]) {
  return lines.map((line) => {
    const [, term = "", hits, clicks] = /^(.*) (\d+) (\d+)$/s.exec(line) ?? [];
    return { term, hits: Number(hits), clicks: Number(clicks) };
  });
}

function folded(...lines: readonly string[]): string[] {
  return [...foldTerms(terms(...lines)).values()].map(
    ({ term, hits, clicks }) => `${term} ${hits} ${clicks}`,
  );
}

describe("typed terms", () => {
  it("are what was typed last, if every letter was recorded", () => {
    expect(
      folded("import csv 5 1", "import cs 5 0", "import c 5 0", "import  5 0", "import 5 0", "imp 5 0"),
    ).toEqual(expect.arrayContaining(["import csv 5 1", "import cs 0 0", "import 0 0", "imp 0 0"]));
  });

  it("keep the hits that longer ones do not explain", () => {
    expect(folded("webhook 9 0", "webhook retries 4 0", "webhooks 3 0")).toEqual(
      expect.arrayContaining(["webhook 2 0", "webhook retries 4 0", "webhooks 3 0"]),
    );
    // `import c` is a part of `import`, so `import csv` does not count against `import` again.
    expect(folded("import 10 0", "import c 8 0", "import csv 5 0")).toEqual(
      expect.arrayContaining(["import 2 0", "import c 3 0", "import csv 5 0"]),
    );
  });

  it("are explained by terms that were recorded oftener than their own beginnings", () => {
    expect(folded("imp 9 0", "import 1 0", "import csv 7 0")).toEqual(
      expect.arrayContaining(["imp 2 0", "import 0 0", "import csv 7 0"]),
    );
  });

  it("have never fewer hits than clicks", () => {
    expect(folded("token 6 4", "tokens 5 0")).toContain("token 4 4");
  });

  it("are one term in every case and with any white space, named as most typed it", () => {
    expect(folded("Import  CSV 2 1", "import csv 3 0", " IMPORT CSV 1 0")).toEqual(["import csv 6 1"]);
    expect(folded("OAuth 3 0", "oauth 2 0", "oauth s 2 0")).toContain("OAuth 3 0");
    expect(folded("oauth 2 0", "OAuth 2 0")).toEqual(folded("OAuth 2 0", "oauth 2 0"));
    expect(folded("Import 5 0", "import csv 5 0")).toContain("Import 0 0");
  });

  it("have at least three letters or digits and at most six words, and are no question", () => {
    expect(folded("s3 9 0", "c++ 9 0", "... 9 0")).toEqual([]);
    expect(folded("sso 9 0", "429 8 0", "日本語 7 0")).toEqual(["sso 9 0", "429 8 0", "日本語 7 0"]);
    expect(folded("one two three four five six 1 0")).toHaveLength(1);
    expect(folded("one two three four five six seven 1 0")).toEqual([]);
    expect(folded("how to import? 9 0", "how to import?  9 0")).toEqual([]);
  });

  it("have at most a hundred characters", () => {
    const row = (length: number) => ({ term: "x".repeat(length), hits: 9, clicks: 0 });
    expect(foldTerms([row(100)]).size).toBe(1);
    expect(foldTerms([row(101)]).size).toBe(0);
  });

  it("are explained by what is no term too", () => {
    expect(folded("how do i 9 0", "how do i import a csv into it 9 0")).toEqual(["how do i 0 0"]);
  });

  it("of any characters never have more hits than were recorded, and keep all clicks of terms", () => {
    const count = fc.nat(50);
    const term = fc.oneof(
      fc.constantFrom("i", "im", "imp", "Imp ", "import", "import csv", "import csv ", "IMPORT"),
      hostile,
    );
    const row = fc
      .record({ term, hits: count, clicks: count })
      .map((one) => ({ ...one, hits: one.hits + one.clicks }));
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const recorded = rows.reduce((sum, { hits }) => sum + hits, 0);
        let hitsOfTerms = 0;
        for (const { hits, clicks } of foldTerms(rows).values()) {
          expect(hits).toBeGreaterThanOrEqual(clicks);
          hitsOfTerms += hits;
        }
        expect(hitsOfTerms).toBeLessThanOrEqual(recorded);
      }),
      runs(500),
    );
  });
});
