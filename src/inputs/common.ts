import * as z from "zod/mini";
import { code, richText } from "../text/rich-text.ts";
import { type InputName, type InputTexts, inputDefaults } from "./defaults.ts";
import { aboutInput, type Problem, type Reading, schemaProblems } from "./problems.ts";
import { choice, decimal, flag, matching, optional, parseBareUrl, wholeNumber } from "./values.ts";

/** The two modes of the action. */
export type Mode = "agent" | "visitors";

const expectedKey = "an admin API key of 8 or more visible ASCII characters";

/** The inputs that both modes use. */
export const commonInputSchema = z.object({
  "api-key": optional(matching(/^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/, expectedKey)),
  // A segment in the path of the service's URLs; `.` and `..` would change the path.
  "project-id": optional(
    matching(
      /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/,
      "the project identifier from the API keys page of the dashboard",
    ),
  ),
  "base-url": z.pipe(
    z.string().check(
      z.refine(isBaseUrl, {
        error: "an https: address without user, password, query and fragment (http: only for loopback)",
      }),
    ),
    z.transform((text: string) => new URL(text)),
  ),
  mode: choice("agent", "visitors"),
  "github-token": z.string(),
  "issue-number": optional(wholeNumber(1, 2_147_483_647)),
  "trigger-phrase": matching(
    /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u,
    "1 to 50 visible characters on one line, not starting with >",
  ),
  comment: choice("auto", "new", "never"),
  "timeout-minutes": decimal(0.01, 7200),
  "dry-run": flag,
} satisfies Partial<Record<InputName, unknown>>);

/** The valid inputs that both modes use. */
export type CommonInputs = Omit<z.output<typeof commonInputSchema>, "mode"> & {
  /** What is wrong with the key, the project or the address of the service. Judged once there is something to do. */
  notSetUp: readonly Problem[];
};

/** The inputs that say which service to talk to, and as whom. */
const connectionInputs = ["api-key", "project-id", "base-url"] as const;

/** Reads the inputs that both modes use. One that `notSetUp` names (see `connectionProblems`) counts as not set. */
export function readCommonInputs(
  texts: InputTexts,
  notSetUp: readonly Problem[],
): Reading<CommonInputs & { mode: Mode }> {
  const usable = { ...texts };
  for (const { input } of notSetUp) usable[input] = inputDefaults[input];
  const parsed = commonInputSchema.safeParse(usable);
  return parsed.success
    ? { value: { ...parsed.data, notSetUp } }
    : { problems: schemaProblems(parsed.error.issues, usable) };
}

/** What is wrong with the inputs that say which service to talk to: an empty one, a usual mistake, or another value. */
export function connectionProblems(texts: InputTexts): Problem[] {
  const issues = commonInputSchema.safeParse(texts).error?.issues ?? [];
  return connectionInputs.flatMap((input) => {
    const mistake = emptyProblem(input, texts[input]) ?? usualMistake(input, texts[input]);
    if (mistake !== undefined) return [mistake];
    const own = issues.filter(({ path }) => path[0] === input);
    return schemaProblems(own, texts);
  });
}

function emptyProblem(input: (typeof connectionInputs)[number], value: string): Problem | undefined {
  if (value !== "" || input === "base-url") return undefined;
  const [expected, hint] =
    input === "api-key"
      ? [
          "an admin API key, from a secret",
          // GitHub shows variables to people who may read them, and prints them in logs.
          richText`A secret is empty in runs from forks, and when its name is misspelled. The tab Variables hides nothing: if the key was saved there, create a new one, and save that under Secrets.`,
        ]
      : [
          "the project identifier from the API keys page",
          richText`Save the project ID under the tab Variables: ${code("vars.")} does not have what is saved under Secrets.`,
        ];
  const text = aboutInput(input, `is empty (expected ${expected})`);
  return { input, text, short: richText`is empty`, hint };
}

/** What people paste by mistake. The text names no part of a key. */
function usualMistake(input: (typeof connectionInputs)[number], value: string): Problem | undefined {
  if (input === "api-key") {
    const short = wrongKey(value);
    if (short === undefined) return undefined;
    const text = aboutInput(input, `${short} (expected the key alone)`);
    return { input, text, short: richText`${{ trusted: short }}`, hint: richText`Paste the key alone.` };
  }
  if (input === "project-id") return undefined;
  const [version] = /\/v[12](?=\/?$)/.exec(value) ?? [];
  if (version === undefined || !isBaseUrl(value)) return undefined;
  const text = aboutInput(input, `ends in ${version} (expected the address without it)`);
  return {
    input,
    text,
    short: richText`ends in ${code(version)}`,
    hint: richText`Leave the path out of ${code(input)}.`,
  };
}

function wrongKey(key: string): string | undefined {
  if (/^bearer\s/i.test(key)) return "begins with Bearer";
  if (/["'`\u2018-\u201f]/.test(key)) return "has quotes in it";
  return /\s/.test(key) ? "has white space in it" : undefined;
}

function isBaseUrl(text: string): boolean {
  const url = parseBareUrl(text);
  if (url === undefined) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** True for hosts that never leave the machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}
