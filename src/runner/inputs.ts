import type * as z from "zod/mini";
import { parseMoment } from "../dates.ts";
import { InputError } from "../errors.ts";
import type { GitHubEvent } from "../github/events.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, richText } from "../text/rich-text.ts";
import { shorten } from "../text/shorten.ts";
import { type InputName, inputDefaults, inputSchema, inputsOfMode } from "./input-schema.ts";

export { type InputName, inputDefaults } from "./input-schema.ts";

/** Where the inputs come from: the runner's values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says why it cannot be used. */
  readFile(path: string): string;
  /** Throws an Error whose message says why no file can be written at this path of the workspace. */
  checkWritable(path: string): void;
};

/** The valid inputs. `prompt` is without hidden text, and empty when neither `prompt` nor `prompt-file` is set. */
export type Inputs = Readonly<Omit<z.output<typeof inputSchema>, "prompt-file">>;

/** What is wrong with one input, as a part of a sentence. */
type Problem = { input: InputName; text: string };

/**
 * Reads all inputs at once. Throws one `InputError` that names every invalid and every missing one. On an event with
 * text a missing `api-key` or `project-id` alone is no problem yet, because a text without a command needs neither: see
 * `requireCredentials`. A prompt that alone is missing is left to `findRequest`.
 */
export function loadInputs(source: InputSource, event: Pick<GitHubEvent, "name" | "isTextEvent">): Inputs {
  const raw = readRaw(source);
  const parsed = inputSchema.safeParse(raw);
  const prompt = readPrompt(raw, source);
  // Read apart, so that another invalid input does not hide a problem with the files.
  const files = inputSchema.shape["report-file"].safeParse(raw["report-file"]).data ?? [];
  const problems = [
    ...schemaProblems(parsed.error?.issues ?? [], raw),
    ...("problem" in prompt ? [prompt.problem] : []),
    ...contextProblems(raw),
    ...rangeProblems(raw["date-from"], raw["date-to"]),
    ...files.flatMap((path) => fileProblems(path, source)),
  ];
  const missing = missingCredentials(raw);
  const mustHaveAll = !event.isTextEvent || raw.mode === "visitors";
  if (!parsed.success || "problem" in prompt || problems.length > 0 || (mustHaveAll && missing.length > 0))
    throw inputError([...problems, ...missingPrompt(raw, event)], missing);
  const { "prompt-file": _file, ...inputs } = parsed.data;
  const wantsDiff = inputs["diff-range"] !== undefined || inputs["diff-paths"].length > 0;
  return Object.freeze({ ...inputs, prompt: prompt.text, ...(wantsDiff ? { context: "diff" } : {}) });
}

/** A sentence about inputs that are set although the mode does not use them, which is mostly a mistake. */
export function ignoredInputs(mode: Inputs["mode"], get: InputSource["get"]): string | undefined {
  const unused: readonly InputName[] = inputsOfMode[mode === "agent" ? "visitors" : "agent"];
  const set = unused.filter((name) => !["", inputDefaults[name]].includes(get(name)));
  if (set.length === 0) return undefined;
  const names = new Intl.ListFormat("en").format(set.map((name) => `\`${name}\``));
  return `Ignored: ${names} ${set.length === 1 ? "has" : "have"} no effect with \`mode: ${mode}\`.`;
}

/** The key and the project of the inputs. Throws an `InputError` that names what is missing. */
export function requireCredentials(inputs: Inputs): { apiKey: string; projectId: string } {
  const apiKey = inputs["api-key"];
  const projectId = inputs["project-id"];
  if (apiKey === undefined || projectId === undefined)
    throw inputError([], missingCredentials({ "api-key": apiKey ?? "", "project-id": projectId ?? "" }));
  return { apiKey, projectId };
}

function inputError(problems: readonly Problem[], missing: readonly Problem[]): InputError {
  const order = inputNames();
  const all = [...problems, ...missing].sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input));
  const texts = all.map(({ text }) => text);
  const count = all.length === 1 ? "Invalid input" : `${all.length} invalid inputs`;
  const emptySecret = richText` A secret is empty in runs from forks, and when its name is misspelled.`;
  return new InputError(
    richText`${count}: ${texts.join("; ")}.`,
    [
      ...richText`Nothing was sent. Correct the step's ${code("with:")} block.`,
      ...(missing.length > 0 ? emptySecret : []),
    ],
    texts.map((text) => richText`${text}`),
  );
}

function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  raw: Readonly<Record<InputName, string>>,
): Problem[] {
  return issues.flatMap((issue) => {
    const input = String(issue.path[0]);
    if (!isInputName(input)) return [];
    return [{ input, text: `${input} is ${shown(input, raw[input])} (expected ${expectedBy(issue)})` }];
  });
}

/** The text of `prompt` or `prompt-file` without hidden text; empty when neither is given. */
function readPrompt(
  raw: Readonly<Record<InputName, string>>,
  source: InputSource,
): { text: string } | { problem: Problem } {
  const path = raw["prompt-file"];
  if (path !== "" && raw.prompt !== "") {
    const text = "prompt and prompt-file are both set (expected one of them)";
    return { problem: { input: "prompt-file", text } };
  }
  let prompt = raw.prompt;
  if (path !== "") {
    try {
      prompt = source.readFile(path);
      if (prompt.trim() === "") throw new Error("it is empty");
    } catch (error) {
      const text = `prompt-file is ${shown("prompt-file", path)}, which cannot be used: ${reasonOf(error)}`;
      return { problem: { input: "prompt-file", text } };
    }
  }
  const text = stripHidden(prompt).trim();
  if (text !== "" || prompt === "") return { text };
  const input = path === "" ? "prompt" : "prompt-file";
  return { problem: { input, text: `${input} holds only hidden text (expected visible text)` } };
}

/** An input for the diff together with a `context` that has none. */
function contextProblems({ context, ...raw }: Readonly<Record<InputName, string>>): Problem[] {
  if (context !== "none" && context !== "reference") return [];
  return (["diff-range", "diff-paths"] as const)
    .filter((input) => /[^\s,]/.test(raw[input]))
    .map((input) => ({ input, text: `${input} is set beside context: ${context} (expected context: diff)` }));
}

/** What is wrong between the two dates; the schema checks each of them. */
function rangeProblems(dateFrom: string, dateTo: string): Problem[] {
  const input = "date-from";
  if ((dateFrom === "") !== (dateTo === ""))
    return [{ input, text: "only one of date-from and date-to is set (expected both or neither)" }];
  const [from, to] = [parseMoment(dateFrom), parseMoment(dateTo)];
  if (from === undefined || to === undefined || from < to) return [];
  const given = `date-from is ${shown("date-from", dateFrom)} and date-to is ${shown("date-to", dateTo)}`;
  return [{ input, text: `${given} (expected date-from before date-to, which is exclusive)` }];
}

function fileProblems(path: string, source: InputSource): Problem[] {
  try {
    source.checkWritable(path);
    return [];
  } catch (error) {
    const named = shown("report-file", path);
    return [
      { input: "report-file", text: `report-file names ${named}, which cannot be used: ${reasonOf(error)}` },
    ];
  }
}

function missingCredentials(raw: Readonly<Record<"api-key" | "project-id", string>>): Problem[] {
  const expected = {
    "api-key": "an admin API key, from a secret",
    "project-id": "the project identifier from the API keys page",
  };
  return (["api-key", "project-id"] as const)
    .filter((input) => raw[input] === "")
    .map((input) => ({ input, text: `${input} is empty (expected ${expected[input]})` }));
}

function missingPrompt(
  raw: Readonly<Record<InputName, string>>,
  event: Pick<GitHubEvent, "name" | "isTextEvent">,
): Problem[] {
  const isGiven = [raw.prompt, raw["prompt-file"], raw["job-id"]].some((value) => value !== "");
  if (event.isTextEvent || raw.mode !== "agent" || isGiven) return [];
  const named = event.name === "" ? "an event" : `the event ${event.name}`;
  const text = `prompt is empty (expected a prompt, prompt-file or job-id, because ${named} holds no command)`;
  return [{ input: "prompt", text }];
}

function readRaw(source: InputSource): Record<InputName, string> {
  const raw: Record<InputName, string> = { ...inputDefaults };
  // An empty input, such as an empty expression, uses its default.
  for (const name of inputNames()) raw[name] = source.get(name) || inputDefaults[name];
  return raw;
}

/** The names of all inputs, in the order of action.yml. */
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

/** Names the kind of a wrong key by its public prefix. */
function keyKind(key: string): string {
  if (key.startsWith("mint_dsc_")) return "an assistant key (mint_dsc_…)";
  return key.startsWith("mint_us_") ? "an index key (mint_us_…)" : "a value that is not shown";
}

/** What an input takes, in words. For an optional input, what it takes when it is set. */
function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  // The empty text is the first of the two.
  return issue.errors.at(-1)?.at(-1)?.message ?? issue.message;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
