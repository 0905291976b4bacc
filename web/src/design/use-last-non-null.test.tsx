import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useLastNonNull } from "./use-last-non-null";

test("null leaves the value before it, and the next value replaces it", () => {
  const { result, rerender } = renderHook((value: string | null) => useLastNonNull(value), {
    initialProps: null as string | null,
  });
  expect(result.current).toBeNull();

  rerender("first");
  expect(result.current).toBe("first");
  rerender(null);
  expect(result.current).toBe("first");
  rerender("second");
  expect(result.current).toBe("second");
});
