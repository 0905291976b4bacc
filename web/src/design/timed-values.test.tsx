import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebouncedValue } from "./use-debounced-value";
import { useThrottledValue } from "./use-throttled-value";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("a throttled value changes at most once per pause and ends with the newest", () => {
  const { result, rerender } = renderHook((value) => useThrottledValue(value, 100), { initialProps: 1 });

  rerender(2);
  rerender(3);
  expect(result.current).toBe(1);
  pass(99);
  expect(result.current).toBe(1);
  pass(1);
  expect(result.current).toBe(3);
});

test("a throttled value changes immediately after a quiet pause", () => {
  const { result, rerender } = renderHook((value) => useThrottledValue(value, 100), { initialProps: 1 });
  pass(100);

  rerender(2);

  expect(result.current).toBe(2);
});

test("a debounced value waits until the value has not changed for the pause", () => {
  const { result, rerender } = renderHook((value) => useDebouncedValue(value, 100), { initialProps: "a" });

  rerender("ab");
  pass(99);
  rerender("abc");
  pass(99);
  expect(result.current).toBe("a");
  pass(1);
  expect(result.current).toBe("abc");
});
