import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CsvExport } from "./csv-export";

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const button = () => screen.getByRole("button", { name: "Export CSV" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function exportRefused(problem: Record<string, unknown>) {
  const load = vi.fn(() => Promise.reject(Object.assign(new Error("Refused."), problem)));
  render(<CsvExport name="orders" load={load} />);
  button().click();
  await advance(0);
  return load;
}

test("too many requests are shown as such, with the seconds until a retry", async () => {
  const load = await exportRefused({ status: 429, retryAfter: 12 });

  const message = "Too many requests. Nothing was saved. Try again in 12 seconds.";
  expect(screen.getAllByText(message)).toHaveLength(2);
  expect(button()).toBeDisabled();

  await advance(11_000);
  expect(screen.getByText("Too many requests. Nothing was saved. Try again in 1 second.")).toBeVisible();
  await advance(1_000);
  expect(screen.getByRole("status")).toHaveTextContent(/^You can export again now\.$/);
  expect(button()).toBeEnabled();
  expect(load).toHaveBeenCalledOnce();
});

test("without a time from the server the wait is a usual one", async () => {
  await exportRefused({ status: 429, retryAfter: null });

  expect(screen.getAllByText(/Try again in 10 seconds\./)).toHaveLength(2);
});

test("any other failure can be retried immediately", async () => {
  await exportRefused({ status: 503, retryAfter: 12 });

  expect(screen.getByRole("status")).toHaveTextContent("Export failed. Try again.");
  expect(button()).toBeEnabled();
});
