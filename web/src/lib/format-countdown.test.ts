import { expect, test } from "vitest";
import { formatCountdown } from "./format-countdown";

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [60, "1:00"],
  [899, "14:59"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});
