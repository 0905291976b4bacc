import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { sortHeads } from "./sort-head";
import { Table } from "./table";
import type { TableColumn, TableLayout } from "./table-column";

interface Market {
  symbol: string;
  price: string;
  note?: string;
}

const markets: readonly Market[] = [
  { symbol: "ETH-USDT", price: "3105.2" },
  { symbol: "BTC-USDT", price: "64210.5", note: "Halted for maintenance" },
  { symbol: "XRP-USDT", price: "0.52" },
];

const drawn = vi.fn<(symbol: string) => void>();

const columns: TableColumn<Market>[] = [
  {
    key: "symbol",
    header: "Pair",
    sortBy: ({ symbol }) => symbol,
    track: "6rem",
    cell: ({ symbol }) => {
      drawn(symbol);
      return symbol;
    },
  },
  {
    key: "price",
    header: "Price",
    align: "end",
    sortBy: ({ price }) => price,
    track: "1fr",
    className: "w-32",
    cell: ({ price }) => price,
  },
  { key: "actions", header: "Actions", hideHeader: true, track: "4rem", cell: () => "Trade" },
  { key: "note", header: "Note", isBelow: true, isEmpty: ({ note }) => !note, cell: ({ note }) => note },
];

const layout: TableLayout = { table: "", head: "", headCell: "", row: "", cell: "", end: "" };
const base = { caption: "Markets", columns, rows: markets, rowKey: ({ symbol }: Market) => symbol, layout };

const manyMarkets = (count: number): Market[] =>
  Array.from({ length: count }, (_, index) => ({ symbol: `C${index}-USDT`, price: "1" }));
const bodyRows = () => screen.getAllByRole("row").slice(1);

beforeEach(() => {
  drawn.mockClear();
});

test("it has a caption, its headers with one to be heard only, and its rows in the given order", () => {
  render(<Table {...base} />);

  const table = screen.getByRole("table", { name: "Markets" });
  expect(table.style.getPropertyValue("--columns").trim()).toBe("6rem 1fr 4rem");
  const heads = screen.getAllByRole("columnheader");
  expect(heads.map((head) => head.textContent)).toEqual(["Pair", "Price", "Actions"]);
  expect(bodyRows().map((row) => row.firstChild?.textContent)).toEqual(["ETH-USDT", "BTC-USDT", "XRP-USDT"]);
});

test("every cell knows its header, for layouts that show it beside the value", () => {
  render(<Table {...base} />);

  expect(screen.getByRole("cell", { name: "64210.5" })).toHaveAttribute("data-label", "Price");
});

test("a cell below the row stands only where it is not empty, over the whole width", () => {
  render(<Table {...base} />);

  expect(screen.getByRole("cell", { name: "Halted for maintenance" })).toHaveAttribute("colspan", "4");
  expect(bodyRows().map((row) => within(row).getAllByRole("cell").length)).toEqual([3, 4, 3]);
});

test("only the row that has changed is drawn again", () => {
  const { rerender } = render(<Table {...base} />);
  drawn.mockClear();

  rerender(<Table {...base} rows={markets.with(1, { symbol: "BTC-USDT", price: "64300" })} />);

  expect(drawn.mock.calls).toEqual([["BTC-USDT"]]);
  expect(screen.getByRole("cell", { name: "64300" })).toBeVisible();
});

test("a new row at the top draws itself alone", () => {
  const { rerender } = render(<Table {...base} rowHeight={40} />);
  drawn.mockClear();

  rerender(<Table {...base} rowHeight={40} rows={[{ symbol: "SOL-USDT", price: "140" }, ...markets]} />);

  expect(drawn.mock.calls).toEqual([["SOL-USDT"]]);
});

test("sortable headers say how the rows are sorted, and what they would be sorted by next", async () => {
  const user = userEvent.setup();
  const onSort = vi.fn();
  const { rerender } = render(<Table {...base} renderHead={sortHeads(undefined, onSort)} />);
  const price = () => screen.getByRole("columnheader", { name: "Price" });
  expect(price()).toHaveAttribute("aria-sort", "none");
  expect(screen.getByRole("columnheader", { name: "Actions" })).not.toHaveAttribute("aria-sort");

  await user.click(screen.getByRole("button", { name: "Price" }));
  await user.click(screen.getByRole("button", { name: "Pair" }));
  rerender(<Table {...base} renderHead={sortHeads({ key: "price", direction: "descending" }, onSort)} />);
  expect(price()).toHaveAttribute("aria-sort", "descending");
  await user.click(screen.getByRole("button", { name: "Price" }));

  expect(onSort.mock.calls).toEqual([
    [{ key: "price", direction: "descending" }],
    [{ key: "symbol", direction: "ascending" }],
    [{ key: "price", direction: "ascending" }],
  ]);
});

test("sixty rows are all drawn and need no numbers", () => {
  render(<Table {...base} rows={manyMarkets(60)} rowHeight={40} />);

  expect(bodyRows()).toHaveLength(60);
  expect(screen.getByRole("table")).not.toHaveAttribute("aria-rowcount");
  expect(bodyRows()[0]).not.toHaveAttribute("aria-rowindex");
});

test("of more rows only those in view are drawn, numbered after the header, and all are counted", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.stubGlobal("innerHeight", 800);
  render(<Table {...base} rows={manyMarkets(61)} rowHeight={40} />);

  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "62");
  await expect.poll(() => bodyRows().length).toBeLessThan(60);
  expect(screen.getAllByRole("row")[0]).toHaveAttribute("aria-rowindex", "1");
  expect(bodyRows()[0]).toHaveAttribute("aria-rowindex", "2");
  expect(bodyRows()[0]).toHaveTextContent("C0-USDT");
});

test("without a row height even a long table draws all its rows", () => {
  render(<Table {...base} rows={manyMarkets(200)} />);

  expect(bodyRows()).toHaveLength(200);
});
