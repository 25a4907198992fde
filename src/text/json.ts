import * as z from "zod/mini";

/** A field that is missing here where it is missing, null or of another type. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

/** The value of a JSON text; `undefined` for any other. `reviver` is that of `JSON.parse`. */
export function parseJson(
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
