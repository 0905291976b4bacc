import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectToastView, type ShownToast } from "@/design/toast";
import { clearSession, isSignedIn, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveNothing } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ShowAllNavigation } from "./navigation";
import { AccountActions } from "./site-header";

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
});
afterEach(clearSession);

const onNavigate = vi.fn();

function renderActions(variant: "header" | "menu") {
  return renderPage(
    <ShowAllNavigation value={true}>
      <AccountActions variant={variant} onNavigate={onNavigate} />
    </ShowAllNavigation>,
    { at: "/personal/settings" },
  );
}

test("a visitor is offered the way in", async () => {
  renderActions("header");

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  expect(screen.getByRole("link", { name: "Create account" })).toHaveAttribute("href", "/register");
  expect(screen.queryByRole("button", { name: "Account" })).toBeNull();
});

test("a client has a menu of the own area, and out of it", async () => {
  startSession("secret");
  const ended = serve("delete", "/v1/token", null, 204);
  const user = renderActions("header");

  await user.click(await screen.findByRole("button", { name: "Account" }));
  expect(await screen.findByRole("menuitem", { name: "Dashboard" })).toHaveAttribute(
    "href",
    "/personal/dashboard",
  );
  expect(screen.getByRole("menuitem", { name: "Settings" })).toHaveAttribute("href", "/personal/settings");

  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));

  await waitFor(() => expect(user.location()).toBe("/"));
  expect(isSignedIn()).toBe(false);
  expect(ended.map(({ headers }) => headers.get("X-Token"))).toEqual(["secret"]);
});

test("the phone's menu has the same ways and closes", async () => {
  startSession("secret");
  serve("delete", "/v1/token", null, 204);
  const user = renderActions("menu");
  expect(await screen.findByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "href",
    "/personal/dashboard",
  );

  await user.click(screen.getByRole("button", { name: "Sign out" }));

  await waitFor(() => expect(user.location()).toBe("/"));
  expect(onNavigate).toHaveBeenCalledOnce();
  expect(isSignedIn()).toBe(false);
});

test("an unreachable server is mentioned, because the session stays open there", async () => {
  startSession("secret");
  serveNothing("delete", "/v1/token");
  const shown: ShownToast[] = [];
  const disconnect = connectToastView({ show: (toast) => shown.push(toast), hide: () => undefined });
  const user = renderActions("menu");

  await user.click(await screen.findByRole("button", { name: "Sign out" }));

  await waitFor(() =>
    expect(shown.map(({ summary }) => summary)).toEqual(["Signed out on this device only"]),
  );
  expect(isSignedIn()).toBe(false);
  disconnect();
});
