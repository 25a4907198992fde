import fc from "fast-check";
import { expect, it } from "vitest";
import { searchTerms } from "../../../src/visitors/terms.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";
import { term } from "./said.ts";

const named = (...typed: readonly string[]) => [...searchTerms(typed.map((text) => term(text, 9))).keys()];

it("a term that begins another is none, because what is typed is recorded letter by letter", () => {
  expect(named("import csv", "import cs", "import c", "import ", "import", "imp")).toEqual(["import csv"]);
  expect(named("webhook", "webhooks", "web", "website")).toEqual(["webhooks", "website"]);
  expect(named("how do i", "how do i import a csv into it now")).toEqual([]);
});

it("spellings that differ in case and white space are one term, whose searches are added up", () => {
  const terms = searchTerms([term("Import  CSV", 2, 1), term("import csv", 3), term(" IMPORT\tCSV ", 1)]);
  expect([...terms.values()]).toEqual([term("import csv", 6, 1)]);
});

it.each([
  ["two letters", "s3"],
  ["no letters", "..."],
  ["a question", "how to import?"],
  ["seven words", "one two three four five six seven"],
  ["more than a hundred characters", "x".repeat(101)],
])("a text of %s is no term", (_, text) => {
  expect(named(text)).toEqual([]);
});

it.each(["sso", "429", "日本語", "one two three four five six", "x".repeat(100)])("%j is a term", (text) => {
  expect(named(text)).toEqual([text]);
});

it("terms of any characters have no more hits than were recorded, and none begins another", () => {
  const text = fc.oneof(fc.constantFrom("i", "imp", "Imp ", "import", "import csv", "IMPORT"), hostile);
  const row = fc.record({ term: text, hits: fc.nat(50), clicks: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const terms = searchTerms(rows);
      const sum = (all: Iterable<{ hits: number }>) => [...all].reduce((total, { hits }) => total + hits, 0);
      expect(sum(terms.values())).toBeLessThanOrEqual(sum(rows));
      const names = [...terms.keys()];
      for (const name of names)
        expect(names.filter((other) => other !== name && other.startsWith(name))).toEqual([]);
    }),
    runs(500),
  );
});
