import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JobState } from "../../src/agent/job-state.ts";
import type { OutputName } from "../../src/outputs.ts";
import { type Job, jobSchema } from "../../src/service/schemas.ts";
import { silentLog } from "../fake-log.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const address = fc.oneof(
  hostile,
  hostile.map((rest) => `https://${rest}`),
  hostile.map((rest) => `HTTP://a.example/${rest}`),
  hostile.map((rest) => ` https://a.example:8443/${rest}`),
  hostile.map((rest) => `https://user:${rest}@a.example/`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example",
    "https:a.example",
    "https://[::1]/",
    `https://a.example/${"x".repeat(3000)}`,
  ),
);
const answer = fc.record({
  id: hostile,
  status: hostile,
  prLink: fc.option(address),
  model: hostile,
  createdAt: hostile,
  source: fc.record({ repository: hostile, ref: hostile }),
});

/** What a run puts out and warns of when these answers come, one after the other. */
function take(jobs: readonly Job[]) {
  const outputs: [OutputName, string][] = [];
  const warnings: string[] = [];
  const log = {
    ...silentLog,
    warning: (_: string, text: string) => void warnings.push(text),
  };
  const known = new JobState({ setOutput: (name, value) => void outputs.push([name, value]), log });
  for (const job of jobs) known.update(job);
  return { known, outputs, warnings };
}

/** An address in its normal form, with the brackets below its host encoded. */
function normal(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null) return undefined;
  return url.origin + url.href.slice(url.origin.length).replaceAll("[", "%5B").replaceAll("]", "%5D");
}

describe("the link of a pull request", () => {
  it("is an address on the web without user and password, or there is none and a warning says so once", () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 3 }), (links) => {
        const { known, outputs, warnings } = take(
          links.map((prLink) => ({ id: "job_1", status: "completed", prLink })),
        );
        const put = outputs.filter(([name]) => name === "prLink").map(([, value]) => value);
        expect(known.prLink).toBe(put.at(-1));
        for (const link of put) {
          const url = new URL(link);
          expect([link, url.username, url.password]).toEqual([url.href, "", ""]);
          expect(link).toMatch(/^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\/[!-~]*$/);
          expect(link.length).toBeLessThanOrEqual(2048);
          expect(links.map(normal)).toContain(link);
        }
        expect(warnings).toHaveLength(links.filter((link) => link !== "").length > put.length ? 1 : 0);
        for (const warning of warnings) expect(warning.length).toBeLessThan(300);
      }),
      runs(1500),
    );
  });
});

describe("the outputs of a job", () => {
  it("are its fields as they passed the check of the answer, each under its own name", () => {
    fc.assert(
      fc.property(answer, (given) => {
        const { success, data } = jobSchema.safeParse(JSON.parse(JSON.stringify(given)));
        if (!success) return;
        const { outputs } = take([data]);
        for (const [name, value] of outputs) {
          expect([
            given.status,
            given.model,
            given.createdAt,
            given.source.repository,
            given.source.ref,
            normal(given.prLink ?? ""),
          ]).toContain(value);
          expect(["status", "model", "createdAt", "repository", "ref", "prLink"]).toContain(name);
          expect(value).not.toMatch(/\p{Cc}/u);
        }
      }),
      runs(1000),
    );
  });
});
