import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "./copy-button";
import { SecretText } from "./secret-text";

afterEach(() => {
  vi.useRealTimers();
});

const shownIcon = () => screen.getByRole("button").querySelector("use")?.getAttribute("href")?.split("#")[1];

test("copies, shows a tick for two seconds and says so", async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<CopyButton value="bc1q-address" label="Copy address" />);

  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy address" })));

  expect(writeText).toHaveBeenCalledWith("bc1q-address");
  expect(screen.getByRole("status")).toHaveTextContent("Copied");
  expect(shownIcon()).toBe("check");
  act(() => vi.advanceTimersByTime(1999));
  expect(shownIcon()).toBe("check");
  act(() => vi.advanceTimersByTime(1));
  expect(shownIcon()).toBe("copy");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("copying again restarts the two seconds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } });
  render(<CopyButton value="bc1q-address" />);

  await act(async () => fireEvent.click(screen.getByRole("button")));
  act(() => vi.advanceTimersByTime(1500));
  await act(async () => fireEvent.click(screen.getByRole("button")));
  act(() => vi.advanceTimersByTime(1500));

  expect(shownIcon()).toBe("check");
});

test("says so where the browser does not let it copy", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  render(<CopyButton value="bc1q-address" label="Copy address" showLabel />);

  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy address" })));

  expect(screen.getByRole("status")).toHaveTextContent("Copying isn’t allowed here");
  expect(shownIcon()).toBe("x");
});

test("a secret is on screen only while it is revealed", async () => {
  render(<SecretText value="sk-123" label="API secret" />);

  expect(screen.queryByText("sk-123")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show API secret" }));
  expect(screen.getByText("sk-123")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Hide API secret" }));
  expect(screen.queryByText("sk-123")).toBeNull();
});

test("a secret can be copied without being revealed", async () => {
  const user = userEvent.setup();
  render(<SecretText value="sk-123" label="API secret" />);

  await user.click(screen.getByRole("button", { name: "Copy API secret" }));

  expect(await navigator.clipboard.readText()).toBe("sk-123");
  expect(screen.queryByText("sk-123")).toBeNull();
});
