import fc from "fast-check";
import { bodies, logins, words } from "./event-texts.ts";
import { type EventFile, events, freshEvents } from "./generated-events.ts";
import { places, valueAt } from "./payloads.ts";
import type { Json } from "./schema-arbitrary.ts";

/** What is done at one place of a payload; a place is counted among all, or among those that the action reads. */
type Mutation = { read: boolean; place: number; from: number; change: Change };
type Change =
  | { kind: "drop" | "take-over" | "exchange" | "into-list" }
  | { kind: "move-below-prototype" }
  | { kind: "put"; value: Json }
  | { kind: "nest"; depth: number };

/** An event file that may be anything, and what was done to it. */
export type MutatedEvent = EventFile & { done: string[] };

const subjects = ["issue", "pull_request", "comment", "review"];
const fields = [
  ...["number", "title", "html_url", "body", "user", "user.login", "user.type", "comments", "pull_request"],
  ...["id", "path", "line", "original_line", "start_line", "diff_hunk", "in_reply_to_id"],
];
/** What the action reads of any event, beside the sender, which it must not take for the author. */
const readPlaces = new Set([
  ...["action", "sender", "sender.login", ...subjects],
  ...subjects.flatMap((subject) => fields.map((field) => `${subject}.${field}`)),
]);

const otherActions = ["edited", "Created", "Opened", "Submitted", "created ", " opened", "constructor", ""];
const otherTypes: Json[] = [null, 0, -1, 1.5, 2 ** 53, 1e308, true, false, "7", [], {}, [{}], { login: {} }];
const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...otherTypes),
  fc.constantFrom(...otherActions),
  bodies,
  words,
  logins,
  fc
    .constantFrom("/docs-agent go ", "x", "::error::evil\n", "<!--")
    .map((part) => part.repeat(100_000 / part.length)),
  fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change>({ kind: "drop" }) },
  { weight: 6, arbitrary: values.map((value): Change => ({ kind: "put", value })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Change>(
      { kind: "move-below-prototype" },
      { kind: "take-over" },
      { kind: "exchange" },
      { kind: "into-list" },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 1000 }).map((depth): Change => ({ kind: "nest", depth })),
  },
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  read: fc.boolean(),
  place: fc.nat({ max: 1_000_000 }),
  from: fc.nat({ max: 1_000_000 }),
  change,
});
const mutations = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 7, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
  { weight: 2, arbitrary: fc.array(mutation, { minLength: 3, maxLength: 10 }) },
  { weight: 1, arbitrary: fc.array(mutation, { minLength: 11, maxLength: 60 }) },
);

/** Names that are no event with a text, however much they look like one. */
const otherNames = ["", "constructor", "__proto__", "toString", "Issue_Comment", "issue_comment ", "issuess"];
const wholes: Json[] = [null, true, 7, "", "/docs-agent go", [], {}, [[]], { action: "created" }];

const changedInside = fc.tuple(events, mutations).map(([event, list]) => mutated(event, list));
const withOtherAction = fc.tuple(freshEvents, fc.constantFrom(...otherActions)).map(([event, action]) => {
  const payload = copy(event.payload);
  set(payload, ["action"], action);
  return printable({ name: event.name, payload, done: ["another action"] });
});
// Accounts are deleted, and then GitHub names nobody.
const withoutAuthor = fc
  .tuple(freshEvents, fc.constantFrom<Json | undefined>(null, undefined, {}, { login: "" }))
  .map(([event, user]) => {
    const payload = copy(event.payload);
    for (const subject of subjects) set(payload, [subject, "user"], user);
    return printable({ name: event.name, payload, done: ["no author"] });
  });
const withOtherName = fc
  .tuple(fc.constantFrom(...otherNames), freshEvents)
  .map(([name, { payload }]) => printable({ name, payload, done: ["another name"] }));
const otherWhole = fc
  .tuple(freshEvents, fc.constantFrom(...wholes, "list"))
  .map(([{ name, payload }, whole]) =>
    printable({ name, payload: whole === "list" ? [payload] : whole, done: ["another whole"] }),
  );

/** Generated events of every kind with fields dropped, replaced, exchanged and moved, one or many at once. */
export const mutatedEvents: fc.Arbitrary<MutatedEvent> = fc.oneof(
  { weight: 40, arbitrary: changedInside },
  { weight: 2, arbitrary: withOtherAction },
  { weight: 2, arbitrary: withoutAuthor },
  { weight: 1, arbitrary: withOtherName },
  { weight: 1, arbitrary: otherWhole },
);

function mutated({ name, payload }: EventFile, list: readonly Mutation[]): MutatedEvent {
  const done: string[] = [];
  if (list.length === 0) return printable({ name, payload, done });
  const whole = copy(payload);
  const all = places(whole);
  const choices = all.filter((path) => readPlaces.has(path.join(".")));
  for (const { read, place, from, change } of list) {
    const choice = read ? choices : all;
    const at = choice[place % choice.length];
    const other = all[from % all.length];
    // Earlier mutations may have taken the place away.
    if (at === undefined || other === undefined || valueAt(whole, at) === undefined) continue;
    done.push(`${change.kind} ${at.join(".")}`);
    apply(whole, at, other, change);
  }
  return printable({ name, payload: whole, done });
}

function apply(whole: Json, at: readonly string[], other: readonly string[], change: Change): void {
  const value = valueAt(whole, at) ?? null;
  if (change.kind === "move-below-prototype") {
    set(whole, at, undefined);
    set(whole, [...at.slice(0, -1), "__proto__"], { [at.at(-1) ?? ""]: value });
    return;
  }
  set(whole, at, replaced(value, valueAt(whole, other), change));
  if (change.kind === "exchange") set(whole, other, copy(value));
}

/** What comes in the place of a value; undefined takes it out. */
function replaced(
  value: Json,
  other: Json | undefined,
  change: Exclude<Change, { kind: "move-below-prototype" }>,
): Json | undefined {
  switch (change.kind) {
    case "drop":
      return undefined;
    case "put":
      return copy(change.value);
    case "nest":
      return nested(value, change.depth);
    case "into-list":
      return [value];
    case "take-over":
    case "exchange":
      return other && copy(other);
  }
}

/** Sets, or takes out, what a place of the payload holds; a name such as `__proto__` is a field like any other. */
function set(whole: Json, path: readonly string[], value: Json | undefined): void {
  const parent = valueAt(whole, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent !== "object" || parent === null || key === undefined) return;
  if (value === undefined) Reflect.deleteProperty(parent, key);
  else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function copy(value: Json): Json {
  return typeof value === "object" ? JSON.parse(JSON.stringify(value)) : value;
}

function nested(value: Json, depth: number): Json {
  let whole = value;
  for (let level = 0; level < depth; level++) whole = level % 2 === 0 ? [whole] : { body: whole };
  return whole;
}

/** A failing test shows what was done and the beginning of the payload rather than all of it. */
function printable(event: MutatedEvent): MutatedEvent {
  const show = () =>
    `${event.name} [${event.done.join(", ")}] ${JSON.stringify(event.payload).slice(0, 3000)}`;
  return Object.defineProperty(event, fc.toStringMethod, { value: show, enumerable: false });
}
