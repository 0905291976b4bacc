import { expect, test } from "vitest";
import { type SortValue, sortRows } from "./sort-rows";

const sorted = (values: SortValue[], direction: "ascending" | "descending") =>
  sortRows(values, (value) => value, direction);

test("decimal strings are compared as numbers, to the last place", () => {
  expect(sorted(["9.5", "10", "-3", "0.000000000000000002", "0.000000000000000001"], "ascending")).toEqual([
    "-3",
    "0.000000000000000001",
    "0.000000000000000002",
    "9.5",
    "10",
  ]);
});

test("descending turns the order round", () => {
  expect(sorted([1, 3, 2], "descending")).toEqual([3, 2, 1]);
});

test("texts are compared as people read them", () => {
  expect(sorted(["btc", "Ada", "item 10", "item 9"], "ascending")).toEqual([
    "Ada",
    "btc",
    "item 9",
    "item 10",
  ]);
});

test("what has no value comes last in either direction", () => {
  expect(sorted([null, 2, undefined, 1], "ascending")).toEqual([1, 2, null, undefined]);
  expect(sorted([null, 2, undefined, 1], "descending")).toEqual([2, 1, null, undefined]);
});

test("rows of equal value keep their order and the given list is left alone", () => {
  const rows = [
    { id: "a", price: "1.0" },
    { id: "b", price: "1" },
    { id: "c", price: "0.5" },
  ];

  expect(sortRows(rows, (row) => row.price, "descending").map((row) => row.id)).toEqual(["a", "b", "c"]);
  expect(sortRows(rows, (row) => row.price, "ascending").map((row) => row.id)).toEqual(["c", "a", "b"]);
  expect(rows.map((row) => row.id)).toEqual(["a", "b", "c"]);
});
