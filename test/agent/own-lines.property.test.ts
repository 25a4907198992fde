import fc from "fast-check";
import { expect, test } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { runs } from "../runs.ts";
import { elementsAround } from "../text/oracle.ts";

const command = "/docs-agent go";

/** Without what only GitHub knows: which text goes on with a list item, a table or raw HTML. */
const lines = [
  ...["", "", "", "text", " more", "   more", "# heading", "#text", "    indented"],
  ...["---", "- - -", "* * *", "-*-", "- li", "* li", "  - li", "- [ ] li", "1. one"],
  ...["> q", "   > q", "> > q", ">", "> > ", ">q", "> # q", ">#q", "> ---", "> - q", "- > q"],
  ...["1. > q", "  > q", "> q\n2. two", "| a | b |", "> | a | b |"],
  ...["```", "```", "```` js", "~~~", "\ntext\n  ```", "> ```", "- ```", "1. ```", "- > ```"],
  ...["- li\n ```", "1. one\n  ```", "- > q\n  ```", "-\n ```", "- li\n>\n  ```"],
  ...["> - q\n  ```", "\n> - q\n     ```", "- li\n  - li\n```"],
  ...["`a", "b`", "text `a` b", "``", "a ` `` b", "use ```x", "y```", "\\`x", "`\\`"],
  ...["> `a", "- b`"],
  ...["<!-- c -->", "text <!-- c -->", "text <!-- c\nd -->", "<!-- c\nd -->"],
];

const comment = fc
  .record({
    above: fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 5 }),
    indent: fc.constantFrom("", "", "", " ", "  ", "   "),
    below: fc.array(fc.constantFrom(...lines), { maxLength: 2 }),
  })
  .map(({ above, indent, below }) => [...above, indent + command, ...below].join("\n"));

/** Whether GitHub shows the command as words of its author. */
function isOwn(text: string): boolean {
  const around = elementsAround(text, command);
  return around?.every((name) => !/^(?:blockquote|code|pre)$/.test(name)) === true;
}

const isFound = (text: string) => findCommand(text, "/docs-agent")?.command !== undefined;

test("a command is found where GitHub shows it outside of code and quotes, and nowhere else", () => {
  fc.assert(
    fc.property(comment, (text) => {
      expect(isFound(text)).toBe(isOwn(text));
    }),
    runs(50_000, 1000),
  );
});
