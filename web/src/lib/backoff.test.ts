import { expect, test } from "vitest";
import { backoffMs } from "./backoff";

test("the pause doubles with each failure, up to the maximum", () => {
  expect([0, 1, 2, 3, 50].map((failures) => backoffMs(failures, 1_000, 5_000))).toEqual([
    1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
});
