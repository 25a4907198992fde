import * as z from "zod/mini";
import { InputError } from "./errors.ts";
import { failable } from "./outcome.ts";
import { isLoopback } from "./service/transport.ts";
import { withoutInvisible } from "./text/invisible.ts";
import { say } from "./text/sentence.ts";

/** Every input with its default, as action.yml states them; a test holds the two together. */
export const inputDefaults = {
  "api-key": "",
  "project-id": "",
  "base-url": "https://api.mintlify.com",
  mode: "agent",
  "github-token": "",
  "issue-number": "",
  prompt: "",
  "prompt-file": "",
  "job-id": "",
  "trigger-phrase": "/docs-agent",
  "required-permission": "write",
  "allowed-users": "",
  context: "reference",
  conversation: "thread",
  comment: "auto",
  wait: "true",
  "timeout-minutes": "30",
  "poll-interval-seconds": "",
  "fail-on": "failed,timeout",
  "dry-run": "false",
  period: "7d",
  "date-from": "",
  "date-to": "",
  compare: "true",
  trend: "8",
  top: "20",
  "max-requests": "60",
  "report-file": "",
} as const;
export type InputName = keyof typeof inputDefaults;

/** What the step's inputs need from outside: their raw values, and the files of the workspace. */
export type InputSource = {
  /** The trimmed value of an input, empty when it is not set. */
  get(name: InputName): string;
  /** The text of a file in the workspace. Throws an Error whose message says what is wrong with it. */
  readFile(path: string): string;
  /** Throws an Error whose message says why a file cannot be written at this path of the workspace. */
  checkWritable(path: string): void;
};

const choice = <const T extends readonly [string, ...string[]]>(...allowed: T) =>
  z.enum(allowed, { error: `one of ${allowed.join(", ")}` });

const flag = z.pipe(
  // The booleans of the YAML 1.2 core schema, as the toolkit's getBooleanInput takes them.
  z.string().check(z.regex(/^(true|True|TRUE|false|False|FALSE)$/, { error: "true or false" })),
  z.transform((text: string) => text.toLowerCase() === "true"),
);

const number = (min: number, max: number, allowed: string, pattern: RegExp) =>
  z.pipe(
    z.string().check(
      z.refine((text) => pattern.test(text) && Number(text) >= min && Number(text) <= max, {
        error: allowed,
      }),
    ),
    z.transform(Number),
  );
const whole = (min: number, max: number) =>
  number(min, max, `a whole number from ${min} to ${max}`, /^\d{1,10}$/);
const decimal = (min: number, max: number) =>
  number(min, max, `a number from ${min} to ${max}`, /^\d{1,5}(\.\d{1,4})?$/);

const optional = <S extends z.ZodMiniType<unknown, string>>(schema: S) =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => undefined),
    ),
    schema,
  ]);

const listOf = (item: RegExp, allowed: string) =>
  z.pipe(
    z.string().check(z.refine((text) => split(text).every((entry) => item.test(entry)), { error: allowed })),
    z.transform(split),
  );

const matching = (pattern: RegExp, allowed: string) => z.string().check(z.regex(pattern, { error: allowed }));

/** A part of the service's addresses: dots alone would change the path they stand in. */
const pathPart = (allowed: string) => matching(/^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/, allowed);

const keyText =
  "an admin API key of 8 or more letters, digits and signs without spaces; keys that start with mint_dsc_ (assistant) or mint_us_ (index) are of another kind";

const schema = z.object({
  "api-key": optional(matching(/^(?!mint_dsc_|mint_us_)[\x21-\x7e]{8,512}$/, keyText)),
  "project-id": optional(pathPart("the project identifier from the API keys page of the dashboard")),
  "base-url": z.pipe(
    z.string().check(
      z.refine(isBaseUrl, {
        error: "an https: address without user, password, query and fragment (http: only to loopback)",
      }),
    ),
    z.transform((text: string) => new URL(text)),
  ),
  mode: choice("agent", "visitors"),
  "github-token": z.string(),
  "issue-number": optional(whole(1, 2_147_483_647)),
  prompt: z.string(),
  "prompt-file": z.string(),
  "job-id": optional(pathPart("the id of a job, as the output jobId gives it")),
  "trigger-phrase": matching(
    /^[^\s\p{C}>]([^\p{C}]{0,48}[^\s\p{C}])?$/u,
    "1 to 50 visible characters on one line that do not start with >",
  ),
  "required-permission": choice("read", "triage", "write", "maintain", "admin"),
  "allowed-users": listOf(
    /^[a-z\d][a-z\d_-]{0,99}(\[bot\])?$/i,
    "logins, exact, without wildcards, bots as name[bot]",
  ),
  context: choice("none", "reference", "diff"),
  conversation: choice("thread", "new"),
  comment: choice("auto", "never"),
  wait: flag,
  "timeout-minutes": decimal(0.01, 7200),
  "poll-interval-seconds": optional(decimal(1, 3600)),
  "fail-on": z.pipe(
    z.string().check(z.refine(isFailOn, { error: `any of ${failable.join(", ")}, or none alone` })),
    z.transform((text: string) => failable.filter((result) => split(text).includes(result))),
  ),
  "dry-run": flag,
  period: matching(
    /^([1-9]\d{0,1}d|[12]\d\dd|3[0-5]\dd|36[0-6]d|last-week|last-month)$/,
    "Nd with N from 1 to 366, last-week or last-month",
  ),
  "date-from": z.string(),
  "date-to": z.string(),
  compare: flag,
  trend: whole(0, 52),
  top: whole(0, 1000),
  "max-requests": whole(1, 1000),
  "report-file": listOf(/\.(csv|json|md)$/i, "paths in the workspace that end in .csv, .json or .md"),
});

/** The inputs, checked and typed. `prompt` is cleaned of invisible text; empty when none was given. */
export type Inputs = Readonly<Omit<z.output<typeof schema>, "prompt-file">>;

/** What is wrong with an input, in words: its name, its value unless it is a secret, and what is allowed. */
type Problem = { input: InputName; text: string };

/**
 * Reads all inputs at once. Throws one `InputError` that names every wrong input. A missing `api-key` or `project-id`
 * is no problem yet, as an event without a command needs neither: see `requireCredentials`.
 */
export function loadInputs(source: InputSource): Inputs {
  const raw = readRaw(source);
  const problems: Problem[] = [];
  const parsed = schema.safeParse(raw);
  for (const issue of parsed.error?.issues ?? []) {
    const input = String(issue.path[0]);
    if (isInputName(input))
      problems.push({
        input,
        text: `${input} is ${shown(input, raw[input])} (allowed: ${allowedBy(issue)})`,
      });
  }

  let prompt = raw.prompt;
  if (prompt !== "" && raw["prompt-file"] !== "") {
    problems.push({
      input: "prompt-file",
      text: "prompt and prompt-file are both given (allowed: one of the two)",
    });
  } else if (raw["prompt-file"] !== "") {
    try {
      prompt = source.readFile(raw["prompt-file"]);
      if (prompt.trim() === "") throw new Error("it is empty");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      problems.push({
        input: "prompt-file",
        text: `prompt-file is ${shown("prompt-file", raw["prompt-file"])} and cannot be used: ${why}`,
      });
    }
  }
  const visible = withoutInvisible(prompt).trim();
  if (prompt.trim() !== "" && visible === "") {
    const input = raw.prompt === "" ? "prompt-file" : "prompt";
    problems.push({ input, text: `${input} holds only text that people cannot see (allowed: visible text)` });
  }
  if ((raw["date-from"] === "") !== (raw["date-to"] === ""))
    problems.push({
      input: "date-from",
      text: "only one of date-from and date-to is given (allowed: both or neither)",
    });

  for (const path of parsed.data?.["report-file"] ?? []) {
    try {
      source.checkWritable(path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      problems.push({
        input: "report-file",
        text: `report-file names ${shown("report-file", path)}, which cannot be used: ${why}`,
      });
    }
  }

  if (!parsed.success || problems.length > 0) throw inputError(problems, missingCredentials(raw));
  const { "prompt-file": _file, ...inputs } = parsed.data;
  return Object.freeze({ ...inputs, prompt: visible });
}

/** Narrows the inputs to those with key and project. Throws an `InputError` that names what is missing. */
export function requireCredentials(inputs: Inputs): { apiKey: string; projectId: string } {
  const apiKey = inputs["api-key"];
  const projectId = inputs["project-id"];
  if (apiKey === undefined || projectId === undefined)
    throw inputError([], missingCredentials({ "api-key": apiKey ?? "", "project-id": projectId ?? "" }));
  return { apiKey, projectId };
}

function inputError(problems: readonly Problem[], missing: readonly Problem[]): InputError {
  const all = [...problems, ...missing];
  const order = Object.keys(inputDefaults);
  all.sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input));
  const secret =
    missing.length > 0 ? " A secret is empty on events from forks and where its name is misspelt." : "";
  return new InputError(
    say`${all.length === 1 ? "An input" : `${all.length} inputs`} cannot be used: ${all.map(({ text }) => text).join("; ")}.`,
    say`Correct the step's “with:” block; nothing was sent.${secret}`,
  );
}

function missingCredentials(raw: Readonly<Record<"api-key" | "project-id", string>>): Problem[] {
  const problems: Problem[] = [];
  if (raw["api-key"] === "")
    problems.push({ input: "api-key", text: "api-key is empty (allowed: an admin API key, from a secret)" });
  if (raw["project-id"] === "")
    problems.push({
      input: "project-id",
      text: "project-id is empty (allowed: the project identifier from the API keys page)",
    });
  return problems;
}

function readRaw(source: InputSource): Record<InputName, string> {
  // An input set to nothing, as an empty expression does, means its default.
  const read = (name: InputName) => source.get(name) || inputDefaults[name];
  const raw: Record<InputName, string> = { ...inputDefaults };
  for (const name of inputNames()) raw[name] = read(name);
  return raw;
}

/** The names of all inputs, in the order in which action.yml lists them. */
export function inputNames(): InputName[] {
  return Object.keys(inputDefaults).filter(isInputName);
}

function isInputName(name: string): name is InputName {
  return Object.hasOwn(inputDefaults, name);
}

function shown(input: InputName, value: string): string {
  if (input === "api-key" || input === "github-token") return "a value that is not shown";
  const line = value.replace(/[\s\p{C}]+/gu, " ");
  return `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`;
}

function allowedBy(issue: z.core.$ZodIssue): string {
  // Of an optional input only the branch for a value that is there is worth telling.
  if (issue.code !== "invalid_union") return issue.message;
  return (
    issue.errors.flat().findLast((inner) => inner.code !== "invalid_value" || inner.values.length > 1)
      ?.message ?? issue.message
  );
}

/** Splits a list at commas and newlines. */
function split(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function isFailOn(text: string): boolean {
  const entries = split(text);
  if (entries.includes("none")) return entries.length === 1;
  return entries.length > 0 && entries.every((entry) => failable.some((result) => result === entry));
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const bare = url.username === "" && url.password === "" && !/[?#]/.test(text);
  return bare && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)));
}
