import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorText, jobSchema, toVisitorsPage, visitorsSchema } from "../../src/service/schemas.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

/** A value as JSON brings it, also with the names that every object has. */
const json = fc.oneof(
  fc.jsonValue(),
  hostile,
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "id", "message"), fc.jsonValue(), { maxKeys: 3 }),
);
/** An answer after it went over the wire: a member `__proto__` is then one of its own. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const notEmpty = (text: string) => text.length > 0;

describe("whatever a job's answer holds", () => {
  const field = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: good }, json);
  const answer = fc.record(
    {
      id: field(fc.stringMatching(/^[\w.-]{1,40}$/)),
      status: field(fc.constantFrom("active", "completed", "queued")),
      source: field(fc.record({ repository: field(hostile), ref: field(hostile) })),
      model: field(hostile),
      prLink: field(hostile),
      createdAt: field(hostile),
      ["__proto__"]: json,
    },
    { requiredKeys: [] },
  );

  it("it is a job whose texts fit where they go, or none", () => {
    const texts = { source: ["repository", "ref"], model: [], createdAt: [] };
    fc.assert(
      fc.property(fc.oneof(answer, json), (given) => {
        const value = sent(given);
        const { success, data } = jobSchema.safeParse(value);
        if (!success) return;
        expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
        expect(["id", "status", "source", "model", "prLink", "createdAt"]).toEqual(
          expect.arrayContaining(Object.keys(data)),
        );
        // A part of an address, an output and a name for the log.
        expect(data.id).not.toMatch(/^\.{0,2}$|[\s\p{C}]/u);
        expect(
          new URL(`https://a.example/job/${encodeURIComponent(data.id)}`).pathname.split("/"),
        ).toHaveLength(3);
        expect(data.status).toMatch(/^[^\p{C}]{1,64}$/u);
        for (const name of Object.keys(texts))
          for (const text of [Reflect.get(data, name)].flatMap((one) => Object.values(Object(one))))
            if (typeof text === "string") expect(text).not.toMatch(/\p{Cc}/u);
        expect(Object.prototype).toEqual({});
      }),
      runs(1500),
    );
  });

  it("what is good of it is kept, whatever stands beside it", () => {
    const good = hostile.filter((text) => notEmpty(text) && !/\p{Cc}/u.test(text) && text.length <= 500);
    fc.assert(
      fc.property(answer, good, good, (given, model, repository) => {
        const value = {
          ...Object(sent(given)),
          id: "job_1",
          status: "active",
          model,
          source: { repository, ref: 7 },
        };
        expect(jobSchema.parse(value)).toMatchObject({
          id: "job_1",
          status: "active",
          model,
          source: { repository },
        });
        expect(jobSchema.parse(jobSchema.parse(value))).toEqual(jobSchema.parse(value));
      }),
      runs(700),
    );
  });
});

describe("whatever a page of visitors holds", () => {
  const count = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 2 ** 60));
  const row = fc.oneof(
    { weight: 3, arbitrary: fc.record({ path: hostile, human: count, ai: count, total: count }) },
    fc.record({ path: fc.oneof(hostile, json), human: json, ai: count }, { requiredKeys: [] }),
    json,
  );

  it("each row is kept as it is, or counted", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.boolean(), (rows, hasMore) => {
        const visitors = sent(rows);
        const totals = { human: 1, ai: 2, total: 3 };
        const page = toVisitorsPage(visitorsSchema.parse({ totals, visitors, hasMore }));
        expect(page.visitors.length + page.malformed).toBe(rows.length);
        expect([page.totals, page.hasMore]).toEqual([totals, hasMore]);
        let next = 0;
        for (const one of Array.isArray(visitors) ? visitors : []) {
          const { path, human, ai, total } = Object(one);
          const good =
            typeof path === "string" && [human, ai, total].every((value) => typeof value === "number");
          if (good) expect(page.visitors[next++]).toEqual({ path, human, ai, total });
        }
        expect(next).toBe(page.visitors.length);
      }),
      runs(700),
    );
  });

  it("anything else is no page, and nothing that fails otherwise", () => {
    const totals = fc.oneof(
      fc.constant({ human: 1, ai: 2, total: 3 }),
      fc.dictionary(fc.constantFrom("human", "ai", "total"), count),
      json,
    );
    const page = fc.record(
      { totals, visitors: json, hasMore: fc.oneof(fc.boolean(), json) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(json, page), (given) => {
        const value = sent(given);
        const { success, data } = visitorsSchema.safeParse(value);
        const { totals: all, visitors, hasMore } = Object(value ?? {});
        const numbers = ["human", "ai", "total"].map((name) => typeof Object(all)[name]);
        const good =
          numbers.every((kind) => kind === "number") &&
          Array.isArray(visitors) &&
          typeof hasMore === "boolean";
        expect(success).toBe(good);
        if (success) expect(data.visitors).toEqual(visitors);
      }),
      runs(1000),
    );
  });
});

describe("what an error's answer says", () => {
  const wrapped = fc.oneof(
    hostile,
    hostile.map((error) => JSON.stringify({ error })),
    fc
      .array(hostile, { maxLength: 4 })
      .map((all) => JSON.stringify({ details: all.map((message) => ({ message })) })),
    fc.tuple(json, json).map(([error, details]) => JSON.stringify({ error, details })),
    hostile.map((text) => `<html>${text}`),
  );
  /** Without what a line cannot hold. */
  const words = (text: string) => text.replace(/[\s\p{C}]+/gu, "");

  it("is one short line of its own words", () => {
    fc.assert(
      fc.property(wrapped, fc.integer({ min: 1, max: 60 }), (body, times) => {
        const said = errorText(`${body}🚀`.repeat(times));
        expect(said.length).toBeLessThanOrEqual(300);
        expect(said.isWellFormed()).toBe(true);
        expect(said).not.toMatch(/[^\P{C}\p{Cs}]|[^\S ]| {2}|^ | $/u);
      }),
      runs(1000),
    );
  });

  it("is what the service wrote, where it wrote a message", () => {
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 3 }), (error, details) => {
        const body = JSON.stringify({ error, details: details.map((message) => ({ message })) });
        const whole = words([error, ...details].filter(notEmpty).join(": "));
        const said = errorText(body);
        if (whole === "") return;
        if (said.endsWith("…") && !whole.endsWith("…"))
          expect(whole.startsWith(words(said.slice(0, 290)))).toBe(true);
        else expect(words(said)).toBe(whole);
      }),
      runs(1000),
    );
  });
});
