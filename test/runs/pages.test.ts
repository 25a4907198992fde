import { expect, test } from "vitest";
import { routes } from "../service/fake-service.ts";
import { sent, Thread } from "./thread.ts";

test("a thread is read where a page of its list is larger than 10 MiB", async () => {
  const thread = new Thread();
  await thread.comment("/docs-agent Document the limit");
  // As long as a comment may be, in characters of three bytes.
  for (let count = 0; count < 55; count++) thread.gitHub.write("outsider", "文".repeat(65_536));
  const { requests } = await thread.comment("/docs-agent Shorter");
  expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
});
