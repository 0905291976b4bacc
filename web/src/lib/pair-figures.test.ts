import { expect, test } from "vitest";
import { columnSize } from "./pair-figures";

test("a size in a column is whole, or shorter, but never cut", () => {
  expect(columnSize("0.00000001", 8)).toBe("0.00000001");
  expect(columnSize("1234.5", 3)).toBe("1,234.500");
  expect(columnSize("999999", 0)).toBe("999,999");
  expect(columnSize("80228500", 0)).toBe("80.23M");
  expect(columnSize("1234.56789", 5)).toBe("1,234.56");
  expect(columnSize("1000000000000", 0)).toBe("1T");
});
