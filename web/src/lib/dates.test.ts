import { afterEach, expect, test, vi } from "vitest";
import { formatClock, formatDateTime } from "./dates";

afterEach(() => vi.unstubAllEnvs());

test("a moment is written as DD.MM.YYYY HH:mm with leading zeros", () => {
  vi.stubEnv("TZ", "UTC");
  expect(formatDateTime(Date.UTC(2026, 0, 2, 3, 4, 59) / 1000)).toBe("02.01.2026 03:04");
});

test("an hour is written to its second", () => {
  vi.stubEnv("TZ", "UTC");
  expect(formatClock(Date.UTC(2026, 0, 2, 3, 4, 5, 999))).toBe("03:04:05");
});

test("the viewer's time zone decides the day", () => {
  const lateEvening = Date.UTC(2026, 10, 15, 23, 30) / 1000;

  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(formatDateTime(lateEvening)).toBe("16.11.2026 08:30");

  vi.stubEnv("TZ", "America/New_York");
  expect(formatDateTime(lateEvening)).toBe("15.11.2026 18:30");
});
