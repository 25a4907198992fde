import fc from "fast-check";

const fragments = [
  ...[
    "`",
    "``",
    "```",
    "~~~",
    "|",
    "\\",
    "\\|",
    "[",
    "]",
    "](",
    "![",
    ")",
    "(",
    "<",
    ">",
    "*",
    "**",
    "_",
    "~~",
    "~",
  ],
  ...[
    "<img src=x>",
    "<details>",
    "</td>",
    "<b",
    "&lt;",
    "&",
    "&#42;",
    "&amp;#64;",
    "<!--",
    "-->",
    "<!-- docs-agent:v1 -->",
  ],
  ...["@a", "@", "@org/team", "#1", "#", "a/b#1", "GH-1", "gh-22", "me@x.org", "a@", ":smile:", ":+1:", ":"],
  ...[
    "http://",
    "https://x.org/a",
    "www.",
    "WWW.x.org",
    "ftp://x.org",
    "mailto:a@b.co",
    "xmpp:a@b.co/c",
    "javascript:",
    "//",
  ],
  ...["0123456789abcdef0123456789abcdef01234567", "abcdefa", "1234567", "a0", "x", "é", "word ", "fixes #2"],
  ...["\n", "\r\n", "\r", "\n\n", " ", "   ", "    ", "\t", "\u2028", "\u0085", "\u00a0"],
  ...[
    "- ",
    "-",
    "+ ",
    "1. ",
    "2) ",
    "# ",
    "## ",
    "=",
    "===",
    "---",
    "> ",
    "- [ ] ",
    ":-",
    "|-|-|",
    "[^1]",
    "[^1]: x",
    "[!NOTE]",
  ],
  ...["$", "$$", "$`", "{", "}", "^", '"', "'", "!", "%", "%0A", "\u2026"],
  ...[
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200d",
    "\u00ad",
    "\ufeff",
    "\u0000",
    "\u001b[31m",
    "\ufe0f",
    "\u{e0041}",
    "\ud800",
    "\udc00",
  ],
  ...["\u{1f469}\u200d\u{1f680}", "\u2764\ufe0f", "e\u0301", "\u0645\u06cc\u200c\u062e", "\u4e2d"],
  ...["\u{1f1e9}", "\u{1f1e9}\u{1f1ea}", "a\u0301\u0302\u0303", "w".repeat(90), "\u0301".repeat(70)],
  ...["::", "::error title=x::y", "##[", "##[add-mask]x", "%0D", "%2e%2e", "..", "../", "\v", "\f", "\u2029"],
  ...["__proto__", "constructor", "=1+1", "@SUM(1)", ";", ",", "docs-agent:", "<!-- docs-agent:memory "],
  ...[
    "\u061c",
    "\u200f",
    "\u{e0001}\u{e0068}\u{e0069}\u{e007f}",
    "\u2060",
    "\u034f",
    "\ufdd0",
    "\ufff9",
    "\u009b1m",
  ],
  ...[
    "[x](javascript:a)",
    "[x]: https://evil.example",
    "![x](https://evil.example/x.png)",
    "data:text/html,x",
  ],
];

/** How often a property is tried: always the same texts, or with `RUNS` so many others. */
export function runs(numRuns: number): { numRuns: number; seed?: number } {
  const { RUNS: wanted } = process.env;
  return wanted === undefined ? { numRuns, seed: 1 } : { numRuns: Number(wanted) };
}

/** Text put together from what has ended cells, opened links or hidden words elsewhere. */
export const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...fragments) },
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(""));
