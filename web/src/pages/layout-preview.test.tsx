import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/testing/render-page";
import { LayoutPreviewPage } from "./layout-preview";

test.each(["auth", "default", "earn", "landing", "markets", "personal", "privacy", "trading"])(
  "the preview shows the %s layout around sample content",
  async (layout) => {
    renderPage(<LayoutPreviewPage layout={layout} />);

    const main = within(await screen.findByRole("main"));
    expect(main.getByRole("heading", { name: `Preview of the ${layout} layout` })).toBeVisible();
  },
);

test("the preview shows the navigation of the finished site", async () => {
  renderPage(<LayoutPreviewPage layout="personal" />);

  const [sideMenu] = await screen.findAllByRole("navigation", { name: "Personal area" });
  expect(sideMenu).toHaveTextContent(
    "DashboardAssetsDepositWithdrawExchangeEarnOrdersPre-marketTransactionsNotificationsKYCSettingsContact",
  );
});

test.each(["operator", "__proto__", undefined])("the unknown layout %s is not found", async (layout) => {
  // React logs every error it catches, also expected ones.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const root = createRootRoute({ notFoundComponent: () => <h1>Page not found</h1> });
  const preview = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <LayoutPreviewPage layout={layout} />,
  });
  const router = createRouter({ routeTree: root.addChildren([preview]), history: createMemoryHistory() });

  render(<RouterProvider router={router} />);

  await waitFor(() => expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible());
});
