import { expect, test } from "vitest";
import { averageText, priceText } from "./price-text";

test("a price has the decimals of its pair's tick", () => {
  expect(priceText("98117.8", "0.01")).toBe("98,117.80");
  expect(priceText("98117", "0.50")).toBe("98,117.0");
  expect(priceText("98117", "1")).toBe("98,117");
});

test("a price that is finer than the tick of today keeps its digits", () => {
  expect(priceText("98117.855", "0.01")).toBe("98,117.855");
});

test("an average has two decimals more than the tick at most, and no fewer than the tick", () => {
  expect(averageText("98062.526284", "0.01")).toBe("98,062.5263");
  expect(averageText("98062.5", "0.01")).toBe("98,062.50");
});

test("without its pair a price is as short as it can be", () => {
  expect(priceText("98117.80", undefined)).toBe("98,117.8");
  expect(averageText("98062.526284", undefined)).toBe("98,062.526284");
});
