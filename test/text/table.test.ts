import { describe, expect, it } from "vitest";
import { delimiterColumns, tableCells } from "../../src/text/table.ts";

describe("the line below a table's head", () => {
  it.each([
    ["-", 1],
    ["---", 1],
    [":-:", 1],
    [":--", 1],
    ["--:", 1],
    ["|-|", 1],
    ["|-", 1],
    ["-|", 1],
    ["- |", 1],
    ["-|-", 2],
    ["-|-|-", 3],
    ["| - | - |", 2],
    ["|\t:-: \t|\t --: \t| \t", 2],
    ["- \t| \t- \t| \t-", 3],
    [":-:|:-:|:-:", 3],
    ["--|---|:--|--:|", 4],
  ])("%j declares %i columns", (line, columns) => {
    expect(delimiterColumns(line)).toBe(columns);
  });

  it.each([
    ...["", "|", "||", ":", "::", ":|-", "-|:", "- -", "-|- -", "-||-", "|-||", "||-|", "-|-||"],
    ...[
      "a|-",
      "-|a",
      "-|-a",
      "a-|-",
      "-|-|a",
      "-a|-",
      "- a |",
      "|a-|",
      "-:-",
      "-::|",
      ":-a|-",
      "-|a-",
      "=|=",
    ],
    ...["-\u00a0|-", "-|\u00a0-", "a -|-", "-|- a", "-a", "-|-x|", " a|-"],
  ])("is not %j", (line) => {
    expect(delimiterColumns(line)).toBeUndefined();
  });
});

describe("a row's cells", () => {
  const cellsOf = (row: string) => {
    const source = `x|y\n${row}\nx|y`;
    return tableCells(source, { start: 4, end: 4 + row.length }).map(({ start, end }) =>
      source.slice(start, end),
    );
  };

  it.each([
    ["a|b", ["a", "b"]],
    ["|a|b|", ["a", "b"]],
    ["| a | b |  ", [" a ", " b "]],
    ["|a|b", ["a", "b"]],
    ["a|b|", ["a", "b"]],
    ["a", ["a"]],
    ["|a", ["a"]],
    ["a|", ["a"]],
    ["a|| b", ["a", "", " b"]],
    ["||a|", ["", "a"]],
    ["|", []],
    ["||", [""]],
    ["a\\|b|c", ["a\\|b", "c"]],
    ["\\|a|b", ["\\|a", "b"]],
    // A backslash before a backslash escapes that, and no pipe after it.
    ["a\\\\|b", ["a\\\\", "b"]],
    ["a\\\\\\|b", ["a\\\\\\|b"]],
    ["a\\x|b", ["a\\x", "b"]],
    ["a\\", ["a\\"]],
  ])("in %j are %j", (row, cells) => {
    expect(cellsOf(row)).toEqual(cells);
  });
});
