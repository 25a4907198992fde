import { describe, expect, test } from "vitest";
import { commentThread, inlineComments } from "../../src/github/comments.ts";
import { Connections } from "../../src/network/connections.ts";
import { reset } from "../service/fake-service.ts";
import { answer, serve, type Turn } from "../service/local-server.ts";
import { open } from "../service/service-under-test.ts";
import { clientOf, FakeGitHub, gitHubAt, type Refusal } from "./fake-github.ts";

function setUp() {
  const fake = new FakeGitHub();
  const { gitHub, requests } = clientOf(fake);
  const posts = () => requests.filter((request) => request.startsWith("GitHub POST")).length;
  const issue = commentThread(gitHub, 7);
  const write = (body: string, isInline = false) =>
    isInline ? fake.writeInline("docs[bot]", body) : fake.write("docs[bot]", body);
  /** GitHub takes the next comment, but its answer is lost; `meanwhile` happens then. */
  const loseAnswer = (meanwhile: () => void, more: Partial<Refusal> = { status: 502 }) =>
    fake.refuse({ method: "POST", path: /comments/, times: 1, meanwhile, ...more });
  return { fake, gitHub, issue, requests, posts, write, loseAnswer };
}

test("a comment is removed, which GitHub answers without content", async () => {
  const { fake, issue } = setUp();
  const { id } = await issue.create("Hello");
  await issue.remove(id);
  expect(fake.own()).toEqual([]);
});

describe("a comment is created once", () => {
  test.each<[string, Partial<Refusal>]>([
    ["when the connection broke", { error: reset() }],
    ["when it timed out", { status: 408 }],
    ["when GitHub failed", { status: 500 }],
    ["when GitHub limits the rate", { status: 429 }],
    ["when it is no comment", { status: 201 }],
  ])("also when its answer is lost, %s", async (_, more) => {
    const { fake, issue, posts, write, loseAnswer } = setUp();
    loseAnswer(() => void write("Hello"), more);
    const created = await issue.create("Hello");
    expect([posts(), fake.own()]).toMatchObject([1, [{ id: created.id, body: "Hello" }]]);
  });

  test("and found although it differs in line ends and white space", async () => {
    const { issue, posts, write, loseAnswer } = setUp();
    loseAnswer(() => void write("One\r\nTwo"));
    expect((await issue.create("\nOne\nTwo\n")).body).toBe("One\r\nTwo");
    expect(posts()).toBe(1);
  });

  test.each([
    ["below an issue", undefined],
    ["in a review thread", 90],
  ])("and of strangers' copies over several pages the oldest is ours, %s", async (_, root) => {
    const { fake, gitHub, posts, write, loseAnswer } = setUp();
    for (let index = 0; index < 150; index++) write("chatter", root !== undefined);
    let ours = 0;
    loseAnswer(() => {
      ours = write("Hello", root !== undefined).id;
      for (let index = 0; index < 250; index++) write("Hello", root !== undefined);
    });
    expect((await commentThread(gitHub, 7, root).create("Hello")).id).toBe(ours);
    expect([posts(), fake.written]).toEqual([1, []]);
  });

  test("and sent again, three times at most, where GitHub did not take it", async () => {
    const { fake, issue, posts } = setUp();
    fake.refuse({ method: "POST", path: /comments/, times: 2, status: 503 });
    await issue.create("Hello");
    expect([posts(), fake.own().length]).toEqual([3, 1]);
    fake.refuse({ method: "POST", path: /comments/, status: 503 });
    await expect(issue.create("Again")).rejects.toMatchObject({ status: 503 });
    expect(posts()).toBe(6);
  });

  test.each([301, 403])(
    "and not sent again after a refusal, or where it cannot be looked for: HTTP %i",
    async (status) => {
      const { fake, issue, requests, posts } = setUp();
      fake.refuse({ method: "POST", path: /comments/, status, times: 1 });
      await expect(issue.create("Hello")).rejects.toMatchObject({ status });
      expect(requests).toHaveLength(1);
      fake.refuse({ method: "POST", path: /comments/, status: 502 });
      fake.refuse({ method: "GET", path: /comments/, status: 403 });
      await expect(issue.create("Hello")).rejects.toMatchObject({ status: 403 });
      expect(posts()).toBe(2);
    },
  );

  test("and found by the next call, where nobody learned what became of it", async () => {
    const { fake, issue, posts } = setUp();
    const lost = new Set<string>();
    fake.refuse({ method: "POST", path: /comments/, times: 1, acts: true, status: 502 });
    fake.refuse({ method: "GET", path: /comments/, times: 1, status: 403 });
    await expect(issue.create("Hello", lost)).rejects.toMatchObject({ status: 403 });
    const found = await issue.create("Hello again", lost);
    expect([found.body, posts()]).toEqual(["Hello", 1]);
  });
});

describe("a list of comments", () => {
  const listOf = (count: number, isInline: boolean) => {
    const { fake, gitHub, requests, write } = setUp();
    const ids = Array.from({ length: count }, (_, index) => write(`${index}`, isInline).id);
    const list = () => (isInline ? inlineComments(gitHub, 7) : commentThread(gitHub, 7).list());
    const pages = () => requests.map((request) => Number(/&page=(\d+)/.exec(request)?.[1] ?? 1));
    return { fake, ids, list, pages };
  };
  const idsOf = (comments: readonly { id: number }[]) => comments.map(({ id }) => id);

  describe.each([
    ["below an issue", false],
    ["on lines of a pull request", true],
  ])("%s", (_, isInline) => {
    test.each([
      [0, [1]],
      [100, [1]],
      [101, [1, 2, 1]],
      [350, [1, 4, 3, 2, 1]],
    ])("of %i takes these pages, and has each once, oldest first", async (count, expected) => {
      const { ids, list, pages } = listOf(count, isInline);
      expect(idsOf(await list())).toEqual(ids);
      expect(pages()).toEqual(expected);
    });

    test.each([1, 2, 3, 4])(
      "misses none and has none twice where another is deleted before request %i",
      async (number) => {
        const { fake, ids, list } = listOf(250, isInline);
        let seen = 0;
        const [deleted = 0, ...left] = ids;
        const meanwhile = () => void (++seen === number && fake.delete(deleted));
        fake.refuse({ method: "GET", path: /comments/, meanwhile });
        const listed = idsOf(await list());
        expect(listed).toEqual(expect.arrayContaining(left));
        expect(listed).toHaveLength(new Set(listed).size);
      },
    );
  });

  test("is whole where pages name only the next one", async () => {
    const ids = [1, 2, 3, 4, 5];
    const asked: number[] = [];
    const pageOf: Turn = (response, request) => {
      const page = Number(/&page=(\d+)/.exec(request.url ?? "")?.[1] ?? 1);
      asked.push(page);
      const link = `<http://x/?per_page=100&page=${page + 1}>; rel="next"`;
      const shown = ids.slice(page * 2 - 2, page * 2);
      const comments = shown.map((id) => ({ id, body: "", html_url: "", user: null }));
      answer(200, comments, page < 3 ? { link } : {})(response, request);
    };
    const server = open(await serve([pageOf]));
    const gitHub = gitHubAt(server.url.origin, open(new Connections({})));
    const comments = await commentThread(gitHub, 7).list();
    expect([idsOf(comments), asked]).toEqual([ids, [1, 2, 3, 2, 1]]);
  });
});
