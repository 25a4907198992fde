import { describe, expect, it } from "vitest";
import { lineBreak } from "../../src/text/characters.ts";

describe("the end of a line", () => {
  it("is whatever some reader takes for one, and no letter", () => {
    const text = "r\rn\nrn\r\nv\vV\ff\u0085x\u2028y\u2029z\tu 0";
    expect(text.split(lineBreak)).toEqual(["r", "n", "rn", "v", "V", "f", "x", "y", "z\tu 0"]);
  });
});
