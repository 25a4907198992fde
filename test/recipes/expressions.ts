import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** The contexts of an expression, such as `github` and `steps`, as plain JSON. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Templates by their names, with the value of each expression in its place, as the runner fills them in. */
export function fillTemplates(
  templates: Readonly<Record<string, string>> = {},
  contexts: Contexts,
): Record<string, string> {
  const fill = (template: string) =>
    template.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
      evaluate(expression, contexts).coerceString(),
    );
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fill(template)]),
  );
}

/**
 * Whether a condition holds where everything before it went well: no workflow that runs here asks for the status of a job.
 * Throws where an expression names a context that its place does not have, or such a function.
 */
export function holds(condition = "true", contexts: Contexts): boolean {
  // The operator turns any value into a boolean by the rules of expressions.
  return evaluate(`!(${condition})`, contexts).coerceString() === "false";
}

function evaluate(expression: string, contexts: Contexts): data.ExpressionData {
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), []).parse();
  const values = Object.entries(contexts).map(([key, value]) => ({ key, value: toData(value) }));
  return new Evaluator(parsed, new data.Dictionary(...values)).evaluate();
}

function toData(value: unknown): data.ExpressionData {
  return JSON.parse(JSON.stringify(value ?? null), data.reviver);
}
