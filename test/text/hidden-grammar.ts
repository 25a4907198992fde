import fc from "fast-check";

/**
 * Markdown and HTML that hides something, or that looks like it. A `$` is a slot, which becomes a word that is nowhere else
 * in a text; `%` is one word of the construct.
 */
export const constructs = [
  // Comments
  ...[
    "<!-- $ -->",
    "<!--$--!>",
    "<!-- a\n$ -->",
    "<!--> $",
    "<!---> $",
    "<!-- a > $ -->",
    "`<!-- $ -->`",
  ],
  ...["<!-- $", "<!-- $\n```\n$\n```\n$ -->", "<!-- `$ -->`", "<!-- a --> <!-- $ -->"],
  ...[
    "<!-- a -- $ -->",
    "<!--$-->$",
    "<!-\u200b- $ -->",
    "\n\n<!-- $ --> $ <b $>\n\n",
    "\n\n<!-- a -->\n`<b $>`\n\n",
  ],
  ...["\n\n<!--\n\n$\n\n-->\n\n", "\n\n<!--\n$\n-->\n$\n\n", "\n\n<!-- a -->`<b $>`\n\n"],
  // What browsers take for a comment
  ...[
    "<?$?>",
    "<?a > $ ?>",
    "<!X $>",
    "<!x $>",
    "<!DOCTYPE $>",
    "</ $>",
    "<![CDATA[$]]>",
    "<![CDATA[a > $]]>",
  ],
  ...["\n\n<!X\n\n$>\n\n", "\n\n<?\n\n$ ?>\n\n", "\n\n<![CDATA[\n\n$]]>\n\n"],
  // Tags
  ...['<a title="$">$</a>', "<b $='c' />", "<b c=$>", '<img src="a $">', "<a href='b $' $>$</a>"],
  ...[
    "<b\t$>",
    "<x-y $>",
    "<b/$>",
    "<b c='a'$>",
    "<B C='$'>",
    "\n\n</b $>\n$\n\n",
    "\n\n<b c='$'>\n\n",
    "<b c={$}>",
  ],
  ...[
    "\n\n<p $><b $\n>$</b></p>\n\n",
    "\n\n<p>$ <b $\n\n$</p>\n\n",
    "\n\n<img\n  alt='$'\n  src='a'\n/>\n\n",
  ],
  ...["<b\n$>", "<b c=\n'$'>", '<b c=">" $>', "<b $", '<b c="$', "<b $='", "</b $>", "<b c=a$/d>"],
  ...["\n\n<div $>\n$\n</div>\n\n", "\n\n<div\n$>$</div>\n\n", "\n\n<div c='\n\n$'>\n\n"],
  ...["\n\n<div>\n`<b $>`\n</div>\n\n", "\n\n<b $>\n`<c $>`\n\n", "\n\n<div>\n<c =$>\n</div>\n\n"],
  ...[
    "\n\n<details><summary $>$</summary>\n\n$\n</details>\n\n",
    "\n\n<div>\n\n`<b $>`\n\n</div>\n\n",
  ],
  ...["\n\n<div>\n```\n<b $>\n```\n</div>\n\n", "\n\n<pre>\n\n```\n<b $>\n```\n\n</pre>\n\n"],
  ...[
    "\n\n<pre $>\n\n$</pre>\n\n",
    "\n\n<style $>\n\n$</style>\n\n",
    "\n\n<div><!-- $\n\n$ -->\n</div>\n\n",
  ],
  ...["<rp>$</rp>", "<ruby>$<rp>($</rp><rt>$</rt></ruby>", "<rp a='>$'>$", "<RP>$</RP >"],
  // Links and images
  ...['[$](b "$")', "[$](b '$')", "[$](b ($))", '[$](<b> "$")', '[$](\nb\n"$"\n)', '[$](b(c) "$")'],
  ...['[$](b "c\n$")', '[$](b "\\"$")', '[`$`](b "$")', '[$](b "`$`")', '[$](b "`") `<c $>`'],
  ...[
    "[$]( b '$' )",
    "[$](b\t'$')",
    "[$](b '$'c)",
    "[$](b\u200b '$')",
    "[$](b \u200b'$')",
    "[$](<b c> '$')",
  ],
  ...[
    "![$](b)",
    '![$](b "$")',
    "![a\n$](b)",
    "![$ [$](b)](c)",
    "![`$`](b)",
    "[![$](b)](c)",
    "![$](<b>)",
  ],
  ...["![\\]$](b)", "![a [b] $](c)", "![a [b [c] d] $](e)", "![`]` $](b)", "![<b c=']'> $](b)"],
  ...[
    "[$][%]\n\n[%]: b",
    "![$][%]\n\n[%]: b",
    "![%]\n\n[%]: b",
    "[%][]\n\n[%]: b",
    "[%]\n\n[%]: b",
  ],
  ...[
    "[$][ % ]\n\n[%]: b",
    "[%]: b\n\n[$][%]",
    "![a [b] $][%]\n\n[%]: b",
    "[![$](b)][%]\n\n[%]: b '$'",
  ],
  // Definitions
  ...[
    "\n\n[a$]: b\n\n",
    "\n\n[a]: b '$'\n\n",
    '\n\n[a]:\nb\n"$"\n\n',
    "\n\n[a]: <b> ($)\n\n",
    "\n\n[\n$\n]: b\n\n",
  ],
  ...[
    "\n\n[a]: b\n[$]: c '$'\n\n",
    "\n\n[a\\]$]: b\n\n",
    "\n\n[^a]: $\n\n",
    "\n\n[^a$]: b\n\n    $\n\n",
  ],
  ...["\n\n[//]: # ($)\n\n", "\n\n[a]: b 'c\n$'\n\n", "a[^b]\n\n[^b]: $\n\n"],
  // Code
  ...[
    "`$`",
    "`` ` $ ``",
    "`<b $>`",
    '`[a](b "$")`',
    "`![$](b)`",
    "`a\n<b $>`",
    "``<b $>` ` ``",
    "`$\\`",
  ],
  ...[
    "\n\n```a $\n$\n```\n\n",
    "\n\n~~~ a $\n<b $>\n~~~\n\n",
    "\n\n````\n```\n<b $>\n```` $\n````\n\n",
  ],
  ...[
    "\n\n- ```\n<b $>\n\n",
    "\n\n> ```a $\n<b $>\n\n",
    "\n\n- ```a $\n  <b $>\n  ```\n\n",
    "\n\n    <b $>\n\n",
  ],
  ...[
    "\n\n> ```\n> <b $>\n> ```\n\n",
    "\n\n1. $\n\n   ```a $\n   $\n   ```\n\n",
    "\n\n-     <b $>\n\n",
  ],
  ...["\n\n- <!-- a\n$ -->\n\n", "\n\n> <!-- a\n$ -->\n\n", "\n\n- $\n\n  <!-- $\n  -->\n\n"],
  ...["\n\n| $ | $ |\n| - | - |\n| `<b $>` | <b $> |\n\n", "\n\na | b\n--|--\n` | <c $> `\n\n"],
  // What is shown
  ...[
    "$",
    "*$*",
    "$\n$",
    "\n\n$\n\n",
    "\n\n# $\n\n",
    "\n\n$\n---\n\n",
    "\n\n- $\n- $\n\n",
    "\n\n> $\n\n",
  ],
  ...[
    "<b>$</b>",
    "[$](b)",
    "\\<b $>",
    "\\`<b $>`",
    "\\![$](b)",
    "Map<K, $>",
    "a < $ > b",
    "$ &lt; $",
  ],
  ...[
    "<https://a.b> $",
    "https://a.b/` <c $> `",
    "$[1][2]",
    "vec![$]",
    "f($)[$]",
    '"$"',
    "($)",
    "'$'",
  ],
];

/** What makes the reader of a text believe that something has begun or ended. */
const strays = [
  ..."` `` ``` ~~~ < </ <! <? <!-- --> > \" ' ( ) [ ] ![ ]( ][ ]: \\ | = / # - > & ?> ]]> <b <b= <div".split(
    " ",
  ),
  ..."](a <a [a]: [^a]: 1. - &#60; http://a/ www.a @ {".split(" "),
];

/** What may stand in front of a construct, from the start of a text. */
export const fronts = [
  ...[
    "",
    "a ",
    "a\n",
    "a\n\n",
    "\ufeff",
    "  ",
    "   ",
    "# ",
    "a\n---\n",
    "***\n",
    "1. a\n2. ",
    "- ",
    "- a\n  ",
  ],
  ...[
    "`a` *b* \\` &lt; 2 < 3 ",
    "<!-- a --> ",
    "<!-- a -->\n",
    "<!--\na\n-->\n",
    "```\na\n```\n",
    "a\n\n    b\n\n",
  ],
  ...[
    "- a\n  - b ",
    "- a\n\n  ",
    "> a\n> ",
    "> a\n\n",
    "> > ",
    "1. > ",
    "> - ",
    "- - ",
    "* a\n\n",
    "-\t",
  ],
  ...[
    "| a | b |\n| - | - |\n| c | ",
    "<details>\n\n",
    "<div>\n\n</div>\n\n",
    "[a](b) <https://c.example> ",
  ],
  ...[
    "![a](b) ",
    "[a]: b\n\n",
    "[a]: b\n",
    "a\\\n",
    "a  \n",
    "&amp; ",
    "**",
    "~~",
    "\u200b",
    "a\u2028",
    "\u2028",
  ],
  ...[
    "a&#96;",
    "a \u00a0",
    "\f",
    "a\r\n",
    "\t",
    " \t",
    "Hello @a #1 ",
    "https://a.b/c?d=e ",
    "1) ",
    "+ ",
  ],
];

/** Where a text may stand. */
export const places: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  "in a quote": (text) => behind("> ", "> ", text),
  "in a list": (text) => behind("- ", "  ", text),
  "in a numbered list": (text) => behind("12) ", "    ", text),
  "in a quote in a list": (text) => behind("- > ", "  > ", text),
  "in a list in a quote": (text) => behind("> - ", ">   ", text),
  "in a quote without a space": (text) => behind(">", ">", text),
};

function behind(first: string, others: string, text: string): string {
  return first + text.replaceAll("\n", `\n${others}`);
}

/** Texts of constructs with their slots filled: each word is in one place only. */
export function filled(templates: readonly string[]): string {
  let words = 0;
  const word = () => `w${words++}w`;
  return templates
    .map((template) => template.replaceAll("%", word()).replace(/\$/g, word))
    .join("");
}

const construct = fc.constantFrom(...constructs);
/** A construct in the first slot of another one. */
const nested = fc
  .tuple(construct, fc.constantFrom(...constructs.filter((each) => !each.startsWith("\n"))))
  .map(([outer, inner]) => outer.replace("$", () => `${inner}$`));
const between = fc.constantFrom("", "", " ", " ", "\n", "\n\n");
const stray = fc.oneof({ weight: 2, arbitrary: fc.constant("") }, fc.constantFrom(...strays));
const part = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: construct }, nested), between, stray, between)
  .map((pieces) => pieces.join(""));

/** Texts of two to five constructs, some in each other, with strays between them, behind a front and in a place. */
export const mixed: fc.Arbitrary<string> = fc
  .record({
    front: fc.constantFrom(...fronts),
    parts: fc.array(part, { minLength: 2, maxLength: 5 }),
    place: fc.constantFrom(...Object.values(places)),
  })
  .map(({ front, parts, place }) => place(filled([front, ...parts])));

const token = fc.constantFrom(
  ...strays,
  ...fronts.filter(Boolean),
  "a",
  "\v",
  "\0",
  "\r",
  "\u200d",
  "\ufe0f",
);
/** The beginning of a construct, as what has no end is what takes long. */
const beginning = fc
  .tuple(construct, fc.nat(20))
  .map(([text, length]) => text.replaceAll(/[$%]/g, "a").slice(0, length));
const pieceOf = (max: number) =>
  fc
    .array(fc.oneof({ weight: 2, arbitrary: token }, beginning), { minLength: 1, maxLength: max })
    .map((pieces) => pieces.join("") || " ");
const spaces = fc.constantFrom(" ", "\t", "\n", "    ", " \n", "\u00a0");

/** A front, what is repeated behind it, and an end. */
export const repeated = fc.record({
  front: fc.oneof(fc.constant(""), pieceOf(3)),
  piece: fc.oneof(spaces, pieceOf(1), pieceOf(3)),
  end: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, pieceOf(2)),
});
