/** An event that carries a fresh text: the action that makes it, and where in the payload the text stands. */
export type TriggerEvent = { action: string; text: (payload: unknown) => string };

/**
 * The events whose text can hold a command (design, section 3). This file imports nothing, as ordinary chatter is
 * recognised by it before anything else is loaded.
 */
const triggerEvents: Readonly<Record<string, TriggerEvent>> = {
  issue_comment: { action: "created", text: (payload) => getString(payload, "comment", "body") },
  pull_request_review_comment: {
    action: "created",
    text: (payload) => getString(payload, "comment", "body"),
  },
  pull_request_review: { action: "submitted", text: (payload) => getString(payload, "review", "body") },
  issues: {
    action: "opened",
    text: (payload) =>
      `${getString(payload, "issue", "title")}\n\n${getString(payload, "issue", "body")}`.trim(),
  },
  pull_request: { action: "opened", text: (payload) => getString(payload, "pull_request", "body") },
  pull_request_target: { action: "opened", text: (payload) => getString(payload, "pull_request", "body") },
};

/** The event of that name, if its text can hold a command; a name that every object has is none. */
export function triggerEventOf(name: string): TriggerEvent | undefined {
  return Object.hasOwn(triggerEvents, name) ? triggerEvents[name] : undefined;
}

/** The first bytes of every comment of ours; a text with exactly this is never a command. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/** The text at a place of a payload, empty when there is none. */
export function getString(payload: unknown, ...path: string[]): string {
  let value = payload;
  for (const key of path)
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === "string" ? value : "";
}
