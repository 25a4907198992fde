import { describe, expect, test } from "vitest";
import { readIssueComments, readReviewComments } from "../../src/comments/read-comments.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";

/** A GitHub with so many comments on issue 7, and so many in the review threads of pull request 7. */
function setUp({ issue = 0, review = 0 }) {
  const fake = new FakeGitHub();
  for (let index = 0; index < issue; index++) fake.write("reader", "chatter");
  for (let index = 0; index < review; index++) fake.writeInline("reader", "chatter");
  const { gitHub, requests } = clientOf(fake);
  const pages = () => requests.map((request) => Number(/[?&]page=(\d+)/.exec(request)?.[1]));
  return { fake, gitHub, pages };
}
const sorted = (comments: readonly { id: number }[]) => comments.map(({ id }) => id).sort((a, b) => a - b);
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe("the comments of an issue", () => {
  test.each<[number, number | undefined, number[]]>([
    [0, undefined, [1]],
    [100, undefined, [1]],
    [101, undefined, [1, 2]],
    [450, undefined, [1, 5, 4, 3, 2]],
    // The last page first, because the event says how many there are.
    [450, 450, [5, 4, 3, 2, 1]],
    // Some came or went since the event.
    [450, 399, [4, 5, 3, 2, 1]],
    [199, 205, [3, 2, 1]],
  ])("are all read: %i, of which the event counted %s, as the pages %j", async (count, counted, pages) => {
    const setup = setUp({ issue: count });
    const read = await readIssueComments(setup.gitHub, 7, counted);
    expect(sorted(read)).toEqual(ids(setup.fake.issueComments));
    expect(setup.pages()).toEqual(pages);
  });

  test("are the newest ten thousand of more", async () => {
    const { fake, gitHub, pages } = setUp({ issue: 10_150 });
    const read = await readIssueComments(gitHub, 7, 10_150);
    expect(pages()).toHaveLength(100);
    expect(sorted(read)).toEqual(ids(fake.issueComments).slice(200));
  });

  test("that cannot be read are an error", async () => {
    const { fake, gitHub } = setUp({ issue: 250 });
    fake.refuse({ method: "GET", path: /page=3/, status: 403 });
    await expect(readIssueComments(gitHub, 7)).rejects.toMatchObject({ status: 403 });
  });
});

test.each<[number, number[]]>([
  [0, [1]],
  [250, [1, 2, 3]],
])("the comments of review threads are all read, newest first: %i", async (count, pages) => {
  const setup = setUp({ review: count });
  expect(sorted(await readReviewComments(setup.gitHub, 7))).toEqual(ids(setup.fake.reviewComments));
  expect(setup.pages()).toEqual(pages);
});
