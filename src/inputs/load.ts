import { ActionError } from "../errors.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { type InputName, type InputValues, inputNames, inputRows, type Mode, type NamesOf } from "./table.ts";
import { onOneLine } from "./values.ts";

/** Where the inputs come from: the runner's values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says why it cannot be used. */
  readFile(path: string): string;
  /** Throws an Error whose message says why no file can be written at this path of the workspace. */
  checkWritable(path: string): void;
};

/** What is wrong with one input. */
export type Problem = {
  input: InputName;
  /** A part of a sentence: what is wrong, with the input's name, its value and what is expected. */
  text: RichText;
  /** The same in a few words, without name and value, for a thread that strangers read. */
  short?: RichText;
  /** How this usual mistake comes about, or what to do about it, as a sentence. */
  hint?: RichText | undefined;
};

/** The inputs that name the service and the key. */
const connectionNames = ["api-key", "project-id", "base-url"] as const;
type ConnectionName = (typeof connectionNames)[number];
/** The service, its project and the key. */
export type Connection = Readonly<{ key: string; project: string; base: URL }>;
/** What is wrong with the key, the project or the address, so that nothing can be signed or sent. */
export type NotSetUp = { problems: readonly Problem[] };

type InputsOf<M extends Mode> = Readonly<
  Pick<InputValues, Exclude<NamesOf<M | "both">, ConnectionName>> & {
    mode: M;
    /** Judged once there is something to do. */
    connection: Connection | NotSetUp;
  }
>;
/** The valid inputs with `mode: agent`. `prompt` is also what `prompt-file` holds. */
export type AgentInputs = InputsOf<"agent">;
/** The valid inputs with `mode: visitors`. */
export type VisitorsInputs = InputsOf<"visitors">;
/** The valid inputs of a step: those that both modes use, and those of its mode. */
export type Inputs = AgentInputs | VisitorsInputs;

/** A mistake that is often made, by the text of the input. */
type UsualMistake = { input: InputName; pattern: RegExp; hint: RichText };
const usualMistakes: readonly UsualMistake[] = [
  {
    input: "api-key",
    pattern: /^$/,
    // GitHub shows variables to people who may read them, and prints them in logs.
    hint: richText`Save the key under the tab Secrets as ${code("DOCS_AGENT_API_KEY")}. Saved under Variables? Then create a new key: everyone with access to the repository could have seen it.`,
  },
  {
    input: "project-id",
    pattern: /^$/,
    hint: richText`Save the project ID under the tab Variables as ${code("DOCS_AGENT_PROJECT_ID")}. Saved under Secrets? There, it is not found.`,
  },
  {
    input: "base-url",
    pattern: /\/v[12]\/?$/,
    hint: richText`Leave the version at the end of ${code("base-url")} out: the action adds it.`,
  },
];
/** A schedule without a prompt mostly lacks the mode. */
const reportHint = richText`For the visitor report, set ${code("mode: visitors")}.`;

const memoryHint = richText`The issue remembers what is documented. In the recipes, the variable ${code("DOCS_AGENT_REPORT_ISSUE")} names it.`;

/** The inputs while they are read. */
type Draft = {
  /** The text of an input: what the step sets, or else the default. */
  textOf: (input: InputName) => string;
  /** Of the inputs that are valid. */
  values: Partial<InputValues>;
  problems: Problem[];
};

/**
 * Reads all inputs, also those that the mode does not use, and throws one `ActionError` that names every invalid and
 * every missing one. On an event with text, the agent needs no `api-key`, `project-id` and `base-url` yet, because a text
 * without a command sends nothing: see `notSetUp`. `now` is epoch ms.
 */
export function loadInputs(
  source: InputSource,
  event: { name: string; isTextEvent: boolean; thread?: object | undefined },
  now: number,
): Inputs {
  const draft: Draft = {
    // An empty input, such as an empty expression, has its default.
    textOf: (input) => source.get(input) || inputRows[input].default,
    values: {},
    problems: [],
  };
  const { textOf, values, problems } = draft;
  for (const input of inputNames()) readInput(input, draft);
  readPromptFile(draft, source);
  for (const path of values["report-file"] ?? [])
    useFile("report-file", path, draft, () => source.checkWritable(path));
  const isAgent = textOf("mode") === "agent";
  if (isAgent && !event.isTextEvent) checkPrompt(draft, event.name);
  checkContext(draft);
  checkLedger(draft, event.thread !== undefined);
  checkRange(draft, now);

  const notSetUp = problems.filter(({ input }) => isConnectionName(input));
  const mayBeMissing = isAgent && event.isTextEvent ? notSetUp.length : 0;
  if (problems.length > mayBeMissing || !isComplete(values)) throw inputError(problems);
  const { "api-key": key, "project-id": project, "base-url": base, mode, ...others } = values;
  const connection =
    key !== undefined && project !== undefined && base !== undefined
      ? { key, project, base }
      : { problems: notSetUp };
  if (mode === "visitors") return { ...others, mode, connection };
  const context = diffInputs(values).length > 0 ? "diff" : others.context;
  return { ...others, mode, context, connection };
}

function readInput<Name extends InputName>(input: Name, draft: Draft): void {
  const text = draft.textOf(input);
  const reading = inputRows[input].read(text);
  if ("value" in reading) {
    draft.values[input] = reading.value;
    return;
  }
  const { expected } = reading;
  const hint = usualMistakes.find((each) => each.input === input && each.pattern.test(text))?.hint;
  const isEmpty = text === "";
  addProblem(draft, input, isEmpty ? "is empty" : `${shown(input, text)} (expected ${expected})`, {
    short: [{ trusted: isEmpty ? "is empty" : `cannot be used (expected ${expected})` }],
    hint,
  });
}

/** Reads `prompt-file` in the place of `prompt`. */
function readPromptFile(draft: Draft, source: InputSource): void {
  const path = draft.textOf("prompt-file");
  if (path === "") return;
  if (draft.textOf("prompt") !== "") {
    addProblem(draft, "prompt-file", "is set beside prompt (expected one of them)");
    return;
  }
  useFile("prompt-file", path, draft, () => {
    const prompt = stripHidden(source.readFile(path)).trim();
    if (prompt === "") throw new Error("it holds no text that people can see");
    draft.values.prompt = prompt;
  });
}

/** Does something with a file that an input names. What it throws says why the file cannot be used. */
function useFile(input: InputName, path: string, draft: Draft, use: () => void): void {
  try {
    use();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    addProblem(draft, input, `names “${onOneLine(path)}”, which cannot be used: ${why}`);
  }
}

/** On an event without text, an input has to say what to do. */
function checkPrompt(draft: Draft, eventName: string): void {
  if ((["prompt", "prompt-file", "job-id"] as const).some((input) => draft.textOf(input) !== "")) return;
  const named = eventName === "" ? "an event" : `the event ${eventName}`;
  const text = `is empty (expected a prompt, prompt-file or job-id, because ${named} holds no command)`;
  addProblem(draft, "prompt", text, { hint: eventName === "schedule" ? reportHint : undefined });
}

function checkContext(draft: Draft): void {
  const { context } = draft.values;
  if (context !== "none" && context !== "reference") return;
  for (const input of diffInputs(draft.values))
    addProblem(draft, input, `is set beside context: ${context} (expected context: diff)`);
}

/** What is documented is remembered in a thread. */
function checkLedger({ values, problems, textOf }: Draft, hasThread: boolean): void {
  if (values["diff-range"] !== "since-last") return;
  const needs = (input: InputName, what: string, hint?: RichText) =>
    problems.push({
      input,
      text: richText`${code(input)} ${what} beside ${code("diff-range: since-last")}`,
      hint,
    });
  if (!hasThread && textOf("issue-number") === "")
    needs("issue-number", "is empty (expected the number of an issue)", memoryHint);
  if (textOf("github-token") === "") needs("github-token", "is empty (expected a token)");
  if (values.comment === "never") needs("comment", "is never (expected auto or new)");
  if (values.conversation === "new") needs("conversation", "is new (expected a name)");
}

/** The inputs that mean `context: diff`. */
function diffInputs(values: Partial<InputValues>): InputName[] {
  const range: InputName[] = values["diff-range"] === undefined ? [] : ["diff-range"];
  return (values["diff-paths"] ?? []).length === 0 ? range : [...range, "diff-paths"];
}

/** The range of a report: both ends or neither, in their order, and over. */
function checkRange(draft: Draft, now: number): void {
  const [fromText, toText] = [draft.textOf("date-from"), draft.textOf("date-to")];
  const { "date-from": from, "date-to": to } = draft.values;
  if ((fromText === "") !== (toText === ""))
    addProblem(draft, "date-from", "and date-to go together (expected both or neither)");
  if (from !== undefined && to !== undefined && from >= to)
    addProblem(draft, "date-from", `is “${fromText}” (expected a date before date-to, which is exclusive)`);
  if (to !== undefined && to > now) {
    const why = "because a period that is not over would be compared with a whole one";
    addProblem(draft, "date-to", `is “${toText}” (expected a date that is not in the future, ${why})`);
  }
}

function addProblem(draft: Draft, input: InputName, text: string, more: Partial<Problem> = {}): void {
  draft.problems.push({ ...more, input, text: richText`${code(input)} ${text}` });
}

/** What is wrong with the text of an input. A key is never shown. */
function shown(input: InputName, text: string): string {
  return input === "api-key" ? "cannot be used" : `is “${onOneLine(text)}”`;
}

function isConnectionName(name: InputName): name is ConnectionName {
  return connectionNames.some((each) => each === name);
}

/** True where every input has a value; those of the connection may lack theirs. */
function isComplete(
  values: Partial<InputValues>,
): values is Omit<InputValues, ConnectionName> & Partial<InputValues> {
  return inputNames().every((name) => name in values || isConnectionName(name));
}

/** One error for all problems, in the order of action.yml. */
export function inputError(problems: readonly Problem[]): ActionError {
  const order = inputNames();
  const all = problems.toSorted((a, b) => order.indexOf(a.input) - order.indexOf(b.input));
  const points = all.map(({ text }) => text);
  const count = all.length === 1 ? "Invalid input" : `${all.length} invalid inputs`;
  const hints = all.flatMap(({ hint }) => (hint === undefined ? [] : richText` ${hint}`));
  const list = points.flatMap((point, index) => (index === 0 ? point : richText`; ${point}`));
  return new ActionError(
    "input",
    richText`${count}: ${list}.`,
    richText`Nothing was sent. Correct the step's ${code("with:")} block.${hints}`,
    { points },
  );
}
