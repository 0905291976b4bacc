import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearInOtherTab, storeInOtherTab } from "@/testing/browser-storage";
import { ConsentChoice } from "./consent-choice";
import { CookieBanner } from "./cookie-banner";
import { CONSENT_KEY } from "./model";

const NOW = new Date("2026-11-15T12:00:00Z");

let observed: (() => void) | undefined;

class FakeResizeObserver {
  constructor(callback: () => void) {
    observed = callback;
  }
  observe() {}
  disconnect() {}
}

async function renderBanner() {
  const routeTree = createRootRoute({
    component: () => (
      <>
        <ConsentChoice />
        <CookieBanner />
      </>
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await screen.findByRole("status");
}

const banner = () => screen.queryByRole("region", { name: "Cookie choice" });

function refuseStorage(method: "getItem" | "setItem") {
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
}

beforeEach(() => {
  vi.setSystemTime(NOW);
  vi.stubGlobal("ResizeObserver", FakeResizeObserver);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  clearInOtherTab();
  vi.useRealTimers();
});

test.each([
  ["Accept All", "accepted"],
  ["Reject All", "rejected"],
])("%s stores %s with the time, and the banner goes", async (button, status) => {
  await renderBanner();

  await userEvent.click(screen.getByRole("button", { name: button }));

  expect(banner()).toBeNull();
  expect(JSON.parse(localStorage.getItem(CONSENT_KEY) ?? "")).toEqual({ status, ts: NOW.getTime() });
});

test("the page leaves room for the banner as long as it is shown", async () => {
  const room = () => document.documentElement.style.getPropertyValue("--cookie-banner");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 360, 113));
  await renderBanner();

  observed?.();
  expect(room()).toBe("113px");

  await userEvent.click(screen.getByRole("button", { name: "Reject All" }));
  expect(room()).toBe("");
});

test("the banner leads to the cookie policy", async () => {
  await renderBanner();

  expect(screen.getByRole("link", { name: "Cookie policy" })).toHaveAttribute("href", "/privacy#cookies");
});

test.each(["accepted", "rejected"])("a stored answer of %s keeps the banner away", async (status) => {
  storeInOtherTab(CONSENT_KEY, JSON.stringify({ status, ts: 1 }));

  await renderBanner();

  expect(banner()).toBeNull();
});

test.each([
  "{",
  "null",
  '"accepted"',
  '{"status":"maybe","ts":1}',
  '{"status":"accepted"}',
  '{"status":"accepted","ts":"1"}',
])("the malformed record %s counts as no answer", async (stored) => {
  storeInOtherTab(CONSENT_KEY, stored);

  await renderBanner();

  expect(banner()).toBeVisible();
});

test("the banner shows when storage cannot be read", async () => {
  refuseStorage("getItem");

  await renderBanner();

  expect(banner()).toBeVisible();
});

test("the banner goes for this page view when storage cannot be written", async () => {
  refuseStorage("setItem");
  await renderBanner();

  await userEvent.click(screen.getByRole("button", { name: "Reject All" }));

  expect(banner()).toBeNull();
  expect(localStorage.getItem(CONSENT_KEY)).toBeNull();
});

test("an answer given in another tab counts here", async () => {
  await renderBanner();

  storeInOtherTab(CONSENT_KEY, JSON.stringify({ status: "rejected", ts: 1 }));

  expect(banner()).toBeNull();
});

test("an answer can be looked up and changed in place", async () => {
  await renderBanner();
  await userEvent.click(screen.getByRole("button", { name: "Accept All" }));
  expect(screen.getByRole("status")).toHaveTextContent("You accepted all cookies.");

  await userEvent.click(screen.getByRole("button", { name: "Reject All" }));

  expect(screen.getByRole("status")).toHaveTextContent("You rejected all optional cookies.");
  expect(JSON.parse(localStorage.getItem(CONSENT_KEY) ?? "").status).toBe("rejected");
  expect(banner()).toBeNull();
  expect(screen.getByRole("button", { name: "Accept All" })).toHaveFocus();
});
