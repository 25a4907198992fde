import { ActionError } from "../src/errors.ts";
import type { AgentInputs, VisitorsInputs } from "../src/inputs/load.ts";
import { type Inputs, loadInputs } from "../src/inputs/load.ts";
import type { InputName } from "../src/inputs/table.ts";
import { toPlainText } from "../src/text/rich-text.ts";

/** Inputs as a step sets them; the others are empty. */
export type Given = Partial<Record<InputName, string>>;

/** What every step sets. */
export const credentials: Given = { "api-key": "mint_0123456789abcdef", "project-id": "docs-1" };

/** The inputs of an agent's step that sets these beside the credentials, in a workspace with these files. */
export function load(...step: Parameters<typeof loadAny>): AgentInputs {
  const inputs = loadAny(...step);
  if (inputs.mode === "agent") return inputs;
  throw new Error("the step reports visitors");
}

/** The inputs of a report's step that sets these beside the credentials. */
export function loadForReport(given: Given): VisitorsInputs {
  const inputs = loadAny({ mode: "visitors", ...given });
  if (inputs.mode === "visitors") return inputs;
  throw new Error("the step runs the agent");
}

/** When the steps run: an afternoon. */
const now = Date.UTC(2026, 10, 21, 15, 4, 5);

/** The inputs of a step of either mode. */
export function loadAny(
  given: Given,
  files: Record<string, string> = {},
  event: Parameters<typeof loadInputs>[1] = { name: "", isTextEvent: true },
): Inputs {
  const source = {
    get: (name: InputName) => ({ ...credentials, ...given })[name] ?? "",
    readFile: (path: string) => {
      const text = files[path];
      if (text === undefined) throw new Error("there is no such file");
      return text;
    },
    checkWritable: (path: string) => {
      if (path.startsWith("..")) throw new Error("it is outside the workspace");
    },
  };
  return loadInputs(source, event, now);
}

/** What people are told of the error that these inputs end in. */
export function problem(
  given: Given,
  files: Record<string, string> = {},
  event?: Parameters<typeof loadInputs>[1],
) {
  try {
    loadAny(given, files, event);
  } catch (error) {
    if (error instanceof ActionError)
      return {
        reason: error.reason,
        message: error.message,
        advice: toPlainText(error.outcome.advice),
        points: (error.outcome.points ?? []).map(toPlainText),
      };
    throw error;
  }
  throw new Error("the inputs were taken");
}
