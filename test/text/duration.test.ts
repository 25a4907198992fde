import { expect, test } from "vitest";
import { formatDuration } from "../../src/text/words.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test.each([
  [-5 * second, "0 s"],
  [0, "0 s"],
  [499, "0 s"],
  [500, "1 s"],
  [59 * second, "59 s"],
  [59_500, "1 min"],
  [minute, "1 min"],
  [minute + second, "1 min 1 s"],
  [3 * minute + 5 * second, "3 min 5 s"],
  [59 * minute + 59 * second, "59 min 59 s"],
  [hour - 1, "1 h"],
  [hour, "1 h"],
  [hour + 59 * second, "1 h"],
  [2 * hour + 10 * minute, "2 h 10 min"],
  [25 * hour, "25 h"],
])("%i ms are said as %s", (ms, said) => {
  expect(formatDuration(ms)).toBe(said);
});
