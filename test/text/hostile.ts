import fc from "fast-check";
import { anyText } from "./any-text.ts";

const words = `
  ~~~ | [ ] ]( ![ ) ( < > * ** _ ~~ ~ <details> </td> <b &lt; & &#42; &amp;#64; <!-- --> @a @
  @org/team #1 # a/b#1 GH-1 gh-22 me@x.org me@-x.org me@.x.org a@ :smile: :+1: : http://
  https://x.org/a www. WWW.x.org ftp://x.org mailto:a@b.co xmpp:a@b.co/c javascript: //
  0123456789abcdef0123456789abcdef01234567 abcdefa 1234567 a0 x - = === --- :- |-|-| [^1] [!NOTE] $ $$
  { } ^ ' ! % %0A :: ##[
  ##[add-mask]x %0D %2e%2e .. ../ __proto__ constructor =1+1 @SUM(1) ; , docs-agent: [x](javascript:a)
  ![x](https://evil.example/x.png) data:text/html,x
`;
const fragments = [
  ...words.trim().split(/\s+/),
  ...["`", "``", "```", "\\", "\\|", "<img src=x>", "<!-- docs-agent:v1 -->", "\u00e9", "word "],
  ...[
    "fixes #2",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "   ",
    "    ",
    "\t",
    "\u2028",
    "\u0085",
    "\u00a0",
  ],
  ...[
    "- ",
    "+ ",
    "1. ",
    "2) ",
    "# ",
    "## ",
    "> ",
    "- [ ] ",
    "[^1]: x",
    "$`",
    '"',
    "\u2026",
    "\u202e",
  ],
  ...[
    "\u2066",
    "\u200b",
    "\u200d",
    "\u00ad",
    "\ufeff",
    "\u0000",
    "\u001b[31m",
    "\ufe0f",
    "\u{e0041}",
  ],
  ...["\ud800", "\udc00", "\u{1f469}\u200d\u{1f680}", "\u2764\ufe0f", "e\u0301"],
  ...[
    "\u0645\u06cc\u200c\u062e",
    "\u4e2d",
    "\u{1f1e9}",
    "\u{1f1e9}\u{1f1ea}",
    "a\u0301\u0302\u0303",
  ],
  ...["::error title=x::y", "\u000b", "\f", "\u2029", "<!-- docs-agent:job ", "\u061c", "\u200f"],
  ...["\u{e0001}\u{e0068}\u{e0069}\u{e007f}", "\u2060", "\u034f", "\ufdd0", "\ufff9", "\u009b1m"],
  ...["[x]: https://evil.example", "w".repeat(90), "\u0301".repeat(70)],
];

/** Text put together from what has ended cells, opened links or hidden words elsewhere. */
export const hostile: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...fragments) }, anyText(3)), {
    maxLength: 14,
  })
  .map((pieces) => pieces.join(""));
