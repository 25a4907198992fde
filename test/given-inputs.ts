import { ActionError } from "../src/errors.ts";
import { type Inputs, loadInputs } from "../src/inputs/load.ts";
import type { InputName } from "../src/inputs/table.ts";
import { toPlainText } from "../src/text/rich-text.ts";

/** Inputs as a step sets them; the others are empty. */
export type Given = Partial<Record<InputName, string>>;

/** What every step sets. */
export const credentials: Given = { "api-key": "mint_0123456789abcdef", "project-id": "docs-1" };

/** The inputs of a report's step that sets these beside the credentials. */
export function loadForReport(given: Given): Inputs {
  return load({ mode: "visitors", ...given });
}

/** When the steps run: an afternoon. */
const now = Date.UTC(2026, 10, 21, 15, 4, 5);

/** The inputs of a step that sets these beside the credentials, in a workspace with these files. */
export function load(
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
    load(given, files, event);
  } catch (error) {
    if (error instanceof ActionError)
      return {
        reason: error.reason,
        message: error.message,
        advice: toPlainText(error.outcome.advice),
        points: error.message.replace(/^.*?nvalid inputs?: |\.$/g, "").split("; "),
      };
    throw error;
  }
  throw new Error("the inputs were taken");
}
