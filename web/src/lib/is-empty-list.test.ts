import { expect, test } from "vitest";
import { isEmptyList } from "./is-empty-list";

test.each([
  [[]],
  [{ items: [], next_cursor: null }],
  [{ pages: [{ items: [] }, { items: [] }], pageParams: [] }],
])("%o holds nothing", (value) => {
  expect(isEmptyList(value)).toBe(true);
});

test.each([
  [[1]],
  [{ items: [1] }],
  [{ pages: [{ items: [] }, { items: [1] }] }],
  [{ total: 0 }],
  [null],
  ["text"],
])("%o is not an empty list", (value) => {
  expect(isEmptyList(value)).toBe(false);
});
