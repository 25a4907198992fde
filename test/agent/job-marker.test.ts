import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JobMarker, JobMarkerCodec, type MarkerScope } from "../../src/agent/job-marker.ts";
import type { Comment } from "../../src/github/client.ts";
import { cpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { at, codec, here, key, marker } from "./job-marker-fixture.ts";

const encoded = codec.encode(at, marker);
const comment = (body: string, more: Partial<Comment> = {}): Comment => ({ ...at, url: "", body, ...more });
const read = (body: string, more: Partial<Comment> = {}) => codec.decode(comment(body, more));

describe("a marker", () => {
  test("comes back from the comment that it was made for", () => {
    expect(read(encoded)).toEqual(marker);
    expect(read(`<!-- docs-agent:v1 -->\n\nSome *text* <b>\n\n${encoded}\n`)).toEqual(marker);
  });

  test("without a job comes back too, so that its comment can be found again", () => {
    const none = { ...marker, job: "" };
    expect(read(codec.encode(at, none))).toEqual(none);
  });

  test("is the same for a repository that was renamed in case alone", () => {
    const other = new JobMarkerCodec(key, { ...here, repository: "Acme/Site" });
    expect(other.decode(comment(encoded))).toEqual(marker);
  });

  test("is one HTML comment on one line that ends nothing early", () => {
    const odd = { ...marker, conversation: "run:a --> <!-- b\n/c", digest: "-->" };
    const written = codec.encode(at, odd);
    expect(written).toMatch(/^<!-- docs-agent:memory [\w.-]+ -->$/);
    expect(read(written)).toEqual(odd);
  });

  test("shows nothing of the key, and is not its plain HMAC", () => {
    const [, content = ""] = /memory ([\w-]+)\./.exec(encoded) ?? [];
    const shown = Buffer.from(content, "base64url").toString();
    expect(JSON.parse(shown)).toEqual(marker);
    expect(encoded).not.toContain(key);
  });
});

describe("a encoded that was altered", () => {
  test("in any one byte is ignored", () => {
    for (let index = 0; index < encoded.length; index++) {
      const byte = encoded.charCodeAt(index);
      for (const other of [byte ^ 1, byte ^ 2, byte ^ 4, byte ^ 0x20]) {
        const altered = encoded.slice(0, index) + String.fromCharCode(other) + encoded.slice(index + 1);
        expect(read(altered), `byte ${index} as ${other}`).toBeUndefined();
      }
    }
  });

  test("by a byte taken out or put in is ignored", () => {
    for (let index = 0; index < encoded.length; index++) {
      expect(read(encoded.slice(0, index) + encoded.slice(index + 1))).toBeUndefined();
      expect(read(`${encoded.slice(0, index)}A${encoded.slice(index)}`), `at ${index}`).toSatisfy(
        // In front of the encoded anything may stand.
        (found: unknown) => (index === 0 ? found !== undefined : found === undefined),
      );
    }
  });

  test("by other content under the same signature is ignored", () => {
    const [, content = "", signature = ""] = /memory ([\w-]+)\.([\w-]+)/.exec(encoded) ?? [];
    const other = Buffer.from(JSON.stringify({ ...marker, job: "job_evil" })).toString("base64url");
    expect(read(`<!-- docs-agent:memory ${other}.${signature} -->`)).toBeUndefined();
    expect(read(`<!-- docs-agent:memory ${content}.${"A".repeat(43)} -->`)).toBeUndefined();
    expect(read(`<!-- docs-agent:memory ${content}. -->`)).toBeUndefined();
  });
});

describe("a encoded that was copied", () => {
  test.each<[string, Partial<Comment>]>([
    ["another comment", { id: 42 }],
    ["a review comment of the same id", { place: "review" }],
  ])("to %s is ignored", (_, more) => {
    expect(read(encoded, more)).toBeUndefined();
  });

  test.each<[string, Partial<MarkerScope>]>([
    ["another thread", { thread: 8 }],
    ["another repository", { repository: "acme/other" }],
    ["a repository that only sounds alike", { repository: "acme/site2" }],
    ["another project", { project: "acme2" }],
    ["another service", { origin: "https://docs.example.net" }],
    ["the service at another port", { origin: "https://docs.example.com:8443" }],
  ])("to %s is ignored", (_, more) => {
    expect(new JobMarkerCodec(key, { ...here, ...more }).decode(comment(encoded))).toBeUndefined();
  });

  test("by whoever holds another key is ignored", () => {
    for (const other of ["mint_0123456789abcdeF", "mint_0123456789abcdef ", "x"])
      expect(new JobMarkerCodec(other, here).decode(comment(encoded))).toBeUndefined();
  });

  test("where parts could be moved from one field to the next is ignored", () => {
    const split = new JobMarkerCodec(key, { ...here, thread: 71, repository: "acme/site" });
    expect(
      split.decode(comment(new JobMarkerCodec(key, here).encode({ place: "issue", id: 141 }, marker))),
    ).toBe(undefined);
  });
});

describe("several markers", () => {
  const forged = encoded.replace("job", "joc").replace(/.(?= -->)/, "_");

  test("the one that verifies counts, wherever it stands", () => {
    expect(read(`${forged}\n${encoded}`)).toEqual(marker);
    expect(read(`${encoded}\n${forged}`)).toEqual(marker);
    expect(read(`${forged}${forged}${encoded}`)).toEqual(marker);
  });

  test("more than a comment of ours can have are not worked through", () => {
    expect(read(`${forged.repeat(3)}${encoded}`)).toBeUndefined();
    expect(read(forged.repeat(300))).toBeUndefined();
  });
});

describe("content that was signed and is none", () => {
  const signed = (content: unknown) => {
    // A codec signs whatever it is given, as a later version of this action might have.
    const given: JobMarker = Object.assign({}, marker, content);
    return codec.encode(at, given);
  };

  test.each([
    ["a job with white space", { job: "a b" }],
    ["a job with a line break", { job: "a\nb" }],
    ["a job that is too long", { job: "a".repeat(257) }],
    ["a job that is no text", { job: 5 }],
    ["an attempt that is no whole number", { attempt: 1.5 }],
    ["a time that is none", { time: "today" }],
    ["nothing about the sending", { sent: undefined }],
    ["no conversation", { conversation: null }],
  ])("%s is ignored", (_, content) => {
    expect(read(signed(content))).toBeUndefined();
  });
});

describe("any body", () => {
  test("is read without an error, and holds no marker", () => {
    const parts = fc.constantFrom(
      "<!-- docs-agent:memory ",
      ".",
      " -->",
      "e30",
      "A".repeat(43),
      "\0",
      encoded,
    );
    const body = fc
      .array(fc.oneof(hostile, parts), { maxLength: 8 })
      .map((pieces) => pieces.join(""))
      .filter((text) => !text.includes(encoded));
    fc.assert(
      fc.property(body, (text) => {
        expect(read(text)).toBeUndefined();
      }),
      runs(1000),
    );
  });

  test.each([
    ["nothing", ""],
    ["65,536 times the beginning of a marker", "<!-- docs-agent:memory ".repeat(2850)],
    ["65,536 letters that could be one", `<!-- docs-agent:memory ${"A".repeat(65_000)}`],
    ["65,536 dots", `<!-- docs-agent:memory ${".".repeat(65_000)}`],
    ["null bytes", "\0".repeat(65_536)],
  ])("%s takes no time", (_, body) => {
    expect(cpuMs(() => expect(read(body)).toBeUndefined())).toBeLessThan(5000);
  });
});
