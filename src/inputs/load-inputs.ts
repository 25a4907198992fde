import { InputError } from "../errors.ts";
import { code, richText } from "../text/rich-text.ts";
import { type AgentInputs, agentInputSchema, missingPrompt, readAgentInputs } from "./agent.ts";
import { connectionProblems, type Mode, readCommonInputs } from "./common.ts";
import { type InputName, type InputTexts, inputDefaults, inputNames, isInputName } from "./defaults.ts";
import type { Problem } from "./problems.ts";
import { readVisitorsInputs, type VisitorsInputs, visitorsInputSchema } from "./visitors.ts";

/** Where the inputs come from: the runner's values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says why it cannot be used. */
  readFile(path: string): string;
  /** Throws an Error whose message says why no file can be written at this path of the workspace. */
  checkWritable(path: string): void;
};

/** The valid inputs: those that both modes use, and those of the step's mode. */
export type Inputs = AgentInputs | VisitorsInputs;

/** The inputs that only one of the two modes uses. */
export const inputsOfMode: Readonly<Record<Mode, readonly InputName[]>> = {
  agent: Object.keys(agentInputSchema.shape).filter(isInputName),
  visitors: Object.keys(visitorsInputSchema.shape).filter(isInputName),
};

/**
 * Reads all inputs, also those that the mode does not use, and throws one `InputError` that names every invalid and
 * every missing one. On an event with text, the agent needs no `api-key`, `project-id` and `base-url` yet, because a text
 * without a command sends nothing: see `requireCredentials`. A missing prompt alone is left to `findRequest`. `now` is epoch ms.
 */
export function loadInputs(
  source: InputSource,
  event: { name: string; isTextEvent: boolean },
  now: number,
): Inputs {
  const texts = readTexts(source);
  const notSetUp = connectionProblems(texts);
  const common = readCommonInputs(texts, notSetUp);
  const agent = readAgentInputs(texts, (path) => source.readFile(path));
  const visitors = readVisitorsInputs(texts, (path) => source.checkWritable(path), now);
  const needsCredentials = !event.isTextEvent || texts.mode === "visitors";
  const isMissing = needsCredentials && notSetUp.length > 0;
  if ("problems" in common || "problems" in agent || "problems" in visitors || isMissing) {
    const found = [common, agent, visitors].flatMap((part) => ("problems" in part ? part.problems : []));
    const needsPrompt = texts.mode === "agent" && !event.isTextEvent;
    const noPrompt = needsPrompt ? missingPrompt(texts, event.name) : [];
    throw inputError([...found, ...noPrompt, ...notSetUp]);
  }
  const { mode, ...shared } = common.value;
  if (mode === "agent") return Object.freeze({ mode, ...shared, ...agent.value });
  return Object.freeze({ mode, ...shared, ...visitors.value });
}

/** A sentence about inputs that are set although the mode does not use them, which is mostly a mistake. */
export function ignoredInputs(mode: Mode, get: InputSource["get"]): string | undefined {
  const unused = inputsOfMode[mode === "agent" ? "visitors" : "agent"];
  const set = unused.filter((name) => !["", inputDefaults[name]].includes(get(name)));
  if (set.length === 0) return undefined;
  const names = new Intl.ListFormat("en").format(set.map((name) => `\`${name}\``));
  return `Ignored: ${names} ${set.length === 1 ? "has" : "have"} no effect with \`mode: ${mode}\`.`;
}

/** The key and the project of the inputs. Throws an `InputError` that names what is missing or cannot be used. */
export function requireCredentials(inputs: Pick<Inputs, "api-key" | "project-id" | "notSetUp">): {
  apiKey: string;
  projectId: string;
} {
  const apiKey = inputs["api-key"];
  const projectId = inputs["project-id"];
  if (inputs.notSetUp.length > 0 || apiKey === undefined || projectId === undefined)
    throw notSetUpError(inputs);
  return { apiKey, projectId };
}

/** The error that names what is missing or cannot be used of the key, the project and the address of the service. */
export function notSetUpError({ notSetUp }: Pick<Inputs, "notSetUp">): InputError {
  return inputError(notSetUp);
}

/** One error for all problems, in the order of action.yml. */
function inputError(problems: readonly Problem[]): InputError {
  const order = inputNames();
  const all = [...problems].sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input));
  const points = all.map(({ text }) => text);
  const count = all.length === 1 ? "Invalid input" : `${all.length} invalid inputs`;
  const hints = all.flatMap(({ hint }) => (hint === undefined ? [] : richText` ${hint}`));
  const list = points.flatMap((point, index) => (index === 0 ? point : richText`; ${point}`));
  return new InputError(
    richText`${count}: ${list}.`,
    richText`Nothing was sent. Correct the step's ${code("with:")} block.${hints}`,
    points,
  );
}

/** An empty input, such as an empty expression, uses its default. */
function readTexts(source: InputSource): InputTexts {
  const texts: Record<InputName, string> = { ...inputDefaults };
  for (const name of inputNames()) texts[name] = source.get(name) || inputDefaults[name];
  return texts;
}
