import fc from "fast-check";

/** What has ended lines, commands, comments, code or outputs elsewhere. */
const fragments = [
  ...["\n", "\r\n", "\r", "\u2028", "\u0085", " ", "    ", "\t", "\u00a0", "::", "##[", "%0A", "<<", "="],
  ...["`", "```", "~~~", "> ", "- ", "<!--", "-->", "<pre>", "</pre>", "<", "&lt;", "[a]: ", "![", "|", "\\"],
  ...[
    "@acme/everyone",
    "#1",
    "https://evil.example",
    "<!-- docs-agent:v1 -->",
    "<!-- docs-agent:job e30.x -->",
  ],
  ...["\0", "\u001b[31m", "\u202e", "\u200b", "\ufeff", "\u{e0041}", "\ud800", "\udc00", "word ", "é", "中"],
];
// Not by names of alphabets: to prepare one of Unicode takes longer than all tests of a file.
const anyText = fc.string({
  unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 40,
});
const hostile = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, anyText), { maxLength: 12 })
  .map((parts) => parts.join(""));

/** What stands behind the phrase. */
const asks = [
  ...["Document it", "--new Document it", "--status", "--help", "", "--new", "--STATUS please", "--newest"],
  ...["::error::evil", "##[error]evil", "a\r\n::add-mask::evil\n::set-output name=jobId::evil", "\0"],
  ...["@acme/everyone fixes #1 <img src=x>", "\ud800 alone \udc00", "__proto__", "ghadelimiter_\njobId=evil"],
  "\u200b",
];
const phrases = [
  "/docs-agent",
  "/docs-agent",
  "/docs-agent",
  "/DOCS-Agent",
  "  /docs-agent",
  "\r\n/docs-agent",
];
/** What is no command for a reason that stands on its own line. */
const nearly = ["    /docs-agent", "> /docs-agent", "a /docs-agent", "/docs-agents", "`/docs-agent"];
/** What leaves the lines below it to the writer. */
const before = [
  "",
  "",
  "",
  "Hello\n\n",
  "Hello\n",
  "> said\n\n",
  "<!-- hidden -->\n",
  "```\ncode\n```\n",
  "\ufeff\n",
];
/** What takes the lines below it away, or makes a text one of ours. */
const around = ["```\n", "<!--\n", "<pre>\n", "> ", "<!-- docs-agent:v1 -->\n", "- "];
const own = ["<!-- docs-agent:v1 -->\nWorking on it", "Thanks!\n\n<!-- docs-agent:v1 -->"];
const behind = ["<!-- docs-agent:v1 -->", "/docs-agent again", "<!-- never closed"];

const command = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...before) }, fc.constantFrom(...around), hostile),
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...phrases) }, fc.constantFrom(...nearly)),
    fc.constantFrom(" ", " ", " ", "\n", "\t", "\u00a0", ""),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...asks) }, hostile),
  )
  .map((parts) => parts.join(""));

/** Short texts of people, often hostile to logs, comments, files and prototypes. */
export const words: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("Add a limit", "Looks good to me", "main", "bug", ""),
  fc.constantFrom(...asks),
  fc.constantFrom("/docs-agent Document a decoy", "<!-- docs-agent:v1 -->", "constructor", "../../evil"),
  hostile,
);

/** Texts of comments, reviews and descriptions, more than half of them with the trigger phrase. */
export const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 14, arbitrary: command },
  { weight: 3, arbitrary: words },
  { weight: 1, arbitrary: fc.constantFrom(...own) },
  { weight: 1, arbitrary: anyText },
  { weight: 2, arbitrary: fc.tuple(command, fc.constantFrom(...behind)).map((parts) => parts.join("\n")) },
);

/** Logins, often the one that may write in the faked repository. */
export const logins: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom("maintainer") },
  {
    weight: 4,
    arbitrary: fc.constantFrom("outsider", "stranger", "renovate[bot]", "Maintainer", "maintainer[bot]"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "..", "maintainer/", "maintainer?", "maintainer\n", "\ud800", "__proto__"),
  },
  { weight: 1, arbitrary: words },
);
