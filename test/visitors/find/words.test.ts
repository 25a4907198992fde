import { describe, expect, it } from "vitest";
import { isPrivateTerm, quotable, searchTerms } from "../../../src/visitors/find/words.ts";
import { term } from "../said.ts";

const termsOf = (...typed: readonly ReturnType<typeof term>[]) =>
  searchTerms(typed).map(({ term, hits, clicks }) => [term, hits, clicks]);

describe("search terms", () => {
  it.each([
    ["two letters", ["s3"], []],
    ["no letters", ["..."], []],
    ["a question", ["how to import?"], []],
    ["seven words", ["one two three four five six seven"], []],
    ["more than a hundred characters", ["x".repeat(101)], []],
    ["six words", ["one two three four five six"], ["one two three four five six"]],
    ["a hundred characters", ["x".repeat(100)], ["x".repeat(100)]],
    ["three letters or digits", ["sso", "429"], ["sso", "429"]],
    [
      "two characters of scripts without spaces",
      ["認証", "ログ", "결제", "คำ", "日"],
      ["認証", "ログ", "결제", "คำ"],
    ],
  ])("of %s", (_, typed, names) => {
    expect(termsOf(...typed.map((text) => term(text, 9))).map(([name]) => name)).toEqual(names);
  });

  it("that differ in case and white space are one", () => {
    expect(
      termsOf(term("Import  CSV", 2, 1), term("import csv", 3), term(" IMPORT\tCSV", 1)),
    ).toEqual([["import csv", 6, 1]]);
  });

  it("that were typed letter by letter count with what longer ones do not explain", () => {
    const typed = [
      term("imp", 20),
      term("import", 16),
      term("import ", 12),
      term("import c", 7),
      term("import csv", 7),
      term("import json", 4, 2),
    ];
    // Four times somebody typed "imp" and no more, and four times "import".
    expect(termsOf(...typed)).toEqual([
      ["imp", 4, 0],
      ["import", 4, 0],
      ["import csv", 7, 0],
      ["import json", 4, 2],
    ]);
    // Its clicks may be those of the longer one.
    expect(termsOf(term("api", 130, 130), term("api keys", 95, 95))).toEqual([
      ["api", 35, 35],
      ["api keys", 95, 95],
    ]);
  });
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

it.each(Object.entries(privateTerms))(
  "keeps %s private, as a term and in a question",
  (_, terms) => {
    for (const text of terms) {
      expect(isPrivateTerm(text), text).toBe(true);
      expect(quotable(`what about ${text}?`), text).toBeUndefined();
    }
  },
);

it("lets plain words be seen", () => {
  const terms = [
    "reset password",
    "error 40412",
    "utf-8 to utf-16",
    "aws_access_key",
    "token refresh",
    "oauth2 authorization",
    "x".repeat(20),
    "हिन्दी",
    "日本語の長い検索語はスペースなしで書かれている",
  ];
  for (const text of terms) expect(isPrivateTerm(text), text).toBe(false);
});

it.each([
  ["how do i verify the\n signature,  in go?", "how do i verify the signature, in go?"],
  ['It\'s slow. Why: the "retry"?', 'It\'s slow. Why: the "retry"?'],
  ["署名を検証するには、どうすればいいですか？", "署名を検証するには、どうすればいいですか？"],
  ["?!", undefined],
  ["", undefined],
  ["see docs.example.com", undefined],
  ["is /v1/orders gone", undefined],
  ["a ".repeat(151), undefined],
])("the question %j is quoted as %j", (question, quote) => {
  expect(quotable(question)).toBe(quote);
});
