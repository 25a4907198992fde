import { afterEach, describe, expect, it } from "vitest";
import { InvalidResponseError } from "../../src/service/errors.ts";
import type { RetryAttempt } from "../../src/service/retry.ts";
import { answer, reset } from "./local-server.ts";
import { type Canned, connectError, job, onMock, onServer, thrown, told } from "./service-under-test.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

describe("a GET", () => {
  const good: Canned = { status: 200, body: job };

  it.each<[string, Canned, string]>([
    ["408", { status: 408 }, "the service answered 408"],
    ["425", { status: 425 }, "the service answered 425"],
    ["429", { status: 429 }, "the service answered 429"],
    ["500", { status: 500 }, "the service answered 500"],
    ["502", { status: 502, body: "<html>" }, "the service answered 502"],
    ["503", { status: 503 }, "the service answered 503"],
    ["504", { status: 504 }, "the service answered 504"],
    ["599", { status: 599 }, "the service answered 599"],
    ["broken JSON", { status: 200, body: '{"id":' }, "the answer cannot be read"],
    ["a page of HTML", { status: 200, body: "<html></html>" }, "the answer cannot be read"],
    ["the wrong shape", { status: 200, body: { id: 7 } }, "the answer cannot be read"],
    ["nothing", { status: 204 }, "the answer cannot be read"],
    ["a refused connection", { error: connectError("ECONNREFUSED") }, "no connection (ECONNREFUSED)"],
    [
      "a name server that is away",
      { error: connectError("EAI_AGAIN", "getaddrinfo") },
      "no connection (EAI_AGAIN)",
    ],
    [
      "an unknown host",
      { error: connectError("ENOTFOUND", "getaddrinfo") },
      "the host name has no address (ENOTFOUND)",
    ],
    ["a reset", { error: connectError("ECONNRESET", "read") }, "the connection broke (ECONNRESET)"],
  ])("is repeated after %s", async (_case, bad, why) => {
    const { service, clock, retries } = onMock(bad, bad, good);
    expect(await service.getJob("job_1")).toEqual(job);
    expect(retries).toEqual([why, why]);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it("is repeated after a reset, before and within the answer", async () => {
    const made = await onServer(reset(), reset('{"id":'), answer(200, job));
    open.push(made);
    expect(await made.service.getJob("job_1")).toEqual(job);
    expect(made.server.requests).toHaveLength(3);
  });

  it("waits as Retry-After says", async () => {
    const date = new Date(Date.UTC(2026, 0, 5, 12, 1)).toUTCString();
    const { service, clock } = onMock(
      { status: 503, headers: { "retry-after": "20" } },
      { status: 429, headers: { "retry-after": date } },
      { status: 503, headers: { "retry-after": "later" } },
      good,
    );
    await service.getJob("job_1");
    expect(clock.sleeps).toEqual([20_000, 40_000, 2000]);
  });

  it("gives up after five minutes without a good answer, with what was wrong last", async () => {
    const many: Canned[] = Array.from({ length: 40 }, () => ({ status: 500, body: { error: "down" } }));
    const { service, clock } = onMock(...many);
    const start = clock.now();
    const error = await told(service.getJob("job_1"));
    expect(error).toMatchObject({
      reason: "service",
      message: "The service failed to read the job (HTTP 500: “down”).",
    });
    expect(clock.now() - start).toBeGreaterThan(280_000);
    expect(clock.now() - start).toBeLessThanOrEqual(300_000);
  });

  it("is over with an answer of the wrong shape after five minutes, saying where", async () => {
    const many: Canned[] = Array.from({ length: 40 }, () => ({
      status: 200,
      body: { id: 7, status: "active" },
    }));
    const error = await thrown(onMock(...many).service.getJob("job_1"));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      reason: "answer",
      message: "Could not read the job: the answer has the wrong shape (id).",
    });
  });

  it("names the first three places of a wrong shape", async () => {
    const totals = { human: "1", ai: "2", total: "3" };
    const many: Canned[] = Array.from({ length: 40 }, () => ({
      status: 200,
      body: { totals, visitors: 4, hasMore: 5 },
    }));
    const query = { dateFrom: "", dateTo: "", limit: 1, offset: 0 };
    const error = await told(onMock(...many).service.getVisitors(query));
    expect(error.message).toBe(
      "Could not read the visitors: the answer has the wrong shape (totals.human, totals.ai, totals.total).",
    );
  });

  it.each([
    [429, true],
    [503, false],
  ])("tells the pace of a status %i whether it is a limit: %s", async (status, rateLimited) => {
    const { service } = onMock({ status }, good);
    const asked: RetryAttempt[] = [];
    const beforeRetry = async (next: RetryAttempt) => asked.push(next) > 0;
    await service.getJob("job_1", { beforeRetry });
    expect(asked).toEqual([{ waitMs: 500, rateLimited }]);
  });

  it("begins no attempt after its deadline, and says that it was the deadline", async () => {
    const { service, clock } = onMock({ status: 500 }, { status: 500 }, good);
    let cut = 0;
    const options = { deadline: clock.now() + 1000, onDeadline: () => void cut++ };
    expect(await told(service.getJob("job_1", options))).toMatchObject({ reason: "service" });
    expect(clock.sleeps).toEqual([500]);
    expect(cut).toBe(1);
  });

  it("gives a host without an address half a minute, as it is a typing mistake", async () => {
    const many: Canned[] = Array.from({ length: 20 }, () => ({
      error: connectError("ENOTFOUND", "getaddrinfo"),
    }));
    const { service, clock } = onMock(...many);
    const start = clock.now();
    const error = await told(service.getJob("job_1"));
    expect(error).toMatchObject({ name: "UnreachableError", reason: "unreachable" });
    expect(error.message).toBe("Could not read the job: the host name has no address (ENOTFOUND).");
    expect(error.advice).toContain("Check base-url");
    expect(clock.now() - start).toBeLessThanOrEqual(30_000);
  });

  it("gives a host that refuses connections five minutes from the start", async () => {
    const many: Canned[] = Array.from({ length: 40 }, () => ({ error: connectError("ECONNREFUSED") }));
    const { service, clock } = onMock(...many);
    const start = clock.now();
    expect(await told(service.getJob("job_1"))).toMatchObject({ reason: "unreachable" });
    expect(clock.now() - start).toBeGreaterThan(280_000);
  });

  it("takes 299 for a success, and 300 for none", async () => {
    const { service } = onMock({ status: 299, body: job }, { status: 300, body: job });
    expect(await service.getJob("job_1")).toEqual(job);
    expect(await told(service.getJob("job_1"))).toMatchObject({ reason: "refused" });
  });

  it("gives it five minutes once the service has answered, as it is an outage", async () => {
    const many: Canned[] = Array.from({ length: 40 }, () => ({
      error: connectError("ENOTFOUND", "getaddrinfo"),
    }));
    const { service, clock } = onMock({ status: 201, body: job }, ...many);
    await service.createJob("Write.");
    const start = clock.now();
    expect(await told(service.getJob("job_1"))).toMatchObject({ reason: "unreachable" });
    expect(clock.now() - start).toBeGreaterThan(280_000);
  });

  it("fails at once on a certificate that does not hold", async () => {
    const { service, clock } = onMock({ error: connectError("DEPTH_ZERO_SELF_SIGNED_CERT", "") });
    const error = await told(service.getJob("job_1"));
    expect(error).toMatchObject({ reason: "unreachable" });
    expect(error.advice).toContain("NODE_EXTRA_CA_CERTS");
    expect(clock.sleeps).toEqual([]);
  });

  it("says what the limit of the analytics means", async () => {
    const many: Canned[] = Array.from({ length: 40 }, () => ({ status: 429 }));
    const error = await told(
      onMock(...many).service.getVisitors({ dateFrom: "", dateTo: "", limit: 1, offset: 0 }),
    );
    expect(error.reason).toBe("rate-limit");
    expect(error.advice).toMatch(/shared by all analytics tools.+max-requests/);
  });
});
