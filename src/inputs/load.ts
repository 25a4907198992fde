import { ActionError, messageOf } from "../errors.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, joinTexts, type RichText, richText } from "../text/rich-text.ts";
import { flawOf } from "../text/secrets.ts";
import { oneLine } from "../text/words.ts";
import { type InputName, type InputValues, inputNames, inputRows } from "./table.ts";

/** Where the inputs come from: the runner's values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says why it cannot be used. */
  readFile(path: string): string;
};

/** A value in a message is cut to so many characters. */
const maxShown = 80;

/** What is wrong with one input, as a part of a sentence: its name, its value unless that is saved, and what is expected. */
export type Problem = { input: InputName; text: RichText };

type ConnectionName = "api-key" | "project-id" | "base-url";
const connectionNames: readonly InputName[] = ["api-key", "project-id", "base-url"];
/** Saved in the settings of the repository, where more than the value may be pasted. What they hold is never shown. */
const savedNames: readonly InputName[] = [...connectionNames, "github-token"];
/** The service, its project and the key. */
export type Connection = Readonly<{
  key: string;
  project: string;
  base: URL;
}>;

/** The valid inputs, whatever the mode. `prompt` is also what `prompt-file` holds. */
export type Inputs = Readonly<Omit<InputValues, ConnectionName>> & {
  /** Judged once there is something to do. With problems, nothing can be signed or sent. */
  readonly connection: Connection | { problems: readonly Problem[] };
};

/** What to do about an input that is wrong, where it takes more than another value. */
const hints: Partial<Record<InputName, RichText>> = {
  // A variable is no place for it: GitHub shows variables to people who may read them, and prints them in logs.
  "api-key": richText`Save an admin key (scope ${code("write")}; for a report, ${code("read")} is enough) of Mintlify's API keys page, alone, as the secret that the workflow reads (usually ${code("DOCS_AGENT_API_KEY")}). If it is there already: workflows of pull requests from forks, and what Dependabot starts, get no secrets, those of an environment need ${code("environment:")} in the job, a reusable workflow gets those that its caller passes, and a repository those that its organisation shares with it.`,
  "project-id": richText`Save only the project ID of Mintlify's API keys page as the variable that the workflow reads (usually ${code("DOCS_AGENT_PROJECT_ID")}), not as a secret.`,
  "github-token": richText`Save the token alone, or remove that line from the step to use the token of the job.`,
};

/** What to do about any other. */
const correction = richText`Nothing was sent. Correct what is named, and trigger the workflow again.`;

/** The values of the inputs that are valid. */
type Values = { [Name in InputName]?: InputValues[Name] | undefined };
type TextOf = InputSource["get"];
/** The event of the run, as far as the inputs depend on it. */
type RunEvent = {
  name: string;
  isTextEvent: boolean;
  thread?: object | undefined;
  /** The full name of the run's branch or tag. */
  ref?: string;
};

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
    ...inputNames.flatMap((input) => readInput(input, textOf(input), values)),
    ...readPromptFile(values, textOf, source),
    ...wrongTogether(values, textOf, event, now),
  ];
  const notSetUp = problems.filter(({ input }) => savedNames.includes(input));
  const isOnlyNotSetUp = notSetUp.length === problems.length;
  const mayWait = textOf("mode") === "agent" && event.isTextEvent && isOnlyNotSetUp;
  const mustStop = problems.length > 0 && !mayWait;
  if (mustStop || !isComplete(values)) {
    throw inputError(problems);
  }
  const { "api-key": key, "project-id": project, "base-url": base, ...others } = values;
  const isSetUp = notSetUp.length === 0 && key && project && base;
  const connection = isSetUp ? { key, project, base } : { problems: notSetUp };
  const context = diffInputs(values).length > 0 ? "diff" : others.context;
  return { ...others, context, connection };
}

/** True where every input has a value; those of the connection may lack theirs. */
function isComplete(values: Values): values is Omit<InputValues, ConnectionName> & Values {
  return inputNames.every((name) => name in values || connectionNames.includes(name));
}

/** Puts the value of an input into `values`, or returns what is wrong with its text. */
function readInput<Name extends InputName>(input: Name, text: string, values: Values): Problem[] {
  const isSaved = savedNames.includes(input);
  // What was pasted beside a saved value would be sent, and a secret in it would not be masked.
  const flaw = isSaved ? flawOf(text) : undefined;
  if (flaw !== undefined) {
    return [problem(input, flaw)];
  }
  const { parse, expected, isOptional } = inputRows[input].reader;
  const value = parse(text);
  const isEmpty = text === "";
  if (value !== undefined || (isEmpty && isOptional)) {
    values[input] = value;
    return [];
  }
  if (isEmpty) {
    return [problem(input, "is empty")];
  }
  if (isSaved) {
    return [problem(input, richText`is not ${expected}`)];
  }
  return [problem(input, richText`is “${oneLine(text, maxShown)}” (expected ${expected})`)];
}

function problem(input: InputName, what: string | RichText): Problem {
  return { input, text: richText`${code(input)} ${what}` };
}

/** Reads `prompt-file` in the place of `prompt`, or returns why it cannot be used. */
function readPromptFile(values: Values, textOf: TextOf, source: InputSource): Problem[] {
  const path = textOf("prompt-file");
  if (path === "" || textOf("prompt") !== "") {
    return [];
  }
  try {
    const prompt = stripHidden(source.readFile(path)).trim();
    if (prompt === "") {
      throw new Error("it holds no text that people can see");
    }
    values.prompt = prompt;
    return [];
  } catch (error) {
    const shown = oneLine(path, maxShown);
    const why = messageOf(error);
    return [problem("prompt-file", `names “${shown}”, which cannot be used: ${why}`)];
  }
}

/** What is wrong with an input where this is true. */
type Rule = [isWrong: boolean, input: InputName, what: string | RichText];

/** Checks inputs that are valid alone and do not go together, or not with the event. */
function wrongTogether(values: Values, textOf: TextOf, event: RunEvent, now: number): Problem[] {
  const { context, comment, conversation, "date-from": from, "date-to": to } = values;
  const isEmpty = (input: InputName) => textOf(input) === "";
  const isAgent = textOf("mode") === "agent";
  const asksNothing = isEmpty("prompt") && isEmpty("prompt-file") && isEmpty("job-id");
  const hasThread = event.thread !== undefined || !isEmpty("issue-number");
  const isSinceLast = values["diff-range"] === "since-last";
  const since = richText`with ${code("diff-range: since-last")}`;
  const sinceLast: Rule[] = [
    // What is documented is remembered in a thread.
    [
      isEmpty("issue-number"),
      "issue-number",
      richText`is empty ${since} (expected dashboard, or the number of an issue or pull request)`,
    ],
    [
      event.ref?.startsWith("refs/pull/") === true,
      "diff-range",
      "is since-last in the run of a pull request: run the workflow on push, or leave it out",
    ],
    [
      event.ref === "",
      "diff-range",
      "is since-last, and GitHub names no branch or tag for this run: set base...head instead",
    ],
    [!isEmpty("job-id"), "job-id", richText`cannot be set ${since}: remove one of them`],
    [comment === "never", "comment", richText`cannot be never ${since} (expected auto or new)`],
    [conversation === "new", "conversation", richText`cannot be new ${since} (expected a name)`],
  ];
  const rules: Rule[] = [
    ...(isSinceLast ? sinceLast : []),
    // Without a token nothing would be remembered there, and each run would begin a new paid job.
    [
      isAgent && hasThread && comment !== "never" && isEmpty("github-token"),
      "github-token",
      "is empty (expected a token)",
    ],
    // On an event without text, an input has to say what to do.
    [
      isAgent && !event.isTextEvent && asksNothing,
      "prompt",
      `is empty (expected a prompt, prompt-file or job-id, or mode: visitors, because the event ${event.name} holds no command)`,
    ],
    [
      !isEmpty("prompt") && !isEmpty("prompt-file"),
      "prompt-file",
      "is set beside prompt (expected one of them)",
    ],
    ...diffInputs(values).map(
      (input): Rule => [
        context === "none" || context === "reference",
        input,
        `is set beside context: ${context} (expected context: diff)`,
      ],
    ),
    [
      isEmpty("date-from") !== isEmpty("date-to"),
      "date-from",
      "and date-to go together (expected both or neither)",
    ],
    [
      from !== undefined && to !== undefined && from >= to,
      "date-from",
      `is “${textOf("date-from")}” (expected a date before date-to, which is exclusive)`,
    ],
    [
      to !== undefined && to > now,
      "date-to",
      `is “${textOf("date-to")}” (expected a date that is not in the future)`,
    ],
  ];
  return rules.flatMap(([isWrong, input, what]) => (isWrong ? [problem(input, what)] : []));
}

/** The inputs that mean `context: diff`. */
function diffInputs(values: Values): InputName[] {
  const range: InputName[] = values["diff-range"] === undefined ? [] : ["diff-range"];
  return (values["diff-paths"] ?? []).length === 0 ? range : [...range, "diff-paths"];
}

/** What is wrong with the inputs, in one line. */
export function problemsText(problems: readonly Problem[]): RichText {
  return joinTexts(
    problems.map(({ text }) => text),
    "; ",
  );
}

/** One error for all problems, with what to do about them. */
export function inputError(problems: readonly Problem[]): ActionError {
  const { length } = problems;
  const count = length === 1 ? "Invalid input" : `${length} invalid inputs`;
  const given = problems.map(({ input }) => hints[input]);
  const advice = given.filter((hint) => hint !== undefined);
  return new ActionError(
    "input",
    richText`${count}: ${problemsText(problems)}.`,
    advice.length === 0 ? correction : joinTexts(advice, " "),
  );
}
