import { describe, expect, it } from "vitest";
import {
  closesFence,
  fenceStart,
  footnoteMarker,
  htmlStart,
  isHeading,
  isThematicBreak,
  isUnderline,
  listMarker,
} from "../../src/text/block-start.ts";

describe("a heading", () => {
  it.each(["# a", "###### a", "#\ta", "#", "######", "## "])("begins with up to six signs: %j", (line) => {
    expect(isHeading(line)).toBe(true);
  });

  it.each(["####### a", "#a", "###a", "a # b", "a #", "\\# a", ""])("is not %j", (line) => {
    expect(isHeading(line)).toBe(false);
  });
});

describe("the line below a heading", () => {
  it.each(["=", "===", "-", "---", "===  ", "-- \t", "= "])("is of one sign: %j", (line) => {
    expect(isUnderline(line)).toBe(true);
  });

  it.each(["=-", "= =", "- -", "==a", "a==", "--- a", "", "***"])("is not %j", (line) => {
    expect(isUnderline(line)).toBe(false);
  });
});

describe("a thematic break", () => {
  it.each([
    ...["***", "---", "___", "*****", "-----", "_____", "* * *", "- - -", "_ _ _"],
    ...["*  *\t*", "-\t-  -", "_  _\t_", "** *  ", "-- -  ", "__ _  "],
  ])("is of three signs or more: %j", (line) => {
    expect(isThematicBreak(line)).toBe(true);
  });

  it.each([
    ...["*", "-", "_", "**", "--", "__", "* *", "- -", "_ _", "", "*-*", "--*", "__-"],
    ...["*** a", "--- a", "___ a", "a ***", "a---", "*a*a*", "-a-a-", "_a_a_", "==="],
  ])("is not %j", (line) => {
    expect(isThematicBreak(line)).toBe(false);
  });
});

describe("the opening of a fence", () => {
  it.each([
    ["```", "```"],
    ["`````", "`````"],
    ["~~~", "~~~"],
    ["~~~~~", "~~~~~"],
    ["```js", "```"],
    ["``` js ", "```"],
    ["~~~ a`b ~", "~~~"],
    ["```~", "```"],
    ["``", undefined],
    ["~~", undefined],
    ["``` a`b", undefined],
    ["```a```", undefined],
    ["a ```", undefined],
    ["a ~~~", undefined],
    ["", undefined],
  ])("of %j is %j", (line, fence) => {
    expect(fenceStart(line)).toBe(fence);
  });
});

describe("the closing of a fence", () => {
  it.each([
    ["```", "```", true],
    ["`````", "```", true],
    ["``` \t ", "```", true],
    ["~~~", "~~~", true],
    ["~~~~~  ", "~~~~", true],
    ["``", "```", false],
    ["```", "````", false],
    ["~~~", "```", false],
    ["```", "~~~", false],
    ["``` a", "```", false],
    ["```a", "```", false],
    ["``` ```", "```", false],
    ["a ```", "```", false],
    ["", "```", false],
  ])("is %j for %j: %j", (line, fence, closes) => {
    expect(closesFence(line, fence)).toBe(closes);
  });
});

describe("the marker of a list item", () => {
  it.each([
    ["- a", 1, true],
    ["+ a", 1, true],
    ["* a", 1, true],
    ["-\ta", 1, true],
    ["-  \t a", 1, true],
    ["1. a", 2, true],
    ["1) a", 2, true],
    ["01. a", 3, true],
    ["000000001. a", 10, true],
    ["0. a", 2, false],
    ["2. a", 2, false],
    ["12) a", 3, false],
    ["123456789. a", 10, false],
    // Nothing behind it.
    ["-", 1, false],
    ["- ", 1, false],
    ["- \t", 1, false],
    ["1.", 2, false],
    ["1. ", 2, false],
    ["2.", 2, false],
  ])("of %j is %i wide and may end a paragraph: %j", (line, width, interrupts) => {
    expect(listMarker(line)).toEqual({ width, interrupts });
  });

  it.each(["-a", "1.a", "1", "1 a", "a. b", "1234567890. a", "a - b", ". a", "= a", "", "1: a"])(
    "is not in %j",
    (line) => {
      expect(listMarker(line)).toBeUndefined();
    },
  );
});

describe("the label of a footnote", () => {
  it.each([
    ["[^a]: b", 6],
    ["[^abc]:b", 7],
    ["[^1]:  \t b", 9],
    ["[^1]:", 5],
    ["a [^1]: b", undefined],
    ["[^]: b", undefined],
    ["[^a b]: c", undefined],
    ["[^a]b]: c", undefined],
    ["[^a] b", undefined],
    ["[a]: b", undefined],
  ])("in %j is %j wide", (line, width) => {
    expect(footnoteMarker(line)).toBe(width);
  });
});

describe("a block of raw HTML", () => {
  const elements = /<\/(?:script|pre|textarea|style)>/i;

  it.each<[string, ReturnType<typeof htmlStart>]>([
    ["<script", elements],
    ["<PRE>a", elements],
    ["<textarea b", elements],
    ["<style\tb>", elements],
    ["<!-- a", /-->/],
    ["<!--", /-->/],
    ["<?php a", /\?>/],
    ["<!DOCTYPE", />/],
    ["<!a", />/],
    ["<![CDATA[a", /\]\]>/],
    ["<div", "blank"],
    ["</DIV>a", "blank"],
    ["<address>a", "blank"],
    ["<br/>a", undefined],
    ["<hr/>a", "blank"],
    ["<h6 a", "blank"],
    ["<p>a</p>", "blank"],
  ])("that %j begins ends with %j, even where it ends a paragraph", (line, end) => {
    expect(htmlStart(line, false)).toEqual(end);
    expect(htmlStart(line, true)).toEqual(end);
  });

  it.each(["<a>", "</a>", "<a b='c'>  ", "<br/>\t", "<br />", "<x-y\tz>", "</script>", "</pre >"])(
    "of any tag alone on its line ends with a blank line: %j",
    (line) => {
      expect(htmlStart(line, false)).toBe("blank");
    },
  );

  it.each(["<a>", "</a>", "<br/>", "</script>"])(
    "of any tag alone on its line does not end a paragraph: %j",
    (line) => {
      expect(htmlStart(line, true)).toBeUndefined();
    },
  );

  it.each([
    ...["<a> b", "<a><b>", "<a", "<a b='c", "< a>", "<1>", "<>", "<", "a <div>", "a <!-- b", "a", "", "</>"],
    ...[
      "<divx",
      "<div.a",
      "<div/",
      "<scripts",
      "<pre/a",
      "</script a",
      "<h7>a",
      "<! a",
      "<![cdata[",
      "\\<div>",
    ],
    ...["<http://x>", "<me@x.y>", "a<script>", "a<?b", "a<!b", "a<![CDATA["],
  ])("does not begin with %j", (line) => {
    expect(htmlStart(line, false)).toBeUndefined();
  });
});
