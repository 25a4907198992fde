import { describe, expect, it } from "vitest";
import { failable, failsStep, headline, type Outcome, reasons, results } from "../src/result.ts";

const outcome = (result: Outcome["result"], reason: Outcome["reason"] = ""): Outcome => ({
  result,
  reason,
  message: [],
  advice: [],
});

describe("failsStep", () => {
  it.each(["error", "cancelled"] as const)("fails on %s whatever fail-on says", (result) => {
    expect(failsStep(outcome(result), [])).toBe(true);
    expect(failsStep(outcome(result), failable)).toBe(true);
  });

  it.each(failable)("fails on %s when fail-on names it, and only then", (result) => {
    expect(failsStep(outcome(result), [result])).toBe(true);
    expect(failsStep(outcome(result), failable)).toBe(true);
    expect(
      failsStep(
        outcome(result),
        failable.filter((other) => other !== result),
      ),
    ).toBe(false);
    expect(failsStep(outcome(result), [])).toBe(false);
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
    for (const result of others) expect(failsStep(outcome(result), failable), result).toBe(false);
  });
});

describe("headline", () => {
  it("tells all results and all errors apart", () => {
    const heads = [
      ...results.map((result) => headline(outcome(result))),
      ...reasons.error.map((reason) => headline(outcome("error", reason))),
    ];
    expect(new Set(heads).size).toBe(heads.length);
    for (const head of heads) expect(head).toMatch(/^[A-Z][A-Za-z ]+[a-z]$/);
  });

  it("goes by the result where the reason belongs to another one", () => {
    expect(headline(outcome("denied", "permission"))).toBe(headline(outcome("denied")));
    expect(headline(outcome("skipped", "no-command"))).toBe(headline(outcome("skipped")));
  });
});
