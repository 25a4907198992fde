import { describe, expect, test } from "vitest";
import type { FaultInput } from "../emulator/faults.ts";
import { everythingSaid, reportStep } from "../emulator/live-report.ts";
import { useService } from "../emulator/service-fixture.ts";
import { type InProcessResult, runInProcess } from "../runner/in-process.ts";

const { service } = await useService({ limits: { analytics: 1_000_000 } });

/** One period alone, so that every request is accounted for. */
const alone = { compare: "false", trend: "0" } as const;

/** Runs a report to its end; however it ends, its key is nowhere and nobody is shown a stack. */
async function report(inputs: Record<string, string> = {}): Promise<InProcessResult> {
  const step = reportStep(service, { signals: "none", ...inputs });
  const result = await runInProcess(step);
  expect(everythingSaid(result)).not.toContain(step.with["api-key"]);
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/^ {4}at /m);
  expect(result.summary).not.toMatch(/NaN|Infinity|undefined|\[object/);
  return result;
}

const always = (happens: FaultInput["happens"], path?: RegExp) =>
  service.fault({ times: "always", happens, ...(path === undefined ? {} : { path }) });
const answers = (body: unknown, path?: RegExp) => {
  const headers = { "content-type": "application/json" };
  always({ kind: "answer", status: 200, body: JSON.stringify(body), headers }, path);
};

describe("a first request that fails is one error, in log and summary", () => {
  const failing = (status: number, headers: Record<string, string> = {}) =>
    always({ kind: "answer", status, body: '{"error":"No."}', headers: { ...headers } });

  test.each<[string, string, Record<string, string>, (() => unknown) | undefined, RegExp]>([
    ["an expired key", "api-key", { "api-key": "mint_emulator_expired" }, undefined, /expired/],
    ["a key without the scope", "forbidden", {}, () => failing(403), /scope/],
    ["another project", "not-found", { "project-id": "elsewhere" }, undefined, /project-id/],
    [
      "a spent hour",
      "rate-limit",
      {},
      () => failing(429, { "retry-after": "1800" }),
      /share 100 requests an hour/,
    ],
    ["a spent hour until a date", "rate-limit", {}, spentUntilDate, /share 100 requests an hour/],
    ["a failing service", "service", { ...alone, "max-requests": "2" }, () => failing(500), /later/],
    [
      "totals below zero",
      "answer",
      alone,
      () => answers({ totals: { human: -1, ai: 0, total: 0 }, visitors: [], hasMore: false }),
      /base-url/,
    ],
    [
      "an answer of another shape",
      "answer",
      { ...alone, "max-requests": "1" },
      () => always({ kind: "wrong-shape" }),
      /base-url/,
    ],
    [
      "no answer within the time",
      "unreachable",
      { ...alone, "timeout-minutes": "0.01" },
      () => always({ kind: "hang" }),
      /timeout-minutes/,
    ],
  ])("%s", async (_case, reason, inputs, arrange, advice) => {
    arrange?.();
    const begin = performance.now();
    const { exitCode, outputs, summary, stdout } = await report(inputs);
    expect(performance.now() - begin).toBeLessThan(15_000);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "error", reason, dateFrom: "2026-03-02" });
    expect(outputs).not.toHaveProperty("total");
    expect(summary).toContain(`\`${reason}\``);
    expect(summary).toMatch(advice);
    expect(stdout.match(/^::error/gm)).toHaveLength(1);
    expect(stdout).toMatch(advice);
  });

  function spentUntilDate(): void {
    service.change({ limits: { analytics: 0 }, retryAfter: "date" });
  }
});

describe("what fails midway leaves a partial report, a green step and a warning", () => {
  async function partial(inputs: Record<string, string>) {
    const result = await report(inputs);
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ result: "reported", reason: "partial" });
    // What is missing is said first.
    expect(result.summary).toMatch(/^## Docs visitors.*\n\n> (?:Not read|Dropped): /);
    expect(result.stdout).not.toMatch(/^::error/m);
    return result;
  }
  const warned = /^::warning title=Docs Agent/m;
  const noticed = /^::notice title=Docs Agent/m;

  test("the later pages of the period are missing", async () => {
    service.change({ pages: 700 });
    always({ kind: "answer", status: 500, body: "Owned by the service." }, /offset=[1-9]/);
    const { outputs, summary, stdout } = await partial({ ...alone, "max-requests": "3" });
    expect(outputs).toMatchObject({ complete: "false", pages: "250", requests: "3" });
    expect(service.requests()).toHaveLength(3);
    expect(stdout).toMatch(warned);
    expect(summary).toContain("an internal error");
    // What is missing is told in our own words.
    expect(summary).not.toContain("Owned");
  });

  test("without the period before, there is no comparison", async () => {
    always({ kind: "answer", status: 403, body: "{}" }, /dateFrom=2026-02-23/);
    const { outputs, summary, stdout } = await partial({ trend: "0" });
    expect(outputs).toMatchObject({ complete: "true" });
    expect(stdout).toMatch(warned);
    expect(summary).toContain("There is nothing to compare with: the week before was not read.");
    expect(summary).not.toContain("Change");
  });

  test("points of the trend that are missing are named as not read", async () => {
    always({ kind: "answer", status: 400, body: "{}" }, /dateFrom=2026-02-02/);
    const { outputs, summary, stdout } = await partial({});
    expect(outputs).toMatchObject({ complete: "true", requests: "8" });
    expect(stdout).toMatch(warned);
    expect(summary).toMatch(/^\| \d+ [A-Z][a-z]+ \| not read \|/m);
  });

  test("an hour's limit that is reached on the way leaves pages out", async () => {
    service.change({ pages: 2000, limits: { analytics: 5 }, retryAfter: "seconds" });
    const { outputs, summary, stdout } = await partial({ trend: "0" });
    expect(outputs["complete"]).toBe("false");
    expect(Number(outputs["pages"])).toBeGreaterThanOrEqual(250);
    expect(summary).toContain("rate limit");
    expect(stdout).toMatch(warned);
  });

  test("answers that never come use up the time, and pages are left out", async () => {
    service.change({ pages: 700 });
    always({ kind: "hang" }, /offset=[1-9]/);
    const { outputs, summary, stdout } = await partial({ ...alone, "timeout-minutes": "0.02" });
    expect(outputs).toMatchObject({ complete: "false", pages: "250" });
    expect(summary).toContain("`timeout-minutes`");
    expect(stdout).toMatch(warned);
  });

  test.each(["empty", "repeat"] as const)("pages that never end (%s)", async (endless) => {
    service.change({ pages: 300, endless });
    const { outputs, stdout } = await partial(alone);
    expect(outputs).toMatchObject({ complete: "false" });
    expect(Number(outputs["pages"])).toBeGreaterThan(280);
    expect(service.requests().length).toBeLessThanOrEqual(8);
    expect(stdout).toMatch(warned);
  });

  test("a budget that is too small is told by a notice, as it was planned", async () => {
    service.change({ pages: 2000 });
    const { outputs, summary, stdout } = await partial({ "max-requests": "3" });
    expect(outputs).toMatchObject({ complete: "false", requests: "3" });
    expect(service.requests()).toHaveLength(3);
    expect(summary).toContain("`max-requests`");
    expect(stdout).toMatch(noticed);
    expect(stdout).not.toMatch(warned);
  });

  test("rows that nobody can use are dropped and counted, and fractions made whole", async () => {
    const counts = { human: 10, ai: 5, total: 12 };
    answers({
      totals: { human: 100.4, ai: 49.6, total: 120.5 },
      visitors: [
        { path: "/whole", ...counts },
        { path: "/fraction", human: 1.5, ai: 0.4, total: 1.6 },
        { path: "/negative", human: -3, ai: 0, total: 1 },
        { path: "/text", human: "10", ai: 5, total: 12 },
        { path: 7, ...counts },
        { ...counts },
        null,
        "row",
      ],
      hasMore: false,
      nextCursor: "unknown fields do not matter",
    });
    const { outputs, summary, stdout } = await partial(alone);
    expect(outputs).toMatchObject({ human: "100", ai: "50", total: "121", pages: "2", complete: "true" });
    expect(summary).toContain("6 rows");
    expect(summary).toMatch(/`\/fraction` \| 2 \| 2 \| 0 \|/);
    expect(summary).not.toMatch(/negative|text/);
    expect(stdout).toMatch(warned);
  });
});

test("totals smaller than the rows are shown as the service gives them", async () => {
  answers({
    totals: { human: 5, ai: 2, total: 6 },
    visitors: [{ path: "/busy", human: 500, ai: 200, total: 600 }],
    hasMore: false,
  });
  const { exitCode, outputs, summary } = await report();
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ result: "reported", total: "6", aiShare: "0.3333" });
  expect(summary).toMatch(/`\/busy` \| 600 \|/);
});

test("what the service says in an error is no command to the runner", async () => {
  const body = JSON.stringify({ error: "no\n::error::owned\r##[error]owned ::add-mask::e" });
  always({ kind: "answer", status: 403, body, headers: { "content-type": "application/json" } });
  const { stdout, summary } = await report();
  expect(stdout.match(/^\s*::(?!error title=Docs Agent|add-mask::mint_)/gm)).toBeNull();
  expect(stdout).not.toContain("##[");
  expect(summary).not.toMatch(/^\s*::/m);
});

test("a share is never above one, whatever the totals say", async () => {
  answers({ totals: { human: 1, ai: 5, total: 2 }, visitors: [], hasMore: false });
  const { outputs } = await report(alone);
  expect(outputs).toMatchObject({ human: "1", ai: "5", total: "2", aiShare: "1" });
});

test("a service that fails until the time is over is not called unreachable", async () => {
  always({ kind: "answer", status: 503, body: "", headers: { "retry-after": "1" } });
  const { outputs } = await report({ ...alone, "timeout-minutes": "0.03", "max-requests": "1000" });
  expect(outputs).toMatchObject({ result: "error", reason: "service" });
});

test("what was spent is put out even when it brought nothing", async () => {
  const { outputs } = await report({ "api-key": service.expiredKey });
  expect(outputs).toMatchObject({ result: "error", reason: "api-key", requests: "8" });
});

test("counts that no number holds are no counts", async () => {
  const large = { human: 1e22, ai: 1, total: 1e22 };
  answers({ totals: { human: 5, ai: 2, total: 6 }, visitors: [{ path: "/", ...large }], hasMore: false });
  const { outputs } = await report(alone);
  expect(outputs).toMatchObject({ reason: "partial", pages: "0" });
});
