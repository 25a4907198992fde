/** An event that carries a fresh text: the action that makes it, and where in the payload the text stands. */
export type TextEvent = { action: string; text: (payload: unknown) => string };

/**
 * The events whose text can hold a command (design, section 3). This file imports nothing, as ordinary chatter is
 * recognised by it before anything else is loaded.
 */
const textEvents: Readonly<Record<string, TextEvent>> = {
  issue_comment: { action: "created", text: (payload) => at(payload, "comment", "body") },
  pull_request_review_comment: { action: "created", text: (payload) => at(payload, "comment", "body") },
  pull_request_review: { action: "submitted", text: (payload) => at(payload, "review", "body") },
  issues: {
    action: "opened",
    text: (payload) => `${at(payload, "issue", "title")}\n\n${at(payload, "issue", "body")}`.trim(),
  },
  pull_request: { action: "opened", text: (payload) => at(payload, "pull_request", "body") },
  pull_request_target: { action: "opened", text: (payload) => at(payload, "pull_request", "body") },
};

/** The event of that name, if its text can hold a command; a name that every object has is none. */
export function textEventOf(name: string): TextEvent | undefined {
  return Object.hasOwn(textEvents, name) ? textEvents[name] : undefined;
}

/** The first bytes of every comment of ours; a text with exactly this is never a command. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/** The text at a place of a payload, empty when there is none. */
export function at(payload: unknown, ...path: string[]): string {
  let value = payload;
  for (const key of path)
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === "string" ? value : "";
}
