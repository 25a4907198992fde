import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** The contexts of an expression, such as `github` and `steps`, as plain JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

/** What the steps before have left: decides what `success()` and `failure()` say. */
export type JobStatus = "success" | "failure";

const statusFunctions = ["success", "failure", "always", "cancelled"];

/** The text of a template with the value of each expression in its place, as the runner fills it in. */
function fillTemplate(template: string, contexts: Contexts): string {
  return template.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, "success").coerceString(),
  );
}

/** Templates by their names, filled in. */
export function fillTemplates(
  templates: Readonly<Record<string, string>> = {},
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillTemplate(template, contexts)]),
  );
}

/**
 * Whether a condition holds. Without one, and without a status function in it, `success()` is asked too, as the runner
 * does. Throws where an expression names a context that its place does not have.
 */
export function holds(condition: string | undefined, contexts: Contexts, status: JobStatus): boolean {
  const expression = condition?.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, "$1") ?? "success()";
  const asksStatus = statusFunctions.some((name) => new RegExp(`\\b${name}\\(`).test(expression));
  const whole = asksStatus ? expression : `success() && (${expression})`;
  // The operator turns any value into a boolean by the rules of expressions.
  return evaluate(`!(${whole})`, contexts, status).coerceString() === "false";
}

function evaluate(expression: string, contexts: Contexts, status: JobStatus): data.ExpressionData {
  const answers: Readonly<Record<string, boolean>> = {
    success: status === "success",
    failure: status === "failure",
    always: true,
    cancelled: false,
  };
  const functions = statusFunctions.map((name) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(answers[name] === true),
  }));
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const values = Object.entries(contexts).map(([key, value]) => ({ key, value: toData(value) }));
  const byName = new Map(functions.map((one) => [one.name, one]));
  return new Evaluator(parsed, new data.Dictionary(...values), byName).evaluate();
}

function toData(value: unknown): data.ExpressionData {
  return JSON.parse(JSON.stringify(value ?? null), data.reviver);
}
