import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ComponentsExamplePage } from "./components-example";

test("the contents lead to every section, and every layout can be seen", async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: ComponentsExamplePage }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );

  const contents = await screen.findByRole("navigation", { name: "On this page" });
  const targets = within(contents)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href")?.slice(1) ?? "");
  expect(targets).toEqual(["controls", "display", "overlays", "layouts"]);
  expect(targets.every((id) => document.getElementById(id))).toBe(true);
  const layouts = within(screen.getByRole("region", { name: "Layouts" }));
  expect(layouts.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/components-example/auth",
    "/components-example/default",
    "/components-example/earn",
    "/components-example/landing",
    "/components-example/markets",
    "/components-example/personal",
    "/components-example/privacy",
    "/components-example/trading",
  ]);
});
