import { expect, test } from "vitest";
import { momentOf, secondsOf } from "./moment";

test("a moment is read as it was written", () => {
  const seconds = Math.floor(new Date(2026, 10, 18, 9, 5).getTime() / 1000);

  expect(momentOf(seconds)).toEqual({ day: "2026-11-18", time: "09:05" });
  expect(secondsOf(momentOf(seconds))).toBe(seconds);
});

test.each([
  { day: "", time: "09:05" },
  { day: "2026-02-30", time: "09:05" },
  { day: "2026-11-18", time: "" },
  { day: "2026-11-18", time: "25:00" },
])("%o is no moment", (moment) => {
  expect(secondsOf(moment)).toBeNull();
});
