import { expect, test } from "vitest";
import { snapToTick, volumeText } from "./candle-text";

test("a price from a pixel snaps to the next tick", () => {
  expect(snapToTick(64_210.237, "0.05")).toBe("64210.25");
  expect(snapToTick(0.000000017, "0.00000001")).toBe("0.00000002");
  expect(snapToTick(1_000_000_000_003.2, "10")).toBe("1000000000000");
});

test("no price lies below the first tick", () => {
  expect(snapToTick(-5, "0.01")).toBe("0.01");
});

test("volumes are short", () => {
  expect(volumeText("1234567.89")).toBe("1.235M");
  expect(volumeText("0.00000001")).toBe("0.00000001");
});
