import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { isEmptyList } from "@/design/query-view";
import { QueryView } from "./query-view";

interface Page {
  items: string[];
}

function Orders({ ask }: { ask: () => Promise<Page> }) {
  const orders = useQuery({ queryKey: ["rows"], queryFn: ask });
  return (
    <>
      <button type="button" onClick={() => orders.refetch()}>
        Refresh
      </button>
      <QueryView query={orders} empty="You have no open orders.">
        {(page) => <p>{page.items.join(", ")}</p>}
      </QueryView>
    </>
  );
}

function renderOrders(ask: () => Promise<Page>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Orders ask={ask} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("it says that it is loading, then shows what came", async () => {
  renderOrders(async () => ({ items: ["BTC-USDT"] }));
  expect(screen.getByRole("status")).toHaveTextContent("Loading");

  expect(await screen.findByText("BTC-USDT")).toBeVisible();
  expect(screen.queryByRole("status")).toBeNull();
});

test("an empty list says what will be here", async () => {
  renderOrders(async () => ({ items: [] }));

  expect(await screen.findByText("You have no open orders.")).toBeVisible();
});

test("a failure offers another try, which can succeed", async () => {
  const ask = vi.fn<() => Promise<Page>>().mockRejectedValueOnce(new Error("down"));
  ask.mockResolvedValueOnce({ items: ["BTC-USDT"] });
  const user = renderOrders(ask);
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t load this");

  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("BTC-USDT")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is known stays in view when it cannot be brought up to date", async () => {
  const ask = vi.fn<() => Promise<Page>>().mockResolvedValueOnce({ items: ["BTC-USDT"] });
  ask.mockRejectedValueOnce(new Error("down"));
  const user = renderOrders(ask);
  await screen.findByText("BTC-USDT");

  await user.click(screen.getByRole("button", { name: "Refresh" }));

  expect(await screen.findByText(/Showing last known data/)).toBeVisible();
  expect(screen.getByText("BTC-USDT")).toBeVisible();
});

test.each([
  [[]],
  [{ items: [], next_cursor: null }],
  [{ pages: [{ items: [] }, { items: [] }], pageParams: [] }],
])("%o holds nothing", (value) => {
  expect(isEmptyList(value)).toBe(true);
});

test.each([
  [[1]],
  [{ items: [1] }],
  [{ pages: [{ items: [] }, { items: [1] }] }],
  [{ total: 0 }],
  [null],
  ["text"],
])("%o is not an empty list", (value) => {
  expect(isEmptyList(value)).toBe(false);
});
