import { expect, test } from "vitest";
import { timeAxis } from "./time-axis";

const inBerlin = { getTimezoneOffset: () => -60 } as Date;
const noon = Date.UTC(2026, 10, 15, 12);

test("times move along the axis by the viewer's offset, and back", () => {
  const axis = timeAxis("1m", inBerlin);

  expect(axis.toAxis(noon)).toBe(noon / 1000 + 3600);
  expect(axis.toMs(axis.toAxis(noon))).toBe(noon);
});

test("days and weeks are those of UTC, whoever looks", () => {
  const axis = timeAxis("1d", inBerlin);

  expect(axis.toAxis(noon)).toBe(noon / 1000);
  expect(axis.describe(Date.UTC(2026, 10, 15))).toBe("15.11.2026");
  expect(axis.hasTime).toBe(false);
});

test("marks say a year, a month or a day", () => {
  const axis = timeAxis("1d", inBerlin);
  const time = Date.UTC(2026, 10, 5) / 1000;

  expect([0, 1, 2].map((kind) => axis.mark(time, kind))).toEqual(["2026", "Nov", "05.11"]);
});

test("marks within a day say the viewer's own time", () => {
  const now = new Date(noon);
  const axis = timeAxis("1s", now);
  const local = new Date(noon + 5_000);
  const clock = [local.getHours(), local.getMinutes()]
    .map((value) => String(value).padStart(2, "0"))
    .join(":");

  expect(axis.mark(axis.toAxis(noon + 5_000), 3)).toBe(clock);
  expect(axis.mark(axis.toAxis(noon + 5_000), 4)).toBe(`${clock}:05`);
});

test("a time is described in the viewer's time zone, with its own daylight saving", () => {
  const axis = timeAxis("1m", inBerlin);
  const local = new Date(2026, 6, 5, 9, 30);

  expect(axis.describe(local.getTime())).toBe("05.07.2026 09:30");
});
