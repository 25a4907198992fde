import { ActionError } from "../errors.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { flawOf } from "../text/secrets.ts";
import {
  type InputName,
  type InputValues,
  inputNames,
  inputRows,
  type Mode,
  type NamesOf,
  onOneLine,
} from "./table.ts";

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

type ConnectionName = "api-key" | "project-id" | "base-url";
const connectionNames: readonly InputName[] = ["api-key", "project-id", "base-url"];
/** Never shown. */
const secretNames: readonly InputName[] = ["api-key", "github-token"];
/** Saved in the settings of the repository, where more than the value may be pasted. */
const savedNames: readonly InputName[] = [...secretNames, "project-id"];
/** The service, its project and the key. */
export type Connection = Readonly<{ key: string; project: string; base: URL }>;

type InputsOf<M extends Mode> = Readonly<
  Pick<InputValues, Exclude<NamesOf<M | "both">, ConnectionName>> & {
    mode: M;
    /** Judged once there is something to do. With problems, nothing can be signed or sent. */
    connection: Connection | { problems: readonly Problem[] };
  }
>;
/** The valid inputs of a mode. `prompt` is also what `prompt-file` holds. */
export type AgentInputs = InputsOf<"agent">;
export type VisitorsInputs = InputsOf<"visitors">;
export type Inputs = AgentInputs | VisitorsInputs;

/** Three usual mistakes, by the text of the input, and what to do about each. */
const usualMistakes: Partial<Record<InputName, { is: (text: string) => boolean; hint: RichText }>> =
  {
    "api-key": {
      is: (text) => text === "" || flawOf(text) !== undefined,
      // GitHub shows variables to people who may read them, and prints them in logs.
      hint: richText`The key belongs into the secret ${code("DOCS_AGENT_API_KEY")}, alone: without spaces, line breaks, quotes or a name. If it was ever saved as a variable, people with access to the repository could read it: then the variable must be deleted, that key deleted in the dashboard, and a new key saved as the secret.`,
    },
    "project-id": {
      is: (text) => text === "",
      hint: richText`The project ID belongs into the variable ${code("DOCS_AGENT_PROJECT_ID")}, not into a secret.`,
    },
    "base-url": {
      is: (text) => /\/v[12]\/?$/.test(text),
      hint: richText`Leave the version at the end of ${code("base-url")} out: the action adds it.`,
    },
  };
/** A schedule without a prompt mostly lacks the mode. */
const reportHint = richText`For the visitor report, set ${code("mode: visitors")}.`;

const tokenHint = richText`To use the token of the job, remove ${code("github-token")} from the step. A secret is empty in runs from forks.`;

const memoryHint = richText`Its comments remember what is documented. The action opens the dashboard itself.`;

/** The values of the inputs that are valid. */
type Values = Partial<InputValues>;
/** The event of the run, as far as the inputs depend on it. */
type RunEvent = { name: string; isTextEvent: boolean; thread?: object | undefined; ref?: string };
/**
 * Reads all inputs, also those that the mode does not use, and throws one `ActionError` that names every invalid and
 * every missing one. On an event with text, the agent needs no `api-key`, `project-id` and `base-url` yet, because a text
 * without a command sends nothing. `now` is epoch ms.
 */
export function loadInputs(source: InputSource, event: RunEvent, now: number): Inputs {
  // An empty input, such as an empty expression, has its default.
  const textOf = (input: InputName) => source.get(input) || inputRows[input].default;
  const values: Values = {};
  const problems = [
    ...inputNames.flatMap((input) => readInput(input, textOf(input), values) ?? []),
    ...wrongFiles(values, textOf, source),
    ...wrongRequest(values, textOf, event),
    ...wrongRange(values, textOf, now),
  ];
  const notSetUp = problems.filter(({ input }) =>
    [...connectionNames, ...savedNames].includes(input),
  );
  const mayBeMissing = textOf("mode") === "agent" && event.isTextEvent ? notSetUp.length : 0;
  if (problems.length > mayBeMissing || !isComplete(values)) throw inputError(problems);
  const { "api-key": key, "project-id": project, "base-url": base, mode, ...others } = values;
  const isSetUp =
    notSetUp.length === 0 && key !== undefined && project !== undefined && base !== undefined;
  const connection = isSetUp ? { key, project, base } : { problems: notSetUp };
  if (mode === "visitors") return { ...others, mode, connection };
  const context = diffInputs(values).length > 0 ? "diff" : others.context;
  return { ...others, mode, context, connection };
}

/** Puts the value of an input into `values`, or returns what is wrong with its text. A key is never shown. */
function readInput<Name extends InputName>(
  input: Name,
  text: string,
  values: Values,
): Problem | undefined {
  const reading = inputRows[input].read(text);
  if ("value" in reading) {
    values[input] = reading.value;
    return undefined;
  }
  const mistake = usualMistakes[input];
  const expected = `(expected ${reading.expected})`;
  const known = text === "" ? "is empty" : savedNames.includes(input) ? flawOf(text) : undefined;
  const short = known ?? `cannot be used ${expected}`;
  const isShown = known === undefined && !secretNames.includes(input);
  const what = isShown ? `is “${onOneLine(text)}” ${expected}` : short;
  const hint = mistake?.is(text) ? mistake.hint : undefined;
  return { ...problem(input, what, hint), short: [{ trusted: short }] };
}

function problem(input: InputName, what: string | RichText, hint?: RichText): Problem {
  return { input, text: richText`${code(input)} ${what}`, hint };
}

/** Reads `prompt-file` in the place of `prompt`, and checks that every `report-file` can be written. */
function* wrongFiles(
  values: Values,
  textOf: InputSource["get"],
  source: InputSource,
): Generator<Problem> {
  const path = textOf("prompt-file");
  if (path !== "" && textOf("prompt") !== "")
    yield problem("prompt-file", "is set beside prompt (expected one of them)");
  else if (path !== "")
    yield* useFile("prompt-file", path, () => {
      const prompt = stripHidden(source.readFile(path)).trim();
      if (prompt === "") throw new Error("it holds no text that people can see");
      values.prompt = prompt;
    });
  for (const report of values["report-file"] ?? [])
    yield* useFile("report-file", report, () => source.checkWritable(report));
}

function* useFile(input: InputName, path: string, use: () => void): Generator<Problem> {
  try {
    use();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    yield problem(input, `names “${onOneLine(path)}”, which cannot be used: ${why}`);
  }
}

function* wrongRequest(
  values: Values,
  textOf: InputSource["get"],
  event: RunEvent,
): Generator<Problem> {
  const isEmpty = (input: InputName) => textOf(input) === "";
  const asksNothing = isEmpty("prompt") && isEmpty("prompt-file") && isEmpty("job-id");
  // On an event without text, an input has to say what to do.
  if (textOf("mode") === "agent" && !event.isTextEvent && asksNothing) {
    const named = event.name === "" ? "an event" : `the event ${event.name}`;
    const what = `is empty (expected a prompt, prompt-file or job-id, because ${named} holds no command)`;
    yield problem("prompt", what, event.name === "schedule" ? reportHint : undefined);
  }
  const { context } = values;
  if (context === "none" || context === "reference")
    for (const input of diffInputs(values))
      yield problem(input, `is set beside context: ${context} (expected context: diff)`);
  const hasThread = event.thread !== undefined || !isEmpty("issue-number");
  const mayWrite = textOf("mode") === "agent" && values.comment !== "never";
  // Without a token nothing would be remembered there, and each run would begin a new paid job.
  if (values["diff-range"] !== "since-last" && hasThread && mayWrite && isEmpty("github-token"))
    yield problem(
      "github-token",
      richText`is empty (expected a token, or ${code("comment: never")})`,
      tokenHint,
    );
  if (values["diff-range"] !== "since-last") return;
  // What is documented is remembered in a thread.
  const beside = (what: string) => richText`${what} beside ${code("diff-range: since-last")}`;
  if (event.thread === undefined && isEmpty("issue-number"))
    yield problem(
      "issue-number",
      beside("is empty (expected dashboard, or the number of an issue)"),
      memoryHint,
    );
  if (isEmpty("github-token")) yield problem("github-token", beside("is empty (expected a token)"));
  if (/^refs\/pull\//.test(event.ref ?? ""))
    yield problem(
      "diff-range",
      "is since-last in the run of a pull request (expected one of a branch or a tag)",
    );
  if (!isEmpty("job-id")) yield problem("job-id", beside("is set (expected none)"));
  if (values.comment === "never")
    yield problem("comment", beside("is never (expected auto or new)"));
  if (values.conversation === "new")
    yield problem("conversation", beside("is new (expected a name)"));
}

/** The inputs that mean `context: diff`. */
function diffInputs(values: Values): InputName[] {
  const range: InputName[] = values["diff-range"] === undefined ? [] : ["diff-range"];
  return (values["diff-paths"] ?? []).length === 0 ? range : [...range, "diff-paths"];
}

/** The range of a report: both ends or neither, in their order, and over. */
function* wrongRange(values: Values, textOf: InputSource["get"], now: number): Generator<Problem> {
  const [fromText, toText] = [textOf("date-from"), textOf("date-to")];
  const { "date-from": from, "date-to": to } = values;
  if ((fromText === "") !== (toText === ""))
    yield problem("date-from", "and date-to go together (expected both or neither)");
  if (from !== undefined && to !== undefined && from >= to)
    yield problem(
      "date-from",
      `is “${fromText}” (expected a date before date-to, which is exclusive)`,
    );
  if (to !== undefined && to > now) {
    const why = "because a period that is not over would be compared with a whole one";
    yield problem("date-to", `is “${toText}” (expected a date that is not in the future, ${why})`);
  }
}

/** True where every input has a value; those of the connection may lack theirs. */
function isComplete(values: Values): values is Omit<InputValues, ConnectionName> & Values {
  return inputNames.every((name) => name in values || connectionNames.includes(name));
}

/** One error for all problems, in the order of action.yml. */
export function inputError(problems: readonly Problem[]): ActionError {
  const all = problems.toSorted(
    (a, b) => inputNames.indexOf(a.input) - inputNames.indexOf(b.input),
  );
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
