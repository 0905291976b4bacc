import { expect, test } from "vitest";
import { formatFileSize } from "./file-size";

test.each([
  [0, "1 kB"],
  [480_400, "480 kB"],
  [1_000_000, "1 MB"],
  [2_449_000, "2.4 MB"],
  [10_000_000, "10 MB"],
])("%i bytes read as %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
