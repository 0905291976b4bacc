import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { Menu } from "./menu";

async function openMenu() {
  const onSignOut = vi.fn();
  const onFreeze = vi.fn();
  const rootRoute = createRootRoute({
    notFoundComponent: () => null,
    component: () => (
      <>
        <Menu
          trigger={<Button>Account</Button>}
          items={[
            { kind: "link", label: "Settings", icon: "settings", to: "/settings" },
            { kind: "action", label: "Freeze", disabled: true, onSelect: onFreeze },
            { kind: "separator", key: "end" },
            { kind: "action", label: "Sign out", danger: true, onSelect: onSignOut },
          ]}
        />
        <Outlet />
      </>
    ),
  });
  const settings = createRoute({
    getParentRoute: () => rootRoute,
    path: "/settings",
    component: () => <p>Settings page</p>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([settings]),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Account" }));
  await screen.findByRole("menu");
  return { user, onSignOut, onFreeze };
}

test("choosing an action carries it out and closes the menu", async () => {
  const { user, onSignOut } = await openMenu();

  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));

  expect(onSignOut).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a disabled action does nothing", async () => {
  const { user, onFreeze } = await openMenu();

  await user.click(screen.getByRole("menuitem", { name: "Freeze" }));

  expect(onFreeze).not.toHaveBeenCalled();
});

test("a link leads to its page", async () => {
  const { user } = await openMenu();

  await user.click(screen.getByRole("menuitem", { name: "Settings" }));

  expect(await screen.findByText("Settings page")).toBeVisible();
});
