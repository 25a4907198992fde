import { expect, test } from "vitest";
import { memoryError } from "../../src/agent/thread-errors.ts";
import { GitHubError } from "../../src/github/errors.ts";
import { richText, toPlainText } from "../../src/text/rich-text.ts";
import { toolsOf } from "./fixture.ts";

const what = richText`What happened.`;
const moved = "#12 was moved or deleted, or the token cannot see it (";

// biome-ignore format: a table is read by its rows
test.each<[status: number, number: number, message: string]>([
  [301, 12, moved], [404, 12, moved], [410, 12, moved],
  [403, 12, "What happened."], [502, 12, "What happened."],
  // The thread of the event.
  [404, 7, "What happened."],
])("HTTP %i of #%i, where issue-number is 12, is told as: %s", (status, number, message) => {
  const { tools } = toolsOf({ with: { "issue-number": "12" } });
  const { outcome } = memoryError(new GitHubError(status, "Words"), number, what, tools);
  expect(toPlainText(outcome.message).startsWith(message)).toBe(true);
});
