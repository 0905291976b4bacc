import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ListTable } from "./list-table";
import type { TableColumn } from "./table-column";

interface Market {
  symbol: string;
  price: string;
}

const markets: Market[] = [
  { symbol: "ETH-USDT", price: "3105.2" },
  { symbol: "BTC-USDT", price: "64210.5" },
  { symbol: "XRP-USDT", price: "0.52" },
];

const columns: TableColumn<Market>[] = [
  { key: "symbol", header: "Pair", cell: (market) => market.symbol, sortBy: (market) => market.symbol },
  {
    key: "price",
    header: "Price",
    cell: (market) => market.price,
    align: "end",
    sortBy: (market) => market.price,
  },
  { key: "note", header: "Note", cell: () => "quiet" },
];

const base = { caption: "Markets", columns, rows: markets, rowKey: (market: Market) => market.symbol };

function shownPairs() {
  const [, ...rows] = screen.getAllByRole("row");
  return rows.map((row) => within(row).getAllByRole("cell")[0]?.textContent);
}

test("rows stand in the given order until a head is pressed", () => {
  render(<ListTable {...base} />);

  expect(screen.getByRole("table", { name: "Markets" })).toBeVisible();
  expect(shownPairs()).toEqual(["ETH-USDT", "BTC-USDT", "XRP-USDT"]);
  expect(screen.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "none");
});

test("figures sort by the greatest first, then turn round", async () => {
  const user = userEvent.setup();
  render(<ListTable {...base} />);
  const head = screen.getByRole("columnheader", { name: "Price" });

  await user.click(within(head).getByRole("button"));
  expect(shownPairs()).toEqual(["BTC-USDT", "ETH-USDT", "XRP-USDT"]);
  expect(head).toHaveAttribute("aria-sort", "descending");

  await user.click(within(head).getByRole("button"));
  expect(shownPairs()).toEqual(["XRP-USDT", "ETH-USDT", "BTC-USDT"]);
  expect(head).toHaveAttribute("aria-sort", "ascending");
});

test("texts sort from A to Z first", async () => {
  const user = userEvent.setup();
  render(<ListTable {...base} />);

  await user.click(screen.getByRole("button", { name: "Pair" }));

  expect(shownPairs()).toEqual(["BTC-USDT", "ETH-USDT", "XRP-USDT"]);
});

test("a column without an order has no button and no aria-sort", () => {
  render(<ListTable {...base} />);
  const head = screen.getByRole("columnheader", { name: "Note" });

  expect(within(head).queryByRole("button")).toBeNull();
  expect(head).not.toHaveAttribute("aria-sort");
});

test("where rows are cards, a picker sorts them", async () => {
  const user = userEvent.setup();
  render(<ListTable {...base} defaultSort={{ key: "symbol", direction: "descending" }} />);
  expect(shownPairs()).toEqual(["XRP-USDT", "ETH-USDT", "BTC-USDT"]);

  const picker = screen.getByRole("combobox", { name: "Sort by" });
  await user.selectOptions(picker, "Price, highest first");
  expect(shownPairs()).toEqual(["BTC-USDT", "ETH-USDT", "XRP-USDT"]);

  await user.selectOptions(picker, "Default order");
  expect(shownPairs()).toEqual(["ETH-USDT", "BTC-USDT", "XRP-USDT"]);
});

test("a row can be pressed", async () => {
  const user = userEvent.setup();
  const onRowSelect = vi.fn();
  render(<ListTable {...base} onRowSelect={onRowSelect} />);

  await user.click(screen.getByRole("button", { name: "BTC-USDT" }));

  expect(onRowSelect).toHaveBeenCalledExactlyOnceWith(markets[1]);
});

test("a row can lead to a page", async () => {
  const rootRoute = createRootRoute({
    component: () => <ListTable {...base} rowLink={(market) => `/trading/${market.symbol}`} />,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(<RouterProvider router={router} />);

  expect(await screen.findByRole("link", { name: "BTC-USDT" })).toHaveAttribute("href", "/trading/BTC-USDT");
});

test("without rows it says so instead", () => {
  render(<ListTable {...base} rows={[]} empty="No pairs listed yet" />);

  expect(screen.getByText("No pairs listed yet")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});
