import { crc32 as zlibCrc32 } from "node:zlib";
import { expect, test } from "vitest";
import { crc32 } from "@/realtime/depth-book";

test("sums are those that everybody else reckons", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32("")).toBe(0);
  const book = "64210.5:0.25:64210:1.5:64211:0.00000001";
  expect(crc32(book)).toBe(zlibCrc32(book));
});
