import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveConsent } from "@/features/consent/model";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { aPage, renderApp } from "@/testing/render-app";
import { loadLayout } from "./layouts";
import { watchSession } from "./session-watch";

// Loaded before, because that takes longer than the timeout of a page.
beforeAll(async () => void (await loadLayout(null)));
beforeEach(() => saveConsent("rejected"));
afterEach(clearSession);

const findPage = (path: string) => screen.findByRole("heading", { name: `Page ${path}` });

test("a guard turns visitors away before the page is fetched, and remembers where they wanted to go", async () => {
  const orders = aPage("/personal/orders", [], { guard: "profile-redirect" });
  const { location } = renderApp([orders, aPage("/login")], { at: "/personal/orders?status=open" });

  expect(await findPage("/login")).toBeVisible();
  expect(location()).toBe("/login?next=%2Fpersonal%2Forders%3Fstatus%3Dopen");
  expect(orders.page).not.toHaveBeenCalled();
});

test("a guard lets clients in", async () => {
  startSession("secret");
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  renderApp([aPage("/personal/orders", [], { guard: "profile-redirect" })], { at: "/personal/orders" });

  expect(await findPage("/personal/orders")).toBeVisible();
});

test("a session that ends on a guarded page leads to the login, and only there", async () => {
  startSession("secret");
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/bff/auth/validate", { valid: true });
  const orders = aPage("/personal/orders", ["/"], { guard: "profile-redirect" });
  const pages = [orders, aPage("/"), aPage("/login", [], { guard: "auth-redirect" })];
  const { router, location } = renderApp(pages, { at: "/personal/orders" });
  const stop = watchSession(() => void router.invalidate());
  await findPage("/personal/orders");

  act(clearSession);
  expect(await findPage("/login")).toBeVisible();
  expect(location()).toBe("/login?next=%2Fpersonal%2Forders");

  await act(() => router.navigate({ to: "/" }));
  act(() => startSession("secret"));
  act(clearSession);
  await act(() => router.invalidate());
  expect(location()).toBe("/");
  stop();
});

test("a rule switches a page's guard off", async () => {
  const orders = aPage("/personal/orders", [], { guard: "profile-redirect" });
  const rules = { "/personal/orders": { app_middleware: { "profile-redirect": false } } };
  renderApp([orders], { at: "/personal/orders", rules });

  expect(await findPage("/personal/orders")).toBeVisible();
});

test("a rule switches a guard on", async () => {
  const rules = { "/earn": { app_middleware: { "profile-redirect": true } } };
  const { location } = renderApp([aPage("/earn"), aPage("/login")], { at: "/earn", rules });

  expect(await findPage("/login")).toBeVisible();
  expect(location()).toBe("/login?next=%2Fearn");
});
