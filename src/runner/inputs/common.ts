import * as z from "zod/mini";
import type { InputName, InputTexts } from "./defaults.ts";
import { type Problem, type Reading, schemaProblems } from "./problems.ts";
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
export type CommonInputs = Omit<z.output<typeof commonInputSchema>, "mode">;

/** Reads the inputs that both modes use. */
export function readCommonInputs(texts: InputTexts): Reading<CommonInputs & { mode: Mode }> {
  const parsed = commonInputSchema.safeParse(texts);
  return parsed.success ? { value: parsed.data } : { problems: schemaProblems(parsed.error.issues, texts) };
}

/** The inputs that every request to the service needs and that are empty. */
export function missingCredentials(texts: Pick<InputTexts, "api-key" | "project-id">): Problem[] {
  const expected = {
    "api-key": "an admin API key, from a secret",
    "project-id": "the project identifier from the API keys page",
  };
  return (["api-key", "project-id"] as const)
    .filter((input) => texts[input] === "")
    .map((input) => ({ input, text: `${input} is empty (expected ${expected[input]})` }));
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
