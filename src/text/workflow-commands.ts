/** The line ends of Markdown, terminals and Unicode. */
const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;

/** The runner finds a command even with these characters inside, because the comparison of .NET ignores them. */
const filler = String.raw`[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]*`;
const removed = /[^\P{Cc}\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const newForm = new RegExp(
  String.raw`^([\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]*:${filler}):`,
  "u",
);
const oldForm = new RegExp(String.raw`(#${filler}#${filler})\[`, "gu");

/**
 * Foreign text for stdout or stderr of a workflow step, without anything that the runner takes for a command: `::` at
 * the start of a line after white space, and `##[` anywhere (actions/runner, ActionCommand.cs). Lines end in `\n`, and
 * control characters other than tabs are removed.
 */
export function escapeWorkflowCommands(text: string): string {
  return text.toWellFormed().split(lineBreak).map(escapeLine).join("\n");
}

function escapeLine(line: string): string {
  // First, because without the characters between them two halves can become a command.
  const plain = line.replace(removed, "");
  return plain.replace(newForm, "$1 :").replace(oldForm, "$1 [");
}
