import fc from "fast-check";
import { type Dispatcher, MockAgent } from "undici";
import { describe, expect, it } from "vitest";
import { HttpClient } from "../../src/service/http.ts";
import { jobSchema } from "../../src/service/schemas.ts";
import { classifyError, TransportError } from "../../src/service/transport-error.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const key = "mint_0123456789abcdef";

/** A transport whose requests all get this answer, and what it asked for. */
function transportTo(base: URL, data = "{}", status = 200, secret = key) {
  const asked: { origin: string; path: string; authorization: string }[] = [];
  const network = new MockAgent();
  network.disableNetConnect();
  network
    .get(base.origin)
    .intercept({ method: () => true, path: () => true })
    .reply((request) => {
      const headers = new Headers(Object.entries(Object(request.headers)));
      asked.push({
        origin: String(request.origin),
        path: request.path,
        authorization: headers.get("authorization") ?? "",
      });
      return { statusCode: status, data };
    })
    .persist();
  const dispatcher: Dispatcher = network;
  return { transport: new HttpClient(base, secret, dispatcher), asked };
}

const base = fc.constantFrom(
  "https://api.example.com",
  "https://api.example.com/",
  "https://api.example.com/docs/api/",
  "http://127.0.0.1:3000/a%2Fb",
);
/** Ids that may stand in a path: of a job by the service, of job and project by the inputs. */
const id = fc
  .oneof(
    hostile,
    fc.constantFrom("a/../../b", "%2e%2e", "?x=1", "#", "a//b", "\\..\\", "..;", "@evil.example", ":80/"),
  )
  .filter((text) => jobSchema.safeParse({ id: text, status: "active" }).success);

describe("the address of a request", () => {
  it("has the origin of base-url and each id as one part of its path", async () => {
    await fc.assert(
      fc.asyncProperty(base, id, id, async (address, project, job) => {
        const { transport, asked } = transportTo(new URL(address));
        await transport.send({ method: "GET", path: ["v2", project, "job", job] });
        expect(asked).toHaveLength(1);
        const [{ origin, path, authorization } = { origin: "", path: "", authorization: "" }] = asked;
        expect(authorization).toBe(`Bearer ${key}`);
        const url = new URL(path, origin);
        expect(url.origin).toBe(new URL(address).origin);
        expect(url.pathname + url.search + url.hash).toBe(path);
        const below = url.pathname.slice(new URL(address).pathname.replace(/\/$/, "").length);
        expect(below.split("/").map(decodeURIComponent)).toEqual(["", "v2", project, "job", job]);
      }),
      runs(400),
    );
  });

  it("brings every value of a query back", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (dateFrom, offset) => {
        const { transport, asked } = transportTo(new URL("https://api.example.com"));
        await transport.send({ method: "GET", path: ["v1"], query: { dateFrom, offset } });
        const url = new URL(asked[0]?.path ?? "", "https://api.example.com");
        expect([...url.searchParams]).toEqual([
          ["dateFrom", dateFrom.toWellFormed()],
          ["offset", offset.toWellFormed()],
        ]);
        expect(url.pathname).toBe("/v1");
      }),
      runs(300),
    );
  });
});

describe("an answer that echoes the key", () => {
  /** The text as JSON may spell it: any character as an escape. */
  const spelled = (text: string, which: readonly boolean[]) =>
    Array.from(text, (character, index) =>
      which[index % which.length] ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
    ).join("");

  it("does not bring it back, however it is spelled, and nothing else is changed", async () => {
    const escapes = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostile,
        escapes,
        fc.constantFrom(200, 401),
        async (before, after, which, status) => {
          const quoted = [before, after].map((text) => JSON.stringify(text).slice(1, -1));
          const data = `{"error":"${quoted.join(spelled(key, which))}"}`;
          const { transport } = transportTo(new URL("https://api.example.com"), data, status);
          const { body = "" } = await transport.send({ method: "GET", path: ["v1"] });
          const { error }: { error?: unknown } = JSON.parse(body);
          expect(error).toBe(`${before}***${after}`.replaceAll(key, "***"));
        },
      ),
      runs(300),
    );
  });

  it("does not bring it back, whatever signs it is made of", async () => {
    const secret = fc.stringMatching(/^mint_[\x21-\x7e]{8,20}$/);
    await fc.assert(
      fc.asyncProperty(secret, fc.boolean(), async (given, escaped) => {
        const data = JSON.stringify({ error: `the key ${given} is wrong${escaped ? "\n" : ""}` });
        const { transport } = transportTo(new URL("https://api.example.com"), data, 401, given);
        const { body = "" } = await transport.send({ method: "GET", path: ["v1"] });
        const { error }: { error?: unknown } = JSON.parse(body);
        expect(String(error).trim()).toBe("the key *** is wrong");
      }),
      runs(300),
    );
  });
});

describe("whatever a connection fails with", () => {
  it("it has a kind, and one sentence about it", () => {
    const thrown = fc.oneof(
      fc.jsonValue(),
      fc
        .record({
          message: hostile,
          code: fc.oneof(hostile, fc.constantFrom("ENOTFOUND", "CERT_HAS_EXPIRED", "ECONNRESET")),
          syscall: fc.constantFrom("connect", "read", ""),
        })
        .map(({ message, ...more }) => Object.assign(new Error(message), more)),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          thrown,
          fc.array(thrown, { maxLength: 3 }).map((errors) => new AggregateError(errors, "all failed")),
        ),
        (error) => {
          const { kind, message, notProcessed } = classifyError(error);
          expect(classifyError(error)).toBeInstanceOf(TransportError);
          expect(message).not.toBe("");
          expect(notProcessed).toBe(["connect", "unknown-host", "certificate", "proxy"].includes(kind));
        },
      ),
      runs(700),
    );
  });
});
