import { describe, expect, test } from "vitest";
import { Caller } from "./caller.ts";
import { useService } from "./service-fixture.ts";
import { startService } from "./start.ts";

// Time all but stops, so that only the test moves it on, however slow the machine is.
const emulated = await useService({ timeScale: 0.001 });

async function finished(prompt: string): Promise<string> {
  const { body } = await emulated.caller.create(prompt);
  await emulated.service.advance(20_000);
  return body.id;
}

describe("the words in a prompt", () => {
  test("none: active for twenty seconds, then completed with a pull request", async () => {
    const { body } = await emulated.caller.create("Document it");
    await emulated.service.advance(19_000);
    expect((await emulated.caller.job(body.id)).body).toMatchObject({ status: "active", prLink: null });
    await emulated.service.advance(1000);
    expect((await emulated.caller.job(body.id)).body).toMatchObject({
      ...{ status: "completed", prLink: "https://github.com/octo/docs/pull/1" },
    });
    const next = await finished("And that");
    expect((await emulated.caller.job(next)).body.prLink).toBe("https://github.com/octo/docs/pull/2");
  });

  test.each([
    ["[no changes]", "completed"],
    ["[fail] please", "failed"],
    ["please [Archive]", "archived"],
  ])("%s ends %s without a pull request", async (prompt, status) => {
    const { body } = await emulated.caller.job(await finished(prompt));
    expect(body).toMatchObject({ status, prLink: null });
    expect(body.archivedAt !== null).toBe(status === "archived");
  });

  test.each([
    ["[takes 90s]", 90_000],
    ["[takes 2m]", 120_000],
    ["[takes 500ms]", 500],
    ["[takes 1.5 s]", 1500],
  ])("%s sets the duration", async (prompt, milliseconds) => {
    const { body } = await emulated.caller.create(prompt);
    await emulated.service.advance(milliseconds - 250);
    expect((await emulated.caller.job(body.id)).body.status).toBe("active");
    await emulated.service.advance(250);
    expect((await emulated.caller.job(body.id)).body.status).toBe("completed");
  });

  test("[takes forever] never ends", async () => {
    const { body } = await emulated.caller.create("[takes forever]");
    await emulated.service.advance(1e9);
    expect((await emulated.caller.job(body.id)).body.status).toBe("active");
  });

  test("[status weird] shows it for the first half", async () => {
    const { body } = await emulated.caller.create("[status weird]");
    expect((await emulated.caller.job(body.id)).body).toMatchObject({ status: "weird", prLink: null });
    await emulated.service.advance(10_000);
    expect((await emulated.caller.job(body.id)).body.status).toBe("active");
    await emulated.service.advance(10_000);
    expect((await emulated.caller.job(body.id)).body.status).toBe("completed");
  });

  test("[link …] becomes prLink unchanged", async () => {
    const id = await finished("[link javascript:alert(1)]");
    expect((await emulated.caller.job(id)).body.prLink).toBe("javascript:alert(1)");
  });
});

describe("a follow-up", () => {
  test("shows the status before it for a second, then is active, then ends", async () => {
    const id = await finished("Document it");
    const answer = await emulated.caller.message(id, "Shorter");
    expect(answer).toMatchObject({ status: 200, body: { id, status: "active", prLink: null } });
    expect((await emulated.caller.job(id)).body.status).toBe("completed");
    await emulated.service.advance(1000);
    expect((await emulated.caller.job(id)).body).toMatchObject({ status: "active", prLink: null });
    await emulated.service.advance(19_000);
    const done = (await emulated.caller.job(id)).body;
    expect(done).toMatchObject({ status: "completed", prLink: "https://github.com/octo/docs/pull/1" });
    expect(emulated.service.jobs()[0]?.turns.map((turn) => turn.prompt)).toEqual(["Document it", "Shorter"]);
  });

  test("can be active at once, and its answer can show the status before it", async () => {
    emulated.service.change({ staleSeconds: 0, messageAnswer: "previous" });
    const id = await finished("[fail]");
    expect((await emulated.caller.message(id, "Again")).body.status).toBe("failed");
    expect((await emulated.caller.job(id)).body.status).toBe("active");
    await emulated.service.advance(20_000);
    expect((await emulated.caller.job(id)).body.status).toBe("completed");
  });

  test("without changes keeps the earlier pull request", async () => {
    const id = await finished("Document it");
    await emulated.caller.message(id, "[no changes]");
    await emulated.service.advance(20_000);
    expect((await emulated.caller.job(id)).body.prLink).toBe("https://github.com/octo/docs/pull/1");
  });

  test("to a job that is still at work waits its turn", async () => {
    const { body } = await emulated.caller.create("Document it");
    await emulated.service.advance(19_500);
    await emulated.caller.message(body.id, "Shorter");
    // The first turn ends, and the second goes on at once.
    await emulated.service.advance(500);
    expect((await emulated.caller.job(body.id)).body.status).toBe("active");
    await emulated.service.advance(20_000);
    expect((await emulated.caller.job(body.id)).body.status).toBe("completed");
  });

  test("to an archived job is refused", async () => {
    const id = await finished("[archive]");
    const path = `/v2/agent/docs-project/job/${id}/message`;
    const refused = await emulated.caller.refused("POST", path, '{"prompt":"x"}');
    expect(refused.status).toBe(409);
  });
});

test("time passes by itself, at the given speed", async () => {
  const fast = await startService({ timeScale: 500, idSeed: "same" });
  const { body } = await new Caller(fast).create("Document it");
  await expect.poll(() => fast.jobs()[0]?.turns[0]?.status, { timeout: 60_000 }).toBe("completed");
  await fast.close();
  const again = await startService({ idSeed: "same" });
  expect((await new Caller(again).create("x")).body.id).toBe(body.id);
  await again.close();
});

test("no job is left behind by a timer that fires a moment too early", async () => {
  const fast = await startService({ timeScale: 200 });
  const many = new Caller(fast);
  for (let count = 0; count < 60; count += 1) await many.create("Document it");
  const open = () => fast.jobs().filter((job) => job.turns[0]?.status === null);
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  await fast.close();
});
