import { describe, expect, it } from "vitest";
import { Signer } from "../../src/github/hmac-signer.ts";
import { at, keeper, key, memory } from "./job-marker-fixture.ts";

const read = (body: string) => keeper.read({ ...at, url: "", body });

/** A marker around any content, signed as the first version did: threads keep such ones for years. */
function signed(content: string): string {
  const encoded = Buffer.from(content).toString("base64url");
  const parts = ["acme/site", 7, "issue", 41, "https://docs.example.com", "acme", encoded];
  const signature = new Signer(key, "memory of status comments, version 1").sign(parts);
  return `<!-- docs-agent:memory ${encoded}.${signature} -->`;
}

describe("a memory of the first version", () => {
  it("is read by every later one", () => {
    const written =
      "<!-- docs-agent:memory eyJjb252ZXJzYXRpb24iOiJ0aHJlYWQiLCJqb2IiOiJqb2JfN2YzYSIsInNlbnQiOnRydWUsInJ1bklkIjoiMTAwMSIsImF0dGVtcHQiOjEsImRpZ2VzdCI6InZYX01rR0gxUDhPLS1XXzBkWmRNRVIiLCJ0aW1lIjoxNzk0ODE5NjYwMDAwfQ.HF0gjnICYHDx08cW1zjSG_9BLzEWtSvok1dveyf0KEk -->";
    expect(read(written)).toEqual(memory);
    expect(keeper.marker(at, memory)).toBe(written);
    expect(signed(JSON.stringify(memory))).toBe(written);
  });
});

describe("what a keeper signed and cannot use", () => {
  it.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["an object of something else", "{}"],
    ["a job with a sign that nobody sees", JSON.stringify({ ...memory, job: "job\u200b_1" })],
    ["a job that begins with white space", JSON.stringify({ ...memory, job: " job_1" })],
    ["a job that ends in a line break", JSON.stringify({ ...memory, job: "job_1\n" })],
    ["a run that is no text", JSON.stringify({ ...memory, runId: 1001 })],
    ["a digest that is no text", JSON.stringify({ ...memory, digest: null })],
  ])("is nothing and no error, as %s, and does not hide what stands behind it", (_, content) => {
    expect(read(signed(content))).toBeUndefined();
    expect(read(signed(content) + signed(JSON.stringify(memory)))).toEqual(memory);
  });

  it("is a job of more than 256 characters, and of no fewer", () => {
    const job = (length: number) => read(signed(JSON.stringify({ ...memory, job: "j".repeat(length) })))?.job;
    expect(job(256)).toHaveLength(256);
    expect(job(257)).toBeUndefined();
  });
});

describe("a marker", () => {
  it("may hold 2,000 characters, and no more are looked at", () => {
    // JSON takes white space at its end.
    const content = (length: number) => JSON.stringify(memory).padEnd((length * 3) / 4);
    expect(Buffer.from(content(2000)).toString("base64url")).toHaveLength(2000);
    expect(read(signed(content(2000)))).toEqual(memory);
    expect(read(signed(content(2004)))).toBeUndefined();
  });

  it("may be the third in its comment, and not the fourth", () => {
    const forged = keeper.marker({ place: "issue", id: 42 }, memory);
    expect(read(forged.repeat(2) + keeper.marker(at, memory))).toEqual(memory);
    expect(read(forged.repeat(3) + keeper.marker(at, memory))).toBeUndefined();
  });
});
