import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LazyToaster } from "./lazy-toaster";
import { toast } from "./toast";
import { setToastPosition } from "./toast-position";
import { Toaster } from "./toaster";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  setToastPosition("top-right");
});

function pass(milliseconds: number) {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function renderToaster() {
  render(<Toaster />);
  await pass(100);
}

function addToast(message: Parameters<typeof toast.add>[0]): string {
  let id = "";
  act(() => {
    id = toast.add(message);
  });
  return id;
}

const notifications = () => screen.getByRole("region", { name: "Notifications" });

test("a toast shows its summary, its detail and its severity in words", async () => {
  await renderToaster();

  addToast({ severity: "warn", summary: "Price moved", detail: "Check the new total." });

  const shown = screen.getByRole("status");
  expect(shown).toHaveTextContent("Price movedCheck the new total.");
  expect(screen.getByRole("img")).toHaveAccessibleName("Warning");
});

test("an error is announced assertively, everything else politely", async () => {
  await renderToaster();

  addToast({ severity: "error", summary: "Not sent" });
  addToast({ severity: "success", summary: "Saved" });

  expect(screen.getByRole("alert")).toHaveAttribute("aria-live", "assertive");
  expect(screen.getByRole("alert")).toHaveTextContent("Not sent");
  expect(screen.getByRole("status")).toHaveAttribute("aria-live", "polite");
});

test("a toast without life stays until it is closed", async () => {
  await renderToaster();
  addToast({ severity: "info", summary: "Stays" });

  await pass(3_600_000);
  expect(screen.getByText("Stays")).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
  await pass(0);
  expect(screen.queryByText("Stays")).toBeNull();
});

test("a toast goes when its life ends", async () => {
  await renderToaster();
  addToast({ severity: "success", summary: "Saved", life: 5000 });

  await pass(4999);
  expect(screen.getByText("Saved")).toBeVisible();

  await pass(1);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("hovering stops the clock, and only the rest of the life runs on", async () => {
  await renderToaster();
  addToast({ severity: "success", summary: "Saved", life: 5000 });
  await pass(4000);

  fireEvent.mouseEnter(notifications());
  await pass(60_000);
  expect(screen.getByText("Saved")).toBeVisible();

  fireEvent.mouseLeave(notifications());
  await pass(999);
  expect(screen.getByText("Saved")).toBeVisible();
  await pass(1);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("keyboard focus stops the clock too, and each stop keeps the rest", async () => {
  await renderToaster();
  addToast({ severity: "success", summary: "Saved", life: 5000 });
  await pass(2000);

  fireEvent.mouseEnter(notifications());
  await pass(10_000);
  fireEvent.mouseLeave(notifications());
  await pass(2000);
  const dismiss = screen.getByRole("button", { name: "Dismiss notification" });
  fireEvent.keyDown(document.body, { key: "Tab" });
  act(() => dismiss.focus());
  await pass(10_000);
  expect(screen.getByText("Saved")).toBeVisible();

  act(() => dismiss.blur());
  await pass(999);
  expect(screen.getByText("Saved")).toBeVisible();
  await pass(1);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("a toast can be removed by its id", async () => {
  await renderToaster();
  const id = addToast({ severity: "info", summary: "Connecting" });
  addToast({ severity: "info", summary: "Other" });

  act(() => toast.remove(id));
  await pass(0);

  expect(screen.queryByText("Connecting")).toBeNull();
  expect(screen.getByText("Other")).toBeVisible();
});

test("another position keeps the toasts that are already shown", async () => {
  await renderToaster();
  addToast({ severity: "info", summary: "First" });

  act(() => setToastPosition("bottom-center"));
  addToast({ severity: "info", summary: "Second" });

  expect(notifications()).toContainElement(screen.getByText("First"));
  expect(notifications()).toContainElement(screen.getByText("Second"));
});

test("the view is loaded with the first toast, which is then shown", async () => {
  vi.useRealTimers();
  render(<LazyToaster />);
  expect(screen.queryByRole("region", { name: "Notifications" })).toBeNull();

  addToast({ severity: "info", summary: "Hello" });

  expect(await screen.findByText("Hello")).toBeVisible();
});
