import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JobOutputs } from "../../../src/agent/job/job-outputs.ts";
import { type Job, jobSchema, unknownStatus } from "../../../src/service/schemas.ts";
import { warningsOf } from "../../fake-log.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";

const pull = "https://github.com/acme/docs/pull/7";

/** What is known, the outputs and the warnings after these responses. */
function after(...jobs: readonly Partial<Job>[]) {
  const outputs: [string, string][] = [];
  const { log, warnings } = warningsOf();
  const known = new JobOutputs({ setOutput: (name, value) => void outputs.push([name, value]), log });
  for (const job of jobs) known.update({ id: "job_1", status: "active", ...job });
  return { known, outputs, warnings };
}

describe("a response sets the outputs", () => {
  const status = ["status", "active"];

  test.each<[string, Partial<Job>, string[][]]>([
    [
      "all that it has",
      {
        ...{ source: { repository: "acme/docs", ref: "main" }, model: "sonnet" },
        ...{ createdAt: "2026-11-16T09:00:00Z", prLink: pull },
      },
      [
        ...[status, ["repository", "acme/docs"], ["ref", "main"], ["model", "sonnet"]],
        ...[
          ["createdAt", "2026-11-16T09:00:00Z"],
          ["prLink", pull],
          ["prNumber", "7"],
          ["prRepository", "acme/docs"],
        ],
      ],
    ],
    ["only a status", {}, [status]],
    [
      "a repository without a ref",
      { source: { repository: "acme/docs" } },
      [status, ["repository", "acme/docs"]],
    ],
    ["a ref without a repository", { source: { ref: "main" } }, [status, ["ref", "main"]]],
    ["an empty source", { source: {} }, [status]],
    ["no pull request", { prLink: null }, [status]],
    ["an empty pull request", { prLink: "" }, [status]],
  ])("with %s", (_, job, expected) => {
    const { outputs, warnings, known } = after(job);
    expect(outputs).toEqual(expected);
    expect([warnings, known.prLink]).toEqual([[], job.prLink || undefined]);
  });

  test("each time, and the newest is the job", () => {
    const { outputs, known } = after({}, { status: "completed" });
    expect(outputs).toEqual([status, ["status", "completed"]]);
    expect(known.job?.status).toBe("completed");
  });

  test("from its own fields and no others, without control characters", () => {
    const source = fc.record({ repository: hostile, ref: hostile });
    const response = fc.record({
      ...{
        id: hostile,
        status: hostile,
        prLink: fc.option(hostile),
        model: hostile,
        createdAt: hostile,
        source,
      },
    });
    fc.assert(
      fc.property(response, (given) => {
        const { success, data } = jobSchema.safeParse(JSON.parse(JSON.stringify(given)));
        if (!success) return;
        const { status, model, createdAt, source } = given;
        const told = /^[^\p{C}]{1,64}$/u.test(status) ? status : unknownStatus;
        const expected = { status: told, model, createdAt, ...source };
        for (const [name, value] of after(data).outputs) {
          expect(value).not.toMatch(/\p{Cc}/u);
          if (!name.startsWith("pr")) expect(expected).toMatchObject({ [name]: value });
        }
      }),
      runs(1000),
    );
  });
});

describe("the link of a pull request", () => {
  test("stays when a later response has none", () => {
    expect(after({ prLink: pull }, { prLink: null }, { prLink: "javascript:x" }).known.prLink).toBe(pull);
  });

  test.each([
    ["of GitHub", pull, "7", "acme/docs"],
    ["of a GitHub Enterprise Server", "https://github.example.com/a.b/c_d/pull/12", "12", "a.b/c_d"],
    ["of anything else", "https://github.com/acme/docs/issues/7", "", ""],
    ["whose path leads elsewhere", "https://github.com/acme/%2e%2e/pull/7", "", ""],
    ["of another service", "https://gitlab.example.com/acme/docs/-/merge_requests/7", "", ""],
  ])("sets the number and the repository of a pull request: %s", (_, prLink, number, repository) => {
    const { outputs } = after({ prLink: pull.replace("7", "1") }, { prLink });
    const last = Object.fromEntries(outputs);
    expect([last["prNumber"], last["prRepository"]]).toEqual([number, repository]);
  });

  test("that is not an http(s) URL causes one short warning and no output", () => {
    const { warnings, outputs } = after(
      { prLink: `javascript:${"x".repeat(300)}` },
      { prLink: "mailto:a@b" },
    );
    expect(warnings).toEqual([
      `Pull request link left out: The job's prLink is not an http(s) URL: javascript:${"x".repeat(188)}…`,
    ]);
    expect(outputs.map(([name]) => name)).toEqual(["status", "status"]);
  });

  test("is a normalised http(s) URL without user and password, or causes one warning", () => {
    const link = fc.oneof(
      hostile,
      hostile.map((rest) => `https://${rest}`),
      hostile.map((rest) => `HTTP://a.example/${rest}`),
      hostile.map((rest) => ` https://a.example:8443/${rest}`),
      hostile.map((rest) => `https://user:${rest}@a.example/`),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.constantFrom("javascript:alert(1)", "data:text/html,x", "//a.example", "https:a.example"),
      fc.constantFrom("https://[::1]/", `https://a.example/${"x".repeat(3000)}`),
    );
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 3 }), (links) => {
        const { known, outputs, warnings } = after(...links.map((prLink) => ({ prLink })));
        const set = outputs.filter(([name]) => name === "prLink").map(([, value]) => value);
        expect(known.prLink).toBe(set.at(-1));
        for (const value of set) {
          const { href, username, password } = new URL(value);
          expect([value, username, password]).toEqual([href, "", ""]);
          expect(value).toMatch(/^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\/[!-~]*$/);
          expect(value.length).toBeLessThanOrEqual(2048);
          expect(links.map(normalised)).toContain(value);
        }
        expect(warnings).toHaveLength(links.filter((text) => text !== "").length > set.length ? 1 : 0);
        for (const warning of warnings) expect(warning.length).toBeLessThan(330);
      }),
      runs(1500),
    );
  });
});

/** A URL in its normal form, with the brackets after its host encoded. */
function normalised(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  return url.origin + url.href.slice(url.origin.length).replaceAll("[", "%5B").replaceAll("]", "%5D");
}
