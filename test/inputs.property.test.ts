import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../src/errors.ts";
import { type InputName, type Inputs, inputDefaults, inputNames } from "../src/inputs.ts";
import { toPlainText } from "../src/text/message.ts";
import { type Given, load } from "./given-inputs.ts";
import { runs } from "./runs.ts";
import { hostile } from "./text/hostile.ts";

const secret = "mint_secret_0123456789";
/** As the runner hands an input over: trimmed. */
const trimmed = (text: fc.Arbitrary<string>) => text.map((value) => value.trim());

/** Values that some input takes, and ones that are close to them. */
const close = fc.constantFrom(
  ...[
    "agent",
    "visitors",
    "true",
    "FALSE",
    "yes",
    "1",
    "0",
    "7",
    "007",
    "-1",
    "1e3",
    "1.5",
    "0.00001",
    " 7",
    "٣",
    "NaN",
  ],
  ...[
    "7d",
    "366d",
    "367d",
    "last-week",
    "2026-11-01",
    "2026-11-02",
    "1969-12-31",
    "none",
    "failed",
    "failed,none",
  ],
  ...[
    "write",
    "admin",
    "thread",
    "new",
    "never",
    "a.csv",
    "../a.csv",
    "a.csv, b.json",
    "/docs-agent",
    "> x",
    "a b",
  ],
  ...[
    "https://a.example",
    "http://a.example",
    "http://localhost",
    "https://u:p@a.example",
    "https://a.example?b",
    "mint_us_123456789",
  ],
  ...["renovate[bot]", "*", "a,*", "..", ".", "__proto__", "job_1", "2147483648"],
);
const value = fc.oneof({ weight: 4, arbitrary: close }, trimmed(hostile));

/** A workspace without a file, whatever it is asked for. */
const noFiles: Record<string, string> = Object.create(null);

/** What the inputs are taken for, or the error that names what is wrong with them. */
function taken(given: Given): Inputs | InputError {
  try {
    return load(given, noFiles);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Which inputs an error names. */
const named = (error: InputError) =>
  inputNames().filter((name) =>
    new RegExp(
      `(?:: |; )${name} (?:is|holds|names)|: ${name} and|only one of ${name}| ${name} and prompt-file`,
    ).test(error.message),
  );

describe("whatever the inputs are set to", () => {
  const some = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...inputNames()), value), {
      selector: ([name]) => name,
      maxLength: 6,
    })
    .map((pairs): Given => Object.fromEntries(pairs));

  it("they are taken, or refused in one line that names what is wrong", () => {
    fc.assert(
      fc.property(some, (given) => {
        const result = taken(given);
        if (!(result instanceof InputError)) return;
        expect(result.reason).toBe("input");
        expect(result.message).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(result.message.length).toBeLessThan(300 * (Object.keys(given).length + 2));
        expect(toPlainText(result.advice)).toContain("nothing was sent");
        // What the message blames was given, or is missing.
        const blamed = named(result);
        expect(blamed).not.toEqual([]);
        for (const name of blamed)
          expect([...Object.keys(given), "api-key", "project-id", "date-from"]).toContain(name);
      }),
      runs(600),
    );
  });

  it("every wrong one is named at once, and by itself too", () => {
    const alone: InputName[] = inputNames().filter(
      (name) => !/^(?:date-|prompt|api-key|project-id)/.test(name),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...alone), value, { maxKeys: 6 }), (all) => {
        const given: Given = all;
        const wrong = alone.filter(
          (name) => given[name] !== undefined && taken({ [name]: given[name] }) instanceof InputError,
        );
        const result = taken(given);
        if (wrong.length === 0) expect(result).not.toBeInstanceOf(InputError);
        else expect(result instanceof InputError ? named(result) : []).toEqual(wrong);
      }),
      runs(700),
    );
  });

  it("no message shows a secret", () => {
    fc.assert(
      fc.property(some, hostile, (given, rest) => {
        const result = taken({ mode: "x", ...given, "api-key": `${secret} ${rest}`, "github-token": secret });
        if (!(result instanceof InputError)) throw new Error("the inputs were taken");
        expect(result.message + toPlainText(result.advice)).not.toContain(secret);
      }),
      runs(500),
    );
  });

  it("what is taken lies within its bounds", () => {
    // Most random inputs are refused for something else, so the edges are tried by themselves too.
    const edge = fc.constantFrom<Given>(
      { "project-id": ".." },
      { "job-id": "." },
      { trend: "53" },
      { top: "1001" },
    );
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: some }, edge), (given) => {
        const inputs = taken(given);
        if (inputs instanceof InputError) return;
        const within = (
          name: "timeout-minutes" | "trend" | "top" | "max-requests",
          min: number,
          max: number,
        ) => {
          expect(inputs[name]).toBeGreaterThanOrEqual(min);
          expect(inputs[name]).toBeLessThanOrEqual(max);
          expect(inputs[name]).toBe(Number(given[name] || inputDefaults[name]));
        };
        within("timeout-minutes", 0.01, 7200);
        within("trend", 0, 52);
        within("top", 0, 1000);
        within("max-requests", 1, 1000);
        for (const id of [inputs["project-id"], inputs["job-id"] ?? "job"])
          expect(
            new URL(`https://a.example/${encodeURIComponent(id ?? "")}/x`).pathname.split("/"),
          ).toHaveLength(3);
        expect(inputs["trigger-phrase"]).toMatch(/^[^\p{C}]{1,50}$/u);
        expect(inputs.prompt).not.toMatch(
          /<!--\s*docs-agent:|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069]/iu,
        );
        expect(Object.isFrozen(inputs)).toBe(true);
      }),
      runs(600),
    );
  });
});

describe("an input of its kind", () => {
  it("a list comes out as its entries, whatever parts them", () => {
    const login = fc.stringMatching(/^[a-zA-Z\d][a-zA-Z\d_-]{0,20}(?:\[bot\])?$/);
    const between = fc.stringMatching(/^ {0,2}[,\n][,\n ]{0,3}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(login, between), { maxLength: 6 }), (entries) => {
        const inputs = load({ "allowed-users": entries.flat().join("").trim() });
        expect(inputs["allowed-users"]).toEqual(entries.map(([name]) => name));
      }),
      runs(500),
    );
  });

  it("a list with anything foreign among its entries is refused", () => {
    fc.assert(
      fc.property(trimmed(hostile), (foreign) => {
        const entries = foreign.split(/[,\n]/).map((entry) => entry.trim());
        const good = entries.every(
          (entry) => entry === "" || /^[a-z\d][\w-]{0,99}(?:\[bot\])?$/i.test(entry),
        );
        expect(taken({ "allowed-users": `a,${foreign}` }) instanceof InputError).toBe(!good);
      }),
      runs(700),
    );
  });

  it("an address has no more than an origin and a path, and stays on this machine without TLS", () => {
    const address = fc.oneof(
      hostile.map((rest) => `https://${rest}`),
      hostile.map((rest) => `https://api.example.com/${rest}`),
      hostile.map((rest) => `http://localhost${rest}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ["http", "https", "ftp"] }),
      hostile,
    );
    fc.assert(
      fc.property(trimmed(address), (text) => {
        const inputs = taken({ "base-url": text });
        if (inputs instanceof InputError || text === "") return;
        const { protocol, username, password, search, hash, hostname, href } = inputs["base-url"];
        expect([username, password, search, hash]).toEqual(["", "", "", ""]);
        expect(href).toBe(new URL(text).href);
        if (protocol !== "https:") {
          expect(protocol).toBe("http:");
          expect(hostname).toMatch(/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/);
        }
      }),
      runs(1500),
    );
  });

  it("a number is the one that was written, in digits alone", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.nat(70), fc.double(), hostile).map((number) => String(number).trim()),
        (text) => {
          const inputs = taken({ trend: text });
          const good = /^[0-9]{1,10}$/.test(text) && BigInt(text) <= 52n;
          if (text !== "")
            expect(inputs instanceof InputError ? undefined : inputs.trend).toBe(
              good ? Number(text) : undefined,
            );
        },
      ),
      runs(700),
    );
  });
});
