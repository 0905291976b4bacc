import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FAVOURITES_KEY } from "@/session/favourites";
import { serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPair, serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { stubDialogs, stubScreen } from "@/testing/screen";
import { PairPicker } from "./pair-picker";

const BTC = aPair("BTC-USDT", { ticker: { last: "64000", quote_volume: "5000000", change: "0.018" } });
const PAIRS = [
  aPair("DOGE-USDT", { ticker: { last: "0.1", quote_volume: "900" } }),
  BTC,
  // Worth 640,000 USDT, though the number itself is the smallest.
  aPair("ETH-BTC", { ticker: { last: "0.05", quote_volume: "10" } }),
  aPair("SOL-USDT", { status: "halted", ticker: { last: null, quote_volume: "0" } }),
];
const choose = vi.fn();

beforeEach(() => {
  stubDialogs();
  stubScreen(1440);
  choose.mockClear();
});
afterEach(() => localStorage.removeItem(FAVOURITES_KEY));

function Picker() {
  const [isOpen, setOpen] = useState(false);
  return <PairPicker pair={BTC} icon={null} open={isOpen} onOpen={setOpen} onChoose={choose} />;
}

async function openPicker() {
  const user = renderPage(<Picker />);
  await user.click(await screen.findByRole("button", { name: /BTC-USDT/ }));
  return user;
}

async function listed() {
  const list = await screen.findByRole("list");
  return within(list)
    .getAllByRole("listitem")
    .map((item) => item.textContent?.split(/[\d–]/)[0]?.trim());
}

test("the page's heading is the pair, and the button to another one stands inside it", async () => {
  renderPage(<Picker />);

  const heading = await screen.findByRole("heading", { level: 1, name: "BTC-USDT" });
  expect(within(heading).getByRole("button", { name: /^BTC-USDT ?Choose another pair$/ })).toBeVisible();
});

test("pairs are listed by what is traded in them, whatever they are paid in", async () => {
  serveMarkets(PAIRS);
  await openPicker();

  expect(await listed()).toEqual(["BTC/USDT", "ETH/BTC", "DOGE/USDT", "SOL/USDT Halted"]);
});

test("what was traded has its coin, which is the one that the pair is paid in", async () => {
  serveMarkets(PAIRS);
  await openPicker();

  const list = within(await screen.findByRole("list"));
  expect(list.getByText("5M USDT")).toBeVisible();
  expect(list.getByText("10.00 BTC")).toBeVisible();
});

test("the search takes any spelling, and Enter the first that is found", async () => {
  serveMarkets(PAIRS);
  const user = await openPicker();
  await screen.findByRole("list");

  await user.type(screen.getByRole("searchbox"), "eth/b");
  expect(await listed()).toEqual(["ETH/BTC"]);
  await user.keyboard("{Enter}");

  expect(choose).toHaveBeenCalledExactlyOnceWith("ETH-BTC");
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("arrow keys lead from the search into the list", async () => {
  serveMarkets(PAIRS);
  const user = await openPicker();
  await screen.findByRole("list");

  await user.click(screen.getByRole("searchbox"));
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");

  expect(choose).toHaveBeenCalledExactlyOnceWith("ETH-BTC");
});

test("stars make a list of their own, and quotes others", async () => {
  serveMarkets(PAIRS);
  const user = await openPicker();
  await screen.findByRole("list");

  await user.click(screen.getByRole("radio", { name: "Favorites" }));
  expect(screen.getByText("No favorites yet")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "BTC" }));
  expect(await listed()).toEqual(["ETH/BTC"]);
  await user.click(screen.getByRole("button", { name: "Favorite ETH-BTC" }));
  await user.click(screen.getByRole("radio", { name: "Favorites" }));
  expect(await listed()).toEqual(["ETH/BTC"]);
  await user.click(screen.getByRole("button", { name: "Favorite ETH-BTC" }));
});

test("prices in the list are live", async () => {
  serveMarkets(PAIRS);
  await openPicker();
  await screen.findByRole("list");
  await vi.waitFor(() => expect(liveServer.channels()).toContain("ticker:all"));

  await liveServer.pushAndRender({ channel: "ticker:all", type: "ticker", ...BTC.ticker, last: "65432.1" });

  expect(screen.getByRole("list")).toHaveTextContent("65,432.10");
});

test("pairs that cannot be loaded can be asked for again", async () => {
  serveProblem("get", "/v1/pairs", { status: 503, code: "OVERLOADED" });
  const user = await openPicker();
  await screen.findByText("Couldn’t load this");

  serveMarkets(PAIRS);
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await listed()).toHaveLength(4);
});
