import { describe, expect, it } from "vitest";
import { HmacSigner } from "../../src/github/hmac-signer.ts";
import { at, codec, key, marker } from "./job-marker-fixture.ts";

const read = (body: string) => codec.decode({ ...at, url: "", body });

/** A encoded around any content, signed as the first version did: threads keep such ones for years. */
function signed(content: string): string {
  const encoded = Buffer.from(content).toString("base64url");
  const parts = ["acme/site", 7, "issue", 41, "https://docs.example.com", "acme", encoded];
  const signature = new HmacSigner(key, "memory of status comments, version 1").sign(parts);
  return `<!-- docs-agent:memory ${encoded}.${signature} -->`;
}

describe("a marker of the first version", () => {
  it("is read by every later one", () => {
    const written =
      "<!-- docs-agent:memory eyJjb252ZXJzYXRpb24iOiJ0aHJlYWQiLCJqb2IiOiJqb2JfN2YzYSIsInNlbnQiOnRydWUsInJ1bklkIjoiMTAwMSIsImF0dGVtcHQiOjEsImRpZ2VzdCI6InZYX01rR0gxUDhPLS1XXzBkWmRNRVIiLCJ0aW1lIjoxNzk0ODE5NjYwMDAwfQ.HF0gjnICYHDx08cW1zjSG_9BLzEWtSvok1dveyf0KEk -->";
    expect(read(written)).toEqual(marker);
    expect(codec.encode(at, marker)).toBe(written);
    expect(signed(JSON.stringify(marker))).toBe(written);
  });
});

describe("what a codec signed and cannot use", () => {
  it.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["an object of something else", "{}"],
    ["a job with a sign that nobody sees", JSON.stringify({ ...marker, job: "job\u200b_1" })],
    ["a job that begins with white space", JSON.stringify({ ...marker, job: " job_1" })],
    ["a job that ends in a line break", JSON.stringify({ ...marker, job: "job_1\n" })],
    ["a run that is no text", JSON.stringify({ ...marker, runId: 1001 })],
    ["a digest that is no text", JSON.stringify({ ...marker, digest: null })],
  ])("is nothing and no error, as %s, and does not hide what stands behind it", (_, content) => {
    expect(read(signed(content))).toBeUndefined();
    expect(read(signed(content) + signed(JSON.stringify(marker)))).toEqual(marker);
  });

  it("is a job of more than 256 characters, and of no fewer", () => {
    const job = (length: number) => read(signed(JSON.stringify({ ...marker, job: "j".repeat(length) })))?.job;
    expect(job(256)).toHaveLength(256);
    expect(job(257)).toBeUndefined();
  });
});

describe("a marker", () => {
  it("may hold 2,000 characters, and no more are looked at", () => {
    // JSON takes white space at its end.
    const content = (length: number) => JSON.stringify(marker).padEnd((length * 3) / 4);
    expect(Buffer.from(content(2000)).toString("base64url")).toHaveLength(2000);
    expect(read(signed(content(2000)))).toEqual(marker);
    expect(read(signed(content(2004)))).toBeUndefined();
  });

  it("may be the third in its comment, and not the fourth", () => {
    const forged = codec.encode({ place: "issue", id: 42 }, marker);
    expect(read(forged.repeat(2) + codec.encode(at, marker))).toEqual(marker);
    expect(read(forged.repeat(3) + codec.encode(at, marker))).toBeUndefined();
  });
});
