import * as z from "zod/mini";
import { loginPattern } from "../github/logins.ts";
import { pathPatternProblem } from "../github/path-patterns.ts";
import { roles } from "../github/permission.ts";
import { failable } from "../result.ts";
import { idPattern } from "../service/schemas.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, richText } from "../text/rich-text.ts";
import type { CommonInputs } from "./common.ts";
import type { InputName, InputTexts } from "./defaults.ts";
import { aboutInput, fileProblem, type Problem, type Reading, schemaProblems } from "./problems.ts";
import { choice, decimal, flag, listOf, matching, optional, pathPatterns, someOf } from "./values.ts";

/** The inputs that only `mode: agent` uses. */
export const agentInputSchema = z.object({
  prompt: z.string(),
  "prompt-file": z.string(),
  "job-id": optional(matching(idPattern, "the id of a job, as in the output jobId")),
  "required-permission": choice(...roles),
  "allowed-users": listOf(loginPattern, "exact logins without wildcards, bots as name[bot]"),
  context: choice("auto", "none", "reference", "diff"),
  "diff-range": optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseRange(text) !== undefined, {
          error: "base...head, two refs, tags or commits of this repository with three dots between them",
        }),
      ),
      z.transform((text: string) => parseRange(text) ?? { base: "", head: "" }),
    ),
  ),
  "diff-paths": pathPatterns((pattern) => pathPatternProblem(pattern) ?? whyNoFile(pattern)),
  conversation: z
    .string()
    .check(
      z.refine(isConversation, { error: "thread, new, or a name of at most 50 letters, digits, -, _ and ." }),
    ),
  mention: flag,
  wait: flag,
  "poll-interval-seconds": optional(decimal(1, 3600)),
  "fail-on": someOf(...failable),
} satisfies Partial<Record<InputName, unknown>>);

type OwnInputs = Omit<z.output<typeof agentInputSchema>, "prompt-file">;

/**
 * The valid inputs with `mode: agent`. `prompt` is without hidden text, and empty when neither `prompt` nor
 * `prompt-file` is set.
 */
export type AgentInputs = Readonly<{ mode: "agent" } & CommonInputs & OwnInputs>;

/** Reads the inputs that only `mode: agent` uses. `readFile` throws an Error whose message says why it cannot. */
export function readAgentInputs(texts: InputTexts, readFile: (path: string) => string): Reading<OwnInputs> {
  const parsed = agentInputSchema.safeParse(texts);
  const prompt = readPrompt(texts, readFile);
  const problems = [
    ...schemaProblems(parsed.error?.issues ?? [], texts),
    ...("problem" in prompt ? [prompt.problem] : []),
    ...contextProblems(texts),
  ];
  if (!parsed.success || "problem" in prompt || problems.length > 0) return { problems };
  const { "prompt-file": _file, ...inputs } = parsed.data;
  const wantsDiff = inputs["diff-range"] !== undefined || inputs["diff-paths"].length > 0;
  return { value: { ...inputs, prompt: prompt.text, ...(wantsDiff ? { context: "diff" } : {}) } };
}

/** Schedules without a prompt are mostly meant to report visitors. */
export const reportHint = richText`For the visitor report, set ${code("mode: visitors")}.`;

/** The problem with a step that gives no prompt and no job, on an event without text. */
export function missingPrompt(texts: InputTexts, eventName: string): Problem[] {
  const isGiven = [texts.prompt, texts["prompt-file"], texts["job-id"]].some((value) => value !== "");
  if (isGiven) return [];
  const named = eventName === "" ? "an event" : `the event ${eventName}`;
  const text = aboutInput(
    "prompt",
    `is empty (expected a prompt, prompt-file or job-id, because ${named} holds no command)`,
  );
  return [eventName === "schedule" ? { input: "prompt", text, hint: reportHint } : { input: "prompt", text }];
}

/** The text of `prompt` or `prompt-file` without hidden text; empty when neither is given. */
function readPrompt(
  texts: InputTexts,
  readFile: (path: string) => string,
): { text: string } | { problem: Problem } {
  const path = texts["prompt-file"];
  if (path !== "" && texts.prompt !== "") {
    const text = richText`prompt and prompt-file are both set (expected one of them)`;
    return { problem: { input: "prompt-file", text } };
  }
  let prompt = texts.prompt;
  if (path !== "") {
    try {
      prompt = readFile(path);
      if (prompt.trim() === "") throw new Error("it is empty");
    } catch (error) {
      return { problem: fileProblem("prompt-file", "is", path, error) };
    }
  }
  const text = stripHidden(prompt).trim();
  if (text !== "" || prompt === "") return { text };
  const input = path === "" ? "prompt" : "prompt-file";
  return { problem: { input, text: aboutInput(input, "holds only hidden text (expected visible text)") } };
}

/** `diff-range` and `diff-paths` beside a `context` that has no diff. */
function contextProblems({ context, ...texts }: InputTexts): Problem[] {
  if (context !== "none" && context !== "reference") return [];
  return (["diff-range", "diff-paths"] as const)
    .filter((input) => /[^\s,]/.test(texts[input]))
    .map((input) => ({
      input,
      text: aboutInput(input, `is set beside context: ${context} (expected context: diff)`),
    }));
}

/**
 * Parses `base...head`. A `:` would name a commit of another repository, and with more dots there would be several ways
 * to split the text; git allows neither in the name of a ref (git-scm.com, "git check-ref-format").
 */
function parseRange(text: string): { base: string; head: string } | undefined {
  const [base = "", head = "", ...rest] = text.split("...");
  const isName = (name: string) => /^(?!\.)[^\s\p{C}:]{1,250}(?<!\.)$/u.test(name) && !name.includes("..");
  return rest.length === 0 && isName(base) && isName(head) ? { base, head } : undefined;
}

/**
 * Why a pattern matches no file of any repository. A workflow's `paths:` accepts such a pattern, but here no diff would
 * ever be sent.
 */
function whyNoFile(pattern: string): string | undefined {
  const plain = pattern.replace(/^!/, "").replace(/\\./gsu, "");
  if (/^\.?\//.test(plain)) return "no path in a repository starts with / or ./";
  if (plain.endsWith("/")) return "it names a folder, and only paths of files are compared";
  // The list was split at its commas, so `{ts,js}` comes as `{ts` and `js}`.
  const isHalfList = plain.split("{").length !== plain.split("}").length;
  return isHalfList ? "there are no lists in braces" : undefined;
}

/** A name that differs from a keyword only in case, such as `New`, is a typing mistake. */
function isConversation(text: string): boolean {
  if (text === "thread" || text === "new") return true;
  return /^[\w.-]{1,50}$/.test(text) && !["thread", "new"].includes(text.toLowerCase());
}
