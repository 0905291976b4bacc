import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { liveServer } from "@/testing/fake-socket";
import { aPair } from "@/testing/markets";
import { stubScreen } from "@/testing/screen";
import { OrderBook } from "./order-book";

const CHANNEL = "depth:BTC-USDT";
const ASKS = [
  ["100.01", "1"],
  ["100.02", "2"],
  ["100.95", "1000"],
];
const BIDS = [
  ["99.99", "0.5"],
  ["99.5", "3"],
];
const pick = vi.fn();

beforeEach(() => {
  stubScreen(1440);
  pick.mockClear();
});

async function showBook(props: Partial<Parameters<typeof OrderBook>[0]> = {}) {
  const pair = aPair("BTC-USDT");
  const { unmount } = render(<OrderBook pair={pair} last="100" orders={[]} onPick={pick} {...props} />);
  await vi.waitFor(() => expect(liveServer.channels()).toContain(CHANNEL));
  await liveServer.pushAndRender({ channel: CHANNEL, type: "snapshot", seq: 1, bids: BIDS, asks: ASKS });
  return { user: userEvent.setup(), leave: unmount };
}

/** The three values of each row, from the best price on. */
function linesOf(side: "asks" | "bids") {
  const lines = document.querySelectorAll(`[data-side=${side}]`);
  return [...lines].map((line) => [...line.querySelectorAll("td")].map((cell) => cell.textContent));
}

test("both sides stand around the last price, each line with what it sums up to", async () => {
  await showBook();

  expect(linesOf("asks")).toEqual([
    ["100.01", "1.000", "1.000"],
    ["100.02", "2.000", "3.000"],
    ["100.95", "1,000.000", "1,003.000"],
  ]);
  expect(linesOf("bids")).toEqual([
    ["99.99", "0.500", "0.500"],
    ["99.50", "3.000", "3.500"],
  ]);
  expect(screen.getByText("Spread 2.00 bps")).toBeVisible();
  expect(screen.getByText("· 0.02")).toBeVisible();
});

test("prices can be grouped, and one side shown alone", async () => {
  const { user } = await showBook();

  await user.selectOptions(screen.getByRole("combobox", { name: "Group prices by" }), "1");
  expect(linesOf("asks")).toEqual([["101", "1,003.000", "1,003.000"]]);
  expect(linesOf("bids")).toEqual([["99", "3.500", "3.500"]]);

  await user.click(screen.getByRole("radio", { name: "Bids only" }));
  expect(linesOf("asks")).toEqual([]);
  expect(linesOf("bids")).toHaveLength(1);
});

test("sides and grouping stay, the grouping for its pair alone", async () => {
  const { user, leave } = await showBook();
  await user.selectOptions(screen.getByRole("combobox", { name: "Group prices by" }), "1");
  await user.click(screen.getByRole("radio", { name: "Bids only" }));
  leave();

  await showBook();

  expect(screen.getByRole("radio", { name: "Bids only" })).toBeChecked();
  expect(screen.getByRole("combobox", { name: "Group prices by" })).toHaveValue("1");
  render(<OrderBook pair={aPair("ETH-USDT")} last="100" orders={[]} onPick={pick} />);
  expect(screen.getAllByRole("combobox", { name: "Group prices by" })[1]).toHaveValue("0.01");
});

test("the best prices can be read at once", async () => {
  await showBook();

  expect(screen.getByText("Best bid 99.99, best ask 100.01")).toBeInTheDocument();
});

test("a click takes the price, one on a quantity takes everything as far as there", async () => {
  const { user } = await showBook();

  await user.click(screen.getByRole("button", { name: "100.02" }));
  expect(pick).toHaveBeenLastCalledWith({ price: "100.02" });

  await user.click(screen.getByText("1,003.000"));
  expect(pick).toHaveBeenLastCalledWith({ price: "100.95", quantity: "1003" });
});

test("arrow keys lead through the book; Enter takes a price, with Shift the quantity too", async () => {
  const { user } = await showBook();

  act(() => screen.getByRole("button", { name: "99.99" }).focus());
  await user.keyboard("{ArrowUp}{ArrowUp}{Enter}");
  expect(pick).toHaveBeenLastCalledWith({ price: "100.02" });
  await user.keyboard("{Shift>}{Enter}{/Shift}");
  expect(pick).toHaveBeenLastCalledWith({ price: "100.02", quantity: "3" });
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  expect(pick).toHaveBeenLastCalledWith({ price: "99.5" });
});

test("only one line is a stop of the Tab key", async () => {
  await showBook();
  const stops = screen.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0);

  expect(stops.map((stop) => stop.textContent)).toEqual(["99.99"]);
});

test("lines with an order of one's own are marked", async () => {
  await showBook({
    orders: [
      { side: "buy", price: "99.5", status: "new" },
      { side: "sell", price: "100.01", status: "untriggered" },
    ],
  });

  const marks = screen.getAllByText("Your order");
  expect(marks).toHaveLength(1);
  expect(marks[0]?.closest("tr")).toHaveTextContent("99.50");
});

test("an empty market says so, and a lost connection marks what is shown", async () => {
  await showBook();
  await liveServer.pushAndRender({ channel: CHANNEL, type: "snapshot", seq: 2, bids: [], asks: ASKS });
  expect(screen.getByText("No bids")).toBeVisible();

  liveServer.drop();
  const head = screen.getByRole("region", { name: "Order book" });
  expect(await within(head).findByText("Stale")).toBeVisible();
  expect(linesOf("asks")).toHaveLength(3);
  await liveServer.reconnect();
});
