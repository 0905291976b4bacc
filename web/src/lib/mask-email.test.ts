import { expect, test } from "vitest";
import { maskEmail } from "./mask-email";

test.each([
  ["anna@example.com", "an***@example.com"],
  ["bob@example.com", "bo***@example.com"],
  ["jo@example.com", "j***@example.com"],
  ["x@example.com", "x***@example.com"],
  ['"a@b"@example.com', '"a***@example.com'],
  ["nobody", "no***"],
])("%s is shown as %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
