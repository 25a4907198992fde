import fc from "fast-check";
import type { Row } from "../../src/visitors/read/pages.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { anyText } from "../text/any-text.ts";
import { hostile } from "../text/hostile.ts";

/** A path as a stranger may choose it: to break Markdown, a table, a spreadsheet or a program. */
export const path: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: hostile },
  fc.constantFrom(...HOSTILE_PATHS),
  fc.constantFrom(
    "",
    "__proto__",
    "toString",
    "'=1",
    '"=1"',
    '=1,"x"\n=2',
    "/a;=1+1;",
    "/a\t=1\t",
    '/a";=1;"',
  ),
  fc
    .tuple(
      fc.constantFrom(
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
        "\n",
        " ",
        "＝",
        "\u0000=",
        "\u2028=",
        "\u00a0@",
      ),
      hostile,
    )
    .map((parts) => parts.join("")),
  anyText(),
);

/** A count as a service may send it once it is whole: around the thresholds, ordinary or huge. */
export const count: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(5000) },
  fc.constantFrom(0, 1, 19, 20, 21, 2 ** 31, Number.MAX_SAFE_INTEGER),
);

/** Rows with paths of strangers, one per path. */
export const hostileRows: fc.Arbitrary<Row[]> = fc.uniqueArray(
  fc.record({ path, human: count, ai: count, total: count }),
  { selector: (row) => row.path, maxLength: 8 },
);
