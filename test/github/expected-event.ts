import { type EventFile, freshActions } from "./generated-events.ts";
import { valueAt } from "./payloads.ts";
import type { Json } from "./schema-arbitrary.ts";

/** What an event says of its text, read from its own fields alone and by other code than the action's. */
export type Expected = {
  /** The text that was just written; missing on every other action and event. */
  text: string | undefined;
  /** Whether the event also names what a text cannot do without: its thread, and where it is one its comment. */
  whole: boolean;
  author: string | undefined;
  authorIsBot: boolean;
  commentId: Json | undefined;
  /** The thread's number; of two subjects the pull request is the thread. */
  number: Json | undefined;
};

/** The object that holds the text. */
const holders: Readonly<Record<string, string>> = {
  issue_comment: "comment",
  pull_request_review_comment: "comment",
  pull_request_review: "review",
  issues: "issue",
  pull_request: "pull_request",
  pull_request_target: "pull_request",
};

/** What is to be read from an event file. */
export function expectedOf({ name, payload }: EventFile): Expected {
  const holder = Object.hasOwn(holders, name) ? holders[name] : undefined;
  const at = (...path: string[]) => (holder === undefined ? undefined : valueAt(payload, [holder, ...path]));
  const body = string(at("body"));
  const login = string(at("user", "login"));
  const number = ["pull_request", "issue"]
    .map((subject) => valueAt(payload, [subject, "number"]))
    .find(isNumber);
  const isFresh = holder !== undefined && valueAt(payload, ["action"]) === freshActions[name];
  return {
    text: isFresh ? body : undefined,
    author: login === "" ? undefined : login,
    authorIsBot:
      login !== "" &&
      (string(at("user", "type")).toLowerCase() === "bot" || login.toLowerCase().endsWith("[bot]")),
    commentId: holder === "comment" ? at("id") : undefined,
    whole: number !== undefined && isHeld(holder, at),
    number,
  };
}

/** Whether a text could hold a command at all: a line of it starts with the phrase, and it does not begin with a marker of ours. */
export function mayCommand(text: string): boolean {
  return /^ {0,3}\/docs-agent(?:[\s\u0085:,]|$)/im.test(text) && !text.startsWith("<!-- docs-agent:v1 -->");
}

/** Whether the object that holds the text can be one. */
function isHeld(holder: string | undefined, at: (...path: string[]) => Json | undefined): boolean {
  if (holder === "comment") return isNumber(at("id"));
  const review = at();
  if (holder === "review") return typeof review === "object" && review !== null && !Array.isArray(review);
  return holder !== undefined && isNumber(at("number"));
}

/** Threads and comments are counted from 1. */
function isNumber(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function string(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
