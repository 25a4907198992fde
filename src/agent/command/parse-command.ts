import { trimEndOf } from "../../text/trim-end.ts";

/** What a person asked for in a comment. */
export type Command =
  | { kind: "prompt"; prompt: string; fresh: boolean; dryRun: boolean }
  | { kind: "status" }
  /** `notUnderstood` is the word that the command begins with, where it is none of the flags. */
  | { kind: "help"; notUnderstood: string | undefined }
  | { kind: "cancel" };

/** Dashes of any kind, because phones and word processors replace `--`. */
const dashes = String.raw`[\p{Pd}\u2212]+`;
const flagWord = new RegExp(String.raw`^(${dashes})([\p{L}?]\S*)`, "u");
const bareDashes = new RegExp(String.raw`^${dashes}(?=\s|$)`, "u");
const punctuation = ".,:;!?";

/**
 * Reads what follows the trigger phrase: flags on its line, then the request (docs/how-it-works.md, “Flags”). `below`
 * starts with the end of that line. A job costs money, so an unknown flag is answered with the help.
 */
export function parseCommand(line: string, below: string): Command {
  let rest = line.replace(/^[:,]/, "").trim();
  const options = { fresh: false, dryRun: false };
  for (let match = flagWord.exec(rest); match !== null; match = flagWord.exec(rest)) {
    const [all, , flag = ""] = match;
    const name = trimEndOf(flag, punctuation).toLowerCase();
    if (name === "new") options.fresh = true;
    else if (/^dry[\p{Pd}\u2212]run$/u.test(name)) options.dryRun = true;
    else return toCommand(name) ?? { kind: "help", notUnderstood: all };
    rest = rest.slice(all.length).trim();
  }
  rest = rest.replace(bareDashes, "").trim();
  const word = trimEndOf(rest, punctuation).toLowerCase();
  const command = word === "" ? undefined : toCommand(word);
  if (command !== undefined) return command;
  if (below.trim() === "" && isMisspelt(word)) return { kind: "help", notUnderstood: rest };
  const prompt = `${rest}${below}`.trim();
  const saysSomething = /[\p{L}\p{N}]/u.test(prompt);
  return saysSomething ? { kind: "prompt", prompt, ...options } : { kind: "help", notUnderstood: undefined };
}

function toCommand(name: string): Command | undefined {
  switch (name) {
    case "status":
      return { kind: "status" };
    case "help":
    case "":
      return { kind: "help", notUnderstood: undefined };
    case "stop":
    case "cancel":
      return { kind: "cancel" };
    default:
      return undefined;
  }
}

/** True for a known word with its letters in another order, such as `stauts`. */
function isMisspelt(word: string): boolean {
  const sorted = (text: string) => [...text].sort().join("");
  return ["status", "help", "stop", "cancel", "new"].some(
    (known) => known.length === word.length && sorted(known) === sorted(word),
  );
}
