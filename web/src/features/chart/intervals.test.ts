import { expect, test } from "vitest";
import { startOf } from "./intervals";

test("intervals begin at whole multiples of themselves, weeks on Monday", () => {
  const moment = Date.UTC(2026, 10, 15, 17, 44, 31, 250);

  expect(startOf("1s", moment)).toBe(Date.UTC(2026, 10, 15, 17, 44, 31));
  expect(startOf("15m", moment)).toBe(Date.UTC(2026, 10, 15, 17, 30));
  expect(startOf("4h", moment)).toBe(Date.UTC(2026, 10, 15, 16));
  expect(startOf("1w", moment)).toBe(Date.UTC(2026, 10, 9));
});
