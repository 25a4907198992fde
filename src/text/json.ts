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
