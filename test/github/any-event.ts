import fc from "fast-check";
import { hostile } from "../text/hostile.ts";
import { changed, payloads, places, valueAt } from "./payloads.ts";

/** An event as the runner hands it over. */
export type EventFile = { name: string; payload: unknown };

/** The object that holds the text of an event that can hold a command, and the action that makes it a new one. */
export const textEvents: Readonly<Record<string, { holder: string; action: string }>> = {
  issue_comment: { holder: "comment", action: "created" },
  pull_request_review_comment: { holder: "comment", action: "created" },
  pull_request_review: { holder: "review", action: "submitted" },
  issues: { holder: "issue", action: "opened" },
  pull_request: { holder: "pull_request", action: "opened" },
  pull_request_target: { holder: "pull_request", action: "opened" },
};

const marker = "<!-- docs-agent:v1 -->\n";
/** Commands, what only looks like one, and what takes the lines below it away. */
const commands = fc
  .tuple(
    fc.constantFrom(
      "",
      "",
      "Hello\n\n",
      "\ufeff\n",
      "<!-- x -->\n",
      "```\n",
      "<!--\n",
      "> ",
      marker,
    ),
    fc.constantFrom(
      "/docs-agent",
      "/docs-agent",
      "  /DOCS-Agent",
      "    /docs-agent",
      "/docs-agents",
    ),
    fc.constantFrom(" ", " ", " ", "\n", "\u00a0", ""),
    fc.oneof(
      fc.constantFrom("Document it", "--new Document it", "--status", "--help", "", "--newest"),
      fc.constantFrom(
        "::error::evil",
        "a\r\n::add-mask::evil\n::set-output name=jobId::x",
        "g_\njobId=evil",
      ),
      hostile,
    ),
  )
  .map((parts) => parts.join(""));
const bodies = fc.oneof({ weight: 6, arbitrary: commands }, hostile);
const logins = fc.oneof(
  { weight: 7, arbitrary: fc.constant("maintainer") },
  { weight: 3, arbitrary: fc.constantFrom("outsider", "renovate[bot]") },
  fc.constantFrom("stranger", "Maintainer", "..", "maintainer/", "__proto__", ""),
  hostile,
);

/** What may stand in a place of the payload instead; undefined takes the place out. */
const others = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    0,
    -1,
    1.5,
    2 ** 53,
    true,
    "7",
    [],
    {},
    { login: {} },
  ),
  fc.constantFrom("edited", "Created", "created ", "constructor", "/docs-agent go ".repeat(7000)),
  bodies,
  logins,
  fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
);
const changes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.array(fc.record({ place: fc.nat(), value: others }), { maxLength: 3 }),
);
const names = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...Object.keys(textEvents)) },
  fc.constantFrom(
    "push",
    "schedule",
    "discussion_comment",
    "issue_comment ",
    "constructor",
    "__proto__",
    "",
  ),
);

/** Event files of every kind with any text by anyone, of which some fields are missing or hold something else. */
export const anyEvents: fc.Arbitrary<EventFile> = fc
  .tuple(names, bodies, logins, changes)
  .map(([name, body, login, mutations]) => {
    const { holder } = own(textEvents, name) ?? { holder: "comment" };
    let payload: unknown = own(payloads, name) ?? payloads["issue_comment"];
    payload = changed(changed(payload, [holder, "body"], body), [holder, "user", "login"], login);
    for (const { place, value } of mutations) {
      const all = places(payload);
      payload = changed(payload, all[place % all.length] ?? [], value);
    }
    return { name, payload };
  });

/**
 * What an event says of its text, read from its own fields alone and by other code than the action's; `text` is missing
 * where none was just written.
 */
export function expectedOf({ name, payload }: EventFile): {
  text: string | undefined;
  author: string | undefined;
  authorIsBot: boolean;
} {
  const { holder, action } = own(textEvents, name) ?? {};
  const at = (...path: string[]) =>
    holder === undefined ? undefined : valueAt(payload, [holder, ...path]);
  const login = string(at("user", "login"));
  return {
    text:
      action !== undefined && valueAt(payload, ["action"]) === action
        ? string(at("body"))
        : undefined,
    author: login === "" ? undefined : login,
    authorIsBot:
      login !== "" && (/^bot$/i.test(string(at("user", "type"))) || /\[bot\]$/i.test(login)),
  };
}

/** Whether a text could hold a command at all: a line of it starts with the phrase, and it does not begin with a marker of ours. */
export function mayCommand(text: string): boolean {
  return (
    /^ {0,3}\/docs-agent(?:[\s\u0085:,]|$)/im.test(text) &&
    !text.startsWith("<!-- docs-agent:v1 -->")
  );
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}
