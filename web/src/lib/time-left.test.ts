import { expect, test } from "vitest";
import { formatTimeLeft } from "./time-left";

test.each([
  [0, "0:00"],
  [65, "1:05"],
  [3599, "59:59"],
  [3600, "1h 0m"],
  [86_399, "23h 59m"],
  [86_400, "1d 0h"],
  [2_600_000, "30d 2h"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
