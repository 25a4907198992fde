import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findRequest } from "../../src/agent/trigger.ts";
import { parseEvent } from "../../src/github/events.ts";
import { loadInputs } from "../../src/inputs.ts";
import { runs } from "../runs.ts";
import { mutatedEvents } from "./event-mutations.ts";
import { expectedOf, mayCommand } from "./expected-event.ts";
import {
  definitionsOf,
  eventSchemas,
  freshActions,
  freshEvents,
  otherEvents,
  payloadsOf,
} from "./generated-events.ts";

const inputs = loadInputs({ get: () => "", readFile: () => "", checkWritable: () => {} });
/** GitHub's own description of each event, as properties of one object so that it is prepared only once. */
const described = Object.fromEntries(
  [...Object.keys(freshActions), ...otherEvents]
    .flatMap(definitionsOf)
    .map((definition) => [definition, { $ref: `#/definitions/${definition}` }]),
);
const validator = new Validator({ definitions: eventSchemas.definitions, properties: described }, "7");

const positive = z.int().check(z.positive());
/** What the rest of the action relies on, whatever the file holds. */
const orderly = z.strictObject({
  name: z.string(),
  isTextEvent: z.boolean(),
  thread: z.optional(
    z.strictObject({
      number: positive,
      isPullRequest: z.boolean(),
      title: z.string(),
      url: z.string(),
      body: z.string(),
      comments: z.optional(z.int().check(z.nonnegative())),
    }),
  ),
  triggerText: z.optional(
    z.strictObject({
      kind: z.enum(["issue-comment", "review-comment", "review", "issue", "pull-request"]),
      text: z.string(),
      author: z.optional(z.string().check(z.minLength(1))),
      authorIsBot: z.boolean(),
      commentId: z.optional(positive),
      url: z.string(),
      inline: z.optional(
        z.strictObject({
          path: z.string(),
          startLine: z.optional(positive),
          line: z.optional(positive),
          hunk: z.string(),
          rootCommentId: positive,
        }),
      ),
    }),
  ),
});

describe("generated events", () => {
  test("are what GitHub's own schemas say, with every action there is", () => {
    expect(Object.keys(described)).toEqual(
      expect.arrayContaining(["issues$opened", "pull_request$synchronize", "push$event"]),
    );
    const all = runs(200);
    for (const definition of Object.keys(described))
      for (const payload of fc.sample(payloadsOf(definition), { ...all, numRuns: all.numRuns / 100 }))
        expect(validator.validate({ [definition]: payload }).errors).toEqual([]);
  });

  test("are read whole when their text is fresh", () => {
    fc.assert(
      fc.property(freshEvents, (event) => {
        const { text, whole } = expectedOf(event);
        const { triggerText } = parseEvent(event.name, event.payload);
        // The schemas allow numbers that no thread and no comment has.
        expect(triggerText?.text).toBe(whole ? text : undefined);
      }),
      runs(150),
    );
  });
});

describe("an event file that may hold anything", () => {
  test("gives a text only where one was just triggerText, whole, and by its author", () => {
    fc.assert(
      fc.property(mutatedEvents, (event) => {
        const read = parseEvent(event.name, event.payload);
        const { number, whole, text, ...expected } = expectedOf(event);
        expect(orderly.safeParse(read).error).toBeUndefined();
        expect([read.name, read.isTextEvent]).toEqual([event.name, Object.hasOwn(freshActions, event.name)]);
        expect(read.thread?.number).toBe(number);
        expect(read.triggerText?.text).toBe(whole ? text : undefined);
        if (read.triggerText === undefined) return;
        const { author, authorIsBot, commentId } = read.triggerText;
        expect({ author, authorIsBot, commentId }).toEqual(expected);
        const request = findRequest(inputs, read);
        expect(request.kind === "skip" || mayCommand(read.triggerText.text)).toBe(true);
      }),
      runs(500),
    );
  });

  test("often holds a command, at times of somebody who may command, and mostly none", () => {
    const found = fc.sample(mutatedEvents, { numRuns: 300, seed: 5 }).map((event) => {
      const { text, author } = expectedOf(event);
      if (text === undefined) return "none";
      return mayCommand(text) ? (author === "maintainer" ? "theirs" : "command") : "chatter";
    });
    const share = (kind: string) => found.filter((one) => one === kind).length / found.length;
    expect(share("theirs")).toBeGreaterThan(0.08);
    expect(share("command")).toBeGreaterThan(0.08);
    expect(share("chatter")).toBeGreaterThan(0.2);
    expect(share("none")).toBeGreaterThan(0.1);
  });
});
