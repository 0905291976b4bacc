import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ComponentsExamplePage } from "./components-example";

function renderExamples() {
  const router = createRouter({
    routeTree: createRootRoute({ component: ComponentsExamplePage }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("the contents lead to every section, and every layout can be seen", async () => {
  renderExamples();

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

test("a search field, a link to a page and a list of changes are shown", async () => {
  renderExamples();

  expect(await screen.findByRole("searchbox", { name: "Search coins" })).toBeVisible();
  expect(screen.getByRole("link", { name: "All questions" })).toHaveAttribute("href", "/faq");
  const fee = screen.getByText("Maker fee").closest("div") ?? expect.unreachable();
  expect(within(fee).getByRole("deletion")).toHaveTextContent("0.10%");
  expect(within(fee).getByRole("insertion")).toHaveTextContent("0.08%");
});

test("a conversation, the result of a check and the secret of an authenticator app are shown", async () => {
  renderExamples();

  const messages = await screen.findByRole("region", { name: "Messages" });
  expect(within(messages).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("Ledger OK.")).toBeVisible();
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
});

test("hidden amounts, requirements, text with a link and filters of transactions are shown", async () => {
  renderExamples();

  expect(await screen.findByText("Hidden")).toBeInTheDocument();
  const requirements = within(screen.getByRole("region", { name: /^Requirements/ }));
  expect(requirements.getAllByRole("img").map((icon) => icon.getAttribute("aria-label"))).toEqual([
    "Met",
    "Not met",
    "Not met",
  ]);
  expect(screen.getByRole("link", { name: "what each level unlocks" })).toHaveAttribute(
    "href",
    "/kyc-levels",
  );
  expect(
    within(screen.getByRole("region", { name: /^Filters of transactions/ })).getByLabelText("Status"),
  ).toBeVisible();
});

test("a paginated list loads its pages to the end", async () => {
  const user = userEvent.setup();
  renderExamples();
  const list = within(await screen.findByRole("region", { name: /^Paginated list/ }));
  expect(await list.findByText("ETH-USDT, page 1")).toBeVisible();

  for (const page of [2, 3]) {
    await user.click(list.getByRole("button", { name: "Show more" }));
    expect(await list.findByText(`ETH-USDT, page ${page}`)).toBeVisible();
  }

  expect(list.getByText("End of the list.")).toBeVisible();
});

test("a modal with a form can be closed, but not while the form is being saved", async () => {
  const user = userEvent.setup();
  renderExamples();
  await user.click(await screen.findByRole("button", { name: "Modal with a form" }));
  const modal = within(await screen.findByRole("dialog", { name: "Rename API key" }));
  expect(modal.getByRole("button", { name: "Close" })).toBeVisible();

  await user.click(modal.getByRole("button", { name: "Save" }));

  expect(modal.queryByRole("button", { name: "Close" })).toBeNull();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
