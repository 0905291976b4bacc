import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSite } from "@/session/site";
import { aSite } from "@/testing/builders";
import { serve } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPair, aTicker } from "@/testing/markets";
import { stubScreen } from "@/testing/screen";
import { cumulate, DepthChart, depthLine, totalAt } from "./depth-chart";
import { Tape } from "./tape";
import { TickerHeader } from "./ticker-header";

beforeEach(() => {
  stubScreen(1440);
  setSite(aSite());
});
afterEach(() => vi.useRealTimers());

const aTrade = (id: number, side: "buy" | "sell") => ({
  id,
  price: "100.5",
  quantity: "0.25",
  side,
  ts_ms: id,
});

test("the tape says of each trade who wanted it, and hands on its price", async () => {
  serve("get", "/v1/pairs/{symbol}/trades", {
    items: [aTrade(2, "sell"), aTrade(1, "buy")],
    next_cursor: null,
  });
  const pick = vi.fn();
  render(<Tape pair={aPair("BTC-USDT")} onPick={pick} />);

  const sold = await screen.findByRole("button", { name: /^sold at ?100.50/ });
  expect(screen.getByRole("button", { name: /^bought at ?100.50/ })).toBeVisible();
  await userEvent.setup().click(sold);
  expect(pick).toHaveBeenCalledExactlyOnceWith({ price: "100.5" });
});

test("arrow keys lead from trade to trade, and the Tab key to one of them", async () => {
  const trades = [101, 102, 103].map((price, id) => ({ ...aTrade(id, "buy"), price: String(price) }));
  serve("get", "/v1/pairs/{symbol}/trades", { items: trades, next_cursor: null });
  const pick = vi.fn();
  render(<Tape pair={aPair("ADA-USDT")} onPick={pick} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("textbox", { name: "At least ADA" }));
  await screen.findByRole("button", { name: /103.00/ });

  await user.tab();
  expect(screen.getByRole("button", { name: /103.00/ })).toHaveFocus();
  await user.keyboard("{ArrowUp}{ArrowDown}{Enter}");
  expect(pick).toHaveBeenLastCalledWith({ price: "102" });

  // A new trade does not move the focus.
  const items = [{ ...aTrade(3, "sell"), price: "104" }];
  act(() => liveServer.push({ channel: "trades:ADA-USDT", type: "trades", items }));
  await screen.findByRole("button", { name: /104.00/ });
  await user.keyboard("{ArrowDown}{ArrowDown} ");
  expect(pick).toHaveBeenLastCalledWith({ price: "101" });
  const stops = screen.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([document.activeElement]);

  await user.tab();
  await user.tab({ shift: true });
  expect(screen.getByRole("button", { name: /104.00/ })).toHaveFocus();
});

test("only trades of a size are shown where somebody asks for it, and it is remembered", async () => {
  const large = { ...aTrade(3, "buy"), quantity: "12" };
  serve("get", "/v1/pairs/{symbol}/trades", { items: [large, aTrade(2, "sell")], next_cursor: null });
  const pair = aPair("SOL-USDT");
  const { unmount } = render(<Tape pair={pair} onPick={() => undefined} />);
  const user = userEvent.setup();
  const least = screen.getByRole("textbox", { name: "At least SOL" });
  expect(await screen.findAllByRole("button")).toHaveLength(2);

  await user.type(least, "1x,5");
  expect(least).toHaveValue("1.5");
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByText("12.000")).toBeVisible();
  await user.type(least, "0");
  unmount();

  render(<Tape pair={pair} onPick={() => undefined} />);
  expect(screen.getByRole("textbox", { name: "At least SOL" })).toHaveValue("1.50");
  await user.clear(screen.getByRole("textbox", { name: "At least SOL" }));
  await user.type(screen.getByRole("textbox", { name: "At least SOL" }), "13");
  expect(await screen.findByText("No recent trades this large")).toBeVisible();
  await user.clear(screen.getByRole("textbox", { name: "At least SOL" }));
  expect(screen.getAllByRole("button")).toHaveLength(2);
});

test("a market without trades says so", async () => {
  serve("get", "/v1/pairs/{symbol}/trades", { items: [], next_cursor: null });
  render(<Tape pair={aPair("ETH-USDT")} onPick={() => undefined} />);

  expect(await screen.findByText("No trades yet")).toBeVisible();
});

test("the header shows the price, in the tab too, the day and the state of the market", async () => {
  const pair = aPair("BTC-USDT", { status: "halted" });
  const ticker = aTicker("BTC-USDT", { last: "64210.5", change: "-0.018", quote_volume: "225133563.1" });
  render(<TickerHeader pair={pair} ticker={ticker} picker={<h1>BTC-USDT</h1>} />);

  expect(screen.getByText("64,210.50")).toBeVisible();
  expect(screen.getByText("1.80%", { exact: false })).toHaveTextContent("down");
  expect(screen.getByText("24h volume (USDT)").nextElementSibling).toHaveTextContent("225.1M");
  expect(screen.getByText("Halted")).toBeVisible();
  expect(document.title).toBe("64,210.50 BTC-USDT | Clearwater");
});

test("a pair that was never traded has dashes for prices", () => {
  const ticker = aTicker("NEW-USDT", { last: null, high: null, low: null });
  render(<TickerHeader pair={aPair("NEW-USDT")} ticker={ticker} picker={null} />);

  expect(screen.getAllByText("–")).toHaveLength(3);
  expect(document.title).toBe("NEW-USDT | Clearwater");
});

test("the depth chart sums up both sides, and says so in words", async () => {
  render(<DepthChart pair={aPair("SOL-USDT")} />);
  await vi.waitFor(() => expect(liveServer.channels()).toContain("depth:SOL-USDT"));
  const bids = [
    ["99.9", "2"],
    ["50", "100"],
  ];
  liveServer.push({ channel: "depth:SOL-USDT", type: "snapshot", seq: 1, bids, asks: [["100.1", "3"]] });

  const chart = await screen.findByRole("img");
  expect(chart).toHaveAccessibleName("2.00 SOL bids and 3.00 SOL asks around 100.00");
  await userEvent.setup().click(screen.getByRole("radio", { name: "±10%" }));
  expect(within(chart).getByText("90.00")).toBeInTheDocument();
});

test("the outline rises with each level, and shows the cumulative quantity up to a price", () => {
  const asks = cumulate(
    [
      ["101", "1"],
      ["102", "2"],
      ["120", "9"],
    ],
    110,
  );
  expect(asks).toEqual([
    { price: 101, total: 1 },
    { price: 102, total: 3 },
  ]);
  expect(
    depthLine(
      asks,
      (price) => price - 100,
      (total) => 10 - total,
      10,
    ),
  ).toBe("M1 10H1V9H2V7H10");
  expect([100, 101.5, 105].map((price) => totalAt(asks, price, "asks"))).toEqual([0, 1, 3]);
  expect(
    totalAt(
      cumulate(
        [
          ["99", "4"],
          ["98", "1"],
        ],
        90,
      ),
      98.5,
      "bids",
    ),
  ).toBe(4);
  expect(depthLine([], Number, Number, 0)).toBe("");
});
