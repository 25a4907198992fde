import { describe, expect, it } from "vitest";
import { failable, failsStep, headline, reasons, results } from "../src/result.ts";
import { everyOutcome, outcomeOf } from "./every-outcome.ts";

describe("failsStep", () => {
  it.each(["error", "cancelled"] as const)("fails on %s whatever fail-on says", (result) => {
    expect(failsStep(outcomeOf(result), [])).toBe(true);
    expect(failsStep(outcomeOf(result), failable)).toBe(true);
  });

  it.each(failable)("fails on %s when fail-on names it, and only then", (result) => {
    expect(failsStep(outcomeOf(result), [result])).toBe(true);
    expect(failsStep(outcomeOf(result), failable)).toBe(true);
    expect(
      failsStep(
        outcomeOf(result),
        failable.filter((other) => other !== result),
      ),
    ).toBe(false);
    expect(failsStep(outcomeOf(result), [])).toBe(false);
  });

  it("never fails on any other result", () => {
    const others = results.filter(
      (result) => result !== "error" && result !== "cancelled" && !failable.some((named) => named === result),
    );
    expect(others).toEqual([
      "pull-request",
      "started",
      "answered",
      "skipped",
      "denied",
      "dry-run",
      "reported",
    ]);
    for (const result of others) expect(failsStep(outcomeOf(result), failable), result).toBe(false);
  });
});

describe("headline", () => {
  it("tells all results and all errors apart", () => {
    const heads = new Set(everyOutcome.map(headline));
    expect(heads.size).toBe(results.length - 1 + reasons.error.length);
    for (const head of heads) expect(head).toMatch(/^[A-Z][A-Za-z ]+[a-z]$/);
  });

  it.each(["skipped", "denied", "reported"] as const)("is the same for every reason of %s", (result) => {
    const outcomes = everyOutcome.filter((outcome) => outcome.result === result);
    expect(outcomes.length).toBeGreaterThan(1);
    expect(new Set(outcomes.map(headline)).size).toBe(1);
  });
});
