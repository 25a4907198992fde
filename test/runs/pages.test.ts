import { describe, expect, test } from "vitest";
import { creates, follows, routes } from "../service/fake-service.ts";
import { sent, Thread } from "./thread.ts";

// Each result below depends on what stands beyond the first page of a list.

const command = "/docs-agent Document the limit";

describe("a thread of several pages", () => {
  test.each([
    ["the first of three", 0, 250],
    ["the last of three", 250, 0],
  ])("goes on with its job when the job's comment is on %s", async (_, before, after) => {
    const thread = new Thread();
    const chatter = (count: number) => {
      for (let number = 0; number < count; number++) thread.gitHub.write("maintainer", `Comment ${number}`);
    };
    chatter(before);
    await thread.push({ service: creates });
    chatter(after);
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    await thread.push({ service: follows });
    expect(thread.gitHub.own()).toHaveLength(2);
  });

  test("goes on with the job of a review comment that is on the last of three", async () => {
    const thread = new Thread();
    for (let number = 0; number < 250; number++) thread.gitHub.writeInline("maintainer", `Comment ${number}`);
    await thread.inline(command, { service: creates });
    const { requests } = await thread.inline("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("is read where a page is larger than 10 MiB", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    // As long as a comment may be, in characters of three bytes.
    for (let count = 0; count < 55; count++) thread.gitHub.write("outsider", "文".repeat(65_536));
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });
});
