import { expect, test } from "vitest";
import { averagePrice, bookRows, groupPrice, groupSteps, spreadOf } from "./book-model";

const ASKS = [
  ["100.1", "1"],
  ["100.2", "0.5"],
  ["100.9", "2"],
  ["101", "4"],
  ["101.1", "0.00000001"],
] as const;
const BIDS = [
  ["100", "1000000000000"],
  ["99.9", "2"],
  ["99.1", "3"],
] as const;

test("without grouping each level is a line, with what it sums up to", () => {
  expect(bookRows(ASKS, "0.1", "asks", 2)).toEqual([
    { price: "100.1", quantity: "1", total: "1", value: "100.1" },
    { price: "100.2", quantity: "0.5", total: "1.5", value: "150.2" },
  ]);
});

test("a group stands at the price that its worst order has", () => {
  expect(bookRows(ASKS, "1", "asks", 10)).toEqual([
    { price: "101", quantity: "7.5", total: "7.5", value: "756" },
    { price: "102", quantity: "0.00000001", total: "7.50000001", value: "756.000001011" },
  ]);
  expect(bookRows(BIDS, "1", "bids", 10).map(({ price, quantity }) => [price, quantity])).toEqual([
    ["100", "1000000000000"],
    ["99", "5"],
  ]);
  expect(groupPrice("100.1", "10", "asks")).toBe("110");
  expect(groupPrice("100.1", "10", "bids")).toBe("100");
  expect(groupPrice("100", "10", "asks")).toBe("100");
});

test("an empty side has no lines", () => {
  expect(bookRows([], "0.1", "bids", 5)).toEqual([]);
});

test("steps stay far below the price", () => {
  expect(groupSteps("0.1", "64210.5")).toEqual(["0.1", "1", "10", "100"]);
  expect(groupSteps("0.0001", "0.15")).toEqual(["0.0001", "0.001"]);
  expect(groupSteps("0.01", null)).toEqual(["0.01"]);
});

test("the spread is shown as a price and in basis points", () => {
  expect(spreadOf("99.9", "100.1")).toEqual({ price: "0.2", basisPoints: 20 });
  expect(spreadOf(undefined, "100.1")).toBeNull();
});

test("the average price is that of everything as far as the line", () => {
  expect(averagePrice({ price: "", quantity: "", total: "1.5", value: "150.2" }, 2)).toBe("100.13");
});
