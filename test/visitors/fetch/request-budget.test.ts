import { expect, it } from "vitest";
import { RequestBudget } from "../../../src/visitors/fetch/request-budget.ts";

it("a budget gives as many requests as its limit, and none more than its parent has left", () => {
  const whole = new RequestBudget(4);
  const part = new RequestBudget(3, whole);
  expect([part.take(), part.take()]).toEqual([true, true]);
  expect([part.left, part.spent, whole.left, whole.spent]).toEqual([1, 2, 2, 2]);
  expect([whole.take(), whole.take(), whole.take()]).toEqual([true, true, false]);
  expect([part.left, part.take(), part.spent]).toEqual([0, false, 2]);
  const small = new RequestBudget(1);
  expect([small.take(), small.take(), small.spent]).toEqual([true, false, 1]);
});
