import { describe, expect, test } from "vitest";
import type { CommentTarget } from "../../src/github/client.ts";
import { createOnce } from "../../src/github/comments.ts";
import { reset } from "../service/fake-service.ts";
import { clientOf, FakeGitHub, type Refusal } from "./fake-github.ts";

const issue: CommentTarget = { place: "issue", number: 7 };
const review: CommentTarget = { place: "review", number: 7, root: 90 };

function setUp() {
  const fake = new FakeGitHub();
  const { gitHub, requests } = clientOf(fake, { spaceWrites: false });
  const posts = () => requests.filter((request) => request.startsWith("GitHub POST")).length;
  const write = (body: string, target = issue) =>
    target === issue ? fake.write("docs[bot]", body) : fake.writeInline("docs[bot]", body);
  /** GitHub takes the next comment, but its answer is lost; `meanwhile` happens then. */
  const loseAnswer = (meanwhile: () => void, more: Partial<Refusal> = { status: 502 }) =>
    fake.refuse({ method: "POST", path: /comments/, times: 1, meanwhile, ...more });
  return { fake, gitHub, requests, posts, write, loseAnswer };
}

describe("a comment is created once", () => {
  test.each<[string, Partial<Refusal>]>([
    ["when the connection broke", { error: reset() }],
    ["when it timed out", { status: 408 }],
    ["when GitHub failed", { status: 500 }],
    ["when GitHub limits the rate", { status: 429 }],
    ["when it is no comment", { status: 201 }],
  ])("also when its answer is lost, %s", async (_, more) => {
    const { fake, gitHub, posts, write, loseAnswer } = setUp();
    loseAnswer(() => void write("Hello"), more);
    const created = await createOnce(gitHub, issue, "Hello");
    expect([posts(), fake.own()]).toMatchObject([1, [{ id: created.id, body: "Hello" }]]);
  });

  test("and found although it differs in line ends and white space", async () => {
    const { gitHub, posts, write, loseAnswer } = setUp();
    loseAnswer(() => void write("One\r\nTwo"));
    expect((await createOnce(gitHub, issue, "\nOne\nTwo\n")).body).toBe("One\r\nTwo");
    expect(posts()).toBe(1);
  });

  test.each<[string, CommentTarget]>([
    ["below an issue", issue],
    ["in a review thread", review],
  ])("and of strangers' copies over several pages the oldest is ours, %s", async (_, target) => {
    const { fake, gitHub, posts, write, loseAnswer } = setUp();
    for (let index = 0; index < 150; index++) write("chatter", target);
    let ours = 0;
    loseAnswer(() => {
      ours = write("Hello", target).id;
      for (let index = 0; index < 250; index++) write("Hello", target);
    });
    expect((await createOnce(gitHub, target, "Hello")).id).toBe(ours);
    expect([posts(), fake.written]).toEqual([1, []]);
  });

  test("and sent again, three times at most, where GitHub did not take it", async () => {
    const { fake, gitHub, posts } = setUp();
    fake.refuse({ method: "POST", path: /comments/, times: 2, status: 503 });
    await createOnce(gitHub, issue, "Hello");
    expect([posts(), fake.own().length]).toEqual([3, 1]);
    fake.refuse({ method: "POST", path: /comments/, status: 503 });
    await expect(createOnce(gitHub, issue, "Again")).rejects.toMatchObject({ status: 503 });
    expect(posts()).toBe(6);
  });

  test.each([301, 403])("and not sent again after a refusal: HTTP %i", async (status) => {
    const { fake, gitHub, requests } = setUp();
    fake.refuse({ method: "POST", path: /comments/, status });
    await expect(createOnce(gitHub, issue, "Hello")).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  test("and not sent again where it cannot be looked for", async () => {
    const { fake, gitHub, posts } = setUp();
    fake.refuse({ method: "POST", path: /comments/, status: 502 });
    fake.refuse({ method: "GET", path: /comments/, status: 403 });
    await expect(createOnce(gitHub, issue, "Hello")).rejects.toMatchObject({ status: 403 });
    expect(posts()).toBe(1);
  });

  test("and found by the next call, where nobody learned what became of it", async () => {
    const { fake, gitHub, posts } = setUp();
    const lost = new Set<string>();
    fake.refuse({ method: "POST", path: /comments/, times: 1, acts: true, status: 502 });
    fake.refuse({ method: "GET", path: /comments/, times: 1, status: 403 });
    await expect(createOnce(gitHub, issue, "Hello", lost)).rejects.toMatchObject({ status: 403 });
    const found = await createOnce(gitHub, issue, "Hello again", lost);
    expect([found.body, posts()]).toEqual(["Hello", 1]);
  });
});
