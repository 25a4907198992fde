import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { bodies, logins, words } from "./event-texts.ts";
import { type Json, type Schema, SchemaArbitraries } from "./schema-arbitrary.ts";

/** An event as the runner hands it over. */
export type EventFile = { name: string; payload: Json };

const path = createRequire(import.meta.url).resolve("@octokit/webhooks-schemas");

/** GitHub's description of all its events. */
export const eventSchemas: { definitions: Record<string, Schema> } = JSON.parse(readFileSync(path, "utf8"));

/** The events whose text can hold a command, with the action that makes it: an edit commands nothing. */
export const freshActions: Readonly<Record<string, string>> = {
  issue_comment: "created",
  pull_request_review_comment: "created",
  pull_request_review: "submitted",
  issues: "opened",
  pull_request: "opened",
  pull_request_target: "opened",
};
/** Events that hold no text of theirs, or one that is none of the action's business. */
export const otherEvents: readonly string[] = [
  ...["push", "release", "workflow_dispatch", "repository_dispatch", "discussion", "discussion_comment"],
  ...["commit_comment", "pull_request_review_thread", "check_run", "label", "watch", "fork", "gollum"],
];

const urls = fc.constantFrom(
  "https://github.com/acme/site/issues/7#issuecomment-41",
  "https://github.com/acme/site/pull/7",
  "https://evil.example/%3C!--%20docs-agent:v1%20--%3E?a=/docs-agent+go",
  "javascript:alert(1)",
);
const moments = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const templates = fc.constant("https://api.github.com/repos/acme/site/git/blobs{/sha}");

function text(name: string, format: string | undefined): fc.Arbitrary<string> {
  if (format === "uri") return urls;
  if (format === "date-time") return moments;
  if (format === "uri-template") return templates;
  if (name === "login") return logins;
  return name === "body" || name === "title" ? bodies : words;
}

const integers = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, -(2 ** 31), Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 70) },
);
const anything: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)));
/** Most accounts are no bots. */
const often = ["User", "User", "User", "User", "User", "User"];
const arbitraries = new SchemaArbitraries(eventSchemas.definitions, {
  string: text,
  integer: () => integers,
  choice: (values) => fc.constantFrom(...values, ...often.filter((value) => values.includes(value))),
  any: anything,
});

/** The definitions of an event, one for each of its actions. */
export function definitionsOf(event: string): string[] {
  const described = event === "pull_request_target" ? "pull_request" : event;
  return Object.keys(eventSchemas.definitions).filter((name) => name.startsWith(`${described}$`));
}

/** Payloads that satisfy a definition. */
export function payloadsOf(definition: string): fc.Arbitrary<Json> {
  return arbitraries.of(definition);
}

/** Events of that name which satisfy one of the definitions. */
function eventsOf(name: string, definitions: readonly string[]): fc.Arbitrary<EventFile> {
  const payloads = definitions.map(payloadsOf);
  return fc.oneof(...payloads).map((payload) => ({ name, payload }));
}

/** GitHub describes webhooks; what the runner makes up by itself has the repository and little else. */
const schedules: fc.Arbitrary<EventFile> = fc
  .record({ schedule: fc.constant("23 5 * * 1"), repository: arbitraries.of("repository"), workflow: words })
  .map((payload) => ({ name: "schedule", payload }));

/** Events with a fresh text. */
export const freshEvents: fc.Arbitrary<EventFile> = fc.oneof(
  ...Object.entries(freshActions).map(([name, action]) =>
    eventsOf(
      name,
      definitionsOf(name).filter((definition) => definition.endsWith(`$${action}`)),
    ),
  ),
);
/** The same events with any of their actions. */
export const textEvents: fc.Arbitrary<EventFile> = fc.oneof(
  ...Object.keys(freshActions).map((name) => eventsOf(name, definitionsOf(name))),
);
/** Events without a text of their own. */
export const plainEvents: fc.Arbitrary<EventFile> = fc.oneof(
  ...otherEvents.map((name) => eventsOf(name, definitionsOf(name))),
  schedules,
);
/** Every kind of event, those with a fresh text most often. */
export const events: fc.Arbitrary<EventFile> = fc.oneof(
  { weight: 8, arbitrary: freshEvents },
  { weight: 1, arbitrary: textEvents },
  { weight: 1, arbitrary: plainEvents },
);
