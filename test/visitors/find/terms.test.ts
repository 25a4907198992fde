import { expect, it } from "vitest";
import { isPrivateTerm, searchTerms } from "../../../src/visitors/find/next.ts";
import { term } from "../said.ts";

const named = (...typed: readonly string[]) => [...searchTerms(typed.map((text) => term(text, 9))).keys()];

it.each([
  ["beginnings", ["import cs", "import csv", "imp"], ["import csv"]],
  ["beginnings of what is no term", ["how do i", "how do i import a csv into it now"], []],
  ["two letters", ["s3"], []],
  ["no letters", ["..."], []],
  ["a question", ["how to import?"], []],
  ["seven words", ["one two three four five six seven"], []],
  ["more than a hundred characters", ["x".repeat(101)], []],
  ["six words", ["one two three four five six"], ["one two three four five six"]],
  ["a hundred characters", ["x".repeat(100)], ["x".repeat(100)]],
  ["three letters or digits of any script", ["sso", "429", "日本語"], ["429", "sso", "日本語"]],
])("the terms of %s", (_, typed, names) => {
  expect(named(...typed).sort()).toEqual(names);
});

it("spellings that differ in case and white space are one term, whose searches are added up", () => {
  const terms = searchTerms([term("Import  CSV", 2, 1), term("import csv", 3), term(" IMPORT\tCSV ", 1)]);
  expect([...terms.values()]).toEqual([term("import csv", 6, 1)]);
});

/** Terms by what they may hold; in doubt one is private. */
const privateTerms = {
  "an address": [
    "jane@example.com",
    "mail to jane@",
    "jane＠example",
    "https://intranet",
    "acme.com",
    "10.0.0.12",
  ],
  "a name and a value": ["user:pass", "api_key=x", "token a1", "password hunter2"],
  "a key": ["550e8400-e29b-41d4", "abcdefghijk1m", "x".repeat(21)],
  "six digits": ["123456", "170 123 45", "12-34-56", "123\u200b456", "１２３４５６", "٠١٢٣٤٥"],
};
it.each(Object.entries(privateTerms))("keeps %s private", (_, terms) => {
  for (const text of terms) expect(isPrivateTerm(text), text).toBe(true);
});

it("lets plain words be seen", () => {
  const terms = [
    ...[
      "import csv",
      "reset password",
      "error 40412",
      "2026",
      "utf-8 to utf-16",
      "api key",
      "aws_access_key",
    ],
    ...["token refresh", "oauth2 authorization", "x".repeat(20), "日本語", "हिन्दी"],
  ];
  for (const text of terms) expect(isPrivateTerm(text), text).toBe(false);
});
