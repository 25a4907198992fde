import type * as z from "zod/mini";
import { parseMoment } from "./dates.ts";
import { InputError } from "./errors.ts";
import { type InputName, inputDefaults, inputSchema, inputsOfMode } from "./input-schema.ts";
import { stripHidden } from "./text/hidden-text.ts";
import { message } from "./text/message.ts";
import { shorten } from "./text/shorten.ts";

export { type InputName, inputDefaults } from "./input-schema.ts";

/** What the step's inputs need from outside: their raw values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says what is wrong with it. */
  readFile(path: string): string;
  /** Throws an Error whose message says why a file cannot be written at this path of the workspace. */
  checkWritable(path: string): void;
};

/** The inputs, checked and typed. `prompt` is cleaned of invisible text; empty when none was given. */
export type Inputs = Readonly<Omit<z.output<typeof inputSchema>, "prompt-file">>;

/** What is wrong with an input, in words: its name, its value unless it is a secret, and what is allowed. */
type Problem = { input: InputName; text: string };

/**
 * Reads all inputs at once. Throws one `InputError` that names every wrong input. A missing `api-key` or `project-id`
 * is no problem yet, as an event without a command needs neither: see `requireCredentials`.
 */
export function loadInputs(source: InputSource): Inputs {
  const raw = readRaw(source);
  const problems: Problem[] = [];
  const parsed = inputSchema.safeParse(raw);
  for (const issue of parsed.error?.issues ?? []) {
    const input = String(issue.path[0]);
    if (isInputName(input))
      problems.push({
        input,
        text: `${input} is ${shown(input, raw[input])} (allowed: ${allowedBy(issue)})`,
      });
  }

  let prompt = raw.prompt;
  if (prompt !== "" && raw["prompt-file"] !== "") {
    problems.push({
      input: "prompt-file",
      text: "prompt and prompt-file are both given (allowed: one of the two)",
    });
  } else if (raw["prompt-file"] !== "") {
    try {
      prompt = source.readFile(raw["prompt-file"]);
      if (prompt.trim() === "") throw new Error("it is empty");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      problems.push({
        input: "prompt-file",
        text: `prompt-file is ${shown("prompt-file", raw["prompt-file"])} and cannot be used: ${why}`,
      });
    }
  }
  const visible = stripHidden(prompt).trim();
  if (prompt.trim() !== "" && visible === "") {
    const input = raw.prompt === "" ? "prompt-file" : "prompt";
    problems.push({ input, text: `${input} holds only text that people cannot see (allowed: visible text)` });
  }
  const range = rangeProblem(raw["date-from"], raw["date-to"]);
  if (range !== undefined) problems.push({ input: "date-from", text: range });

  // Where another input is wrong it is read by itself, as that must not hide it.
  const files = parsed.success
    ? parsed.data["report-file"]
    : inputSchema.shape["report-file"].safeParse(raw["report-file"]).data;
  for (const path of files ?? []) {
    try {
      source.checkWritable(path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      problems.push({
        input: "report-file",
        text: `report-file names ${shown("report-file", path)}, which cannot be used: ${why}`,
      });
    }
  }

  if (!parsed.success || problems.length > 0) throw inputError(problems, missingCredentials(raw));
  const { "prompt-file": _file, ...inputs } = parsed.data;
  return Object.freeze({ ...inputs, prompt: visible });
}

/** The inputs that were set although the mode never looks at them, which is mostly a mistake. */
export function inputsWithoutEffect(mode: Inputs["mode"], get: InputSource["get"]): InputName[] {
  const others: readonly InputName[] = inputsOfMode[mode === "agent" ? "visitors" : "agent"];
  return others.filter((name) => !["", inputDefaults[name]].includes(get(name)));
}

/** Narrows the inputs to those with key and project. Throws an `InputError` that names what is missing. */
export function requireCredentials(inputs: Inputs): { apiKey: string; projectId: string } {
  const apiKey = inputs["api-key"];
  const projectId = inputs["project-id"];
  if (apiKey === undefined || projectId === undefined)
    throw inputError([], missingCredentials({ "api-key": apiKey ?? "", "project-id": projectId ?? "" }));
  return { apiKey, projectId };
}

function inputError(problems: readonly Problem[], missing: readonly Problem[]): InputError {
  const all = [...problems, ...missing];
  const order = Object.keys(inputDefaults);
  all.sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input));
  const secret =
    missing.length > 0 ? " A secret is empty on events from forks and where its name is misspelt." : "";
  return new InputError(
    message`${all.length === 1 ? "An input" : `${all.length} inputs`} cannot be used: ${all.map(({ text }) => text).join("; ")}.`,
    message`Correct the step's “with:” block; nothing was sent.${{ own: secret }}`,
    all.map(({ text }) => message`${text}`),
  );
}

/** What is wrong between the two dates; each of them by itself is the schema's matter. */
function rangeProblem(dateFrom: string, dateTo: string): string | undefined {
  if ((dateFrom === "") !== (dateTo === ""))
    return "only one of date-from and date-to is given (allowed: both or neither)";
  const [from, to] = [parseMoment(dateFrom), parseMoment(dateTo)];
  if (from === undefined || to === undefined || from < to) return undefined;
  const given = `date-from is ${shown("date-from", dateFrom)} and date-to is ${shown("date-to", dateTo)}`;
  return `${given} (allowed: date-from before date-to, which is exclusive)`;
}

function missingCredentials(raw: Readonly<Record<"api-key" | "project-id", string>>): Problem[] {
  const problems: Problem[] = [];
  if (raw["api-key"] === "")
    problems.push({ input: "api-key", text: "api-key is empty (allowed: an admin API key, from a secret)" });
  if (raw["project-id"] === "")
    problems.push({
      input: "project-id",
      text: "project-id is empty (allowed: the project identifier from the API keys page)",
    });
  return problems;
}

function readRaw(source: InputSource): Record<InputName, string> {
  // An input set to nothing, as an empty expression does, means its default.
  const read = (name: InputName) => source.get(name) || inputDefaults[name];
  const raw: Record<InputName, string> = { ...inputDefaults };
  for (const name of inputNames()) raw[name] = read(name);
  return raw;
}

/** The names of all inputs, in the order in which action.yml lists them. */
export function inputNames(): InputName[] {
  return Object.keys(inputDefaults).filter(isInputName);
}

function isInputName(name: string): name is InputName {
  return Object.hasOwn(inputDefaults, name);
}

function shown(input: InputName, value: string): string {
  if (input === "api-key") return keyKind(value);
  if (input === "github-token") return "a value that is not shown";
  return `“${shorten(value.replace(/[\s\p{C}]+/gu, " "), 80)}”`;
}

/** Names a key of the wrong kind, of which only the public prefix is shown. */
function keyKind(key: string): string {
  if (key.startsWith("mint_dsc_")) return "an assistant key (mint_dsc_…)";
  return key.startsWith("mint_us_") ? "an index key (mint_us_…)" : "a value that is not shown";
}

function allowedBy(issue: z.core.$ZodIssue): string {
  // Of an optional input only the branch for a value that is there is worth telling.
  if (issue.code !== "invalid_union") return issue.message;
  return (
    issue.errors.flat().findLast((inner) => inner.code !== "invalid_value" || inner.values.length > 1)
      ?.message ?? issue.message
  );
}
