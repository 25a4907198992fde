import fc from "fast-check";

const surrogates = 0x800;

/** Any code point but lone surrogates. The unit `binary` of fast-check has the same, and takes a second to make. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((value) => String.fromCodePoint(value < 0xd800 ? value : value + surrogates), valueFor);

/** Text of any characters, as many as `maxLength` at most. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
}

function valueFor(text: unknown): number {
  const [first, ...rest] = typeof text === "string" ? text : [];
  const code = first?.codePointAt(0);
  if (code === undefined || rest.length > 0 || !first?.isWellFormed())
    throw new Error("not a single character");
  return code < 0xd800 ? code : code - surrogates;
}
