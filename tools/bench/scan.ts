import { findRequest } from "../../src/agent/request.ts";
import { parseEvent } from "../../src/github/event.ts";
import { cpuMs } from "../../test/cpu-time.ts";
import { load } from "../../test/given-inputs.ts";
import { median, type Row } from "./table.ts";

const length = 65_536;
const rounds = 5;

/** What a comment can be made of, repeated to its greatest length. */
const pieces = [
  ...["x", " ", "\n", "x\n", "\t", ">", "> ", "> - ", "- ", "* * ", "1. ", "-\n", "> \n", "\n\n- "],
  ...["`", "``", "`` ` ", "`a` ", "~", "```\n", "> ```\n", "- ```\n", "    x\n", "\\", "_ _", "***"],
  ...["<", "<!--", "<!-- ", "--", "-->", "<!-- x -->", "> <!--\n", "<!--\n", "<?", "</", "<! ", "<a x='"],
  ...["[", "](", "](a ", "![", "[^a]: ", "|", "| a |\n| - |\n", ":-: | -\n", "a@", "<a@", "#", "=\n"],
  ...["From: a@b.c\n", "On 1 ", "On 1\n", "On 1, a wrote:\n", "<a@b.c>:\n", "-----Original Message-----\n"],
  ...["/docs-agent ", "/docs-agent\n", "/docs-agent --", "\u200b", "\u{e0041}", "\u202e", "\ufe0f", "👩‍"],
];

/** How long the worst comment of the greatest length is looked through for a command. */
export function measureScan(): Row[] {
  const inputs = load({});
  const times = pieces.map((piece) => {
    const body = `${piece.repeat(length).slice(0, length - 16)}\n/docs-agent go`;
    const user = { login: "maintainer", type: "User" };
    const payload = { action: "created", issue: { number: 1 }, comment: { id: 2, body, user } };
    const event = parseEvent("issue_comment", payload);
    const ms = median(Array.from({ length: rounds }, () => cpuMs(() => findRequest(inputs, event))));
    return { piece, ms };
  });
  const worst = times.reduce((most, one) => (one.ms > most.ms ? one : most));
  return [
    {
      what: `a comment of 65,536 characters, the worst of ${pieces.length}`,
      goal: "below 3,000 ms",
      action: `${worst.ms.toFixed(0)} ms (many ${JSON.stringify(worst.piece)})`,
    },
  ];
}
