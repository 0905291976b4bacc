import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aPair, aTicker, serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { joinMarkets } from "./overview-model";
import { MarketTable } from "./overview-table";

test("what was traded has its coin, in the column and under the name on a phone", async () => {
  const pair = aPair("ETH-BTC", { ticker: { quote_volume: "165.41" } });
  serveMarkets([pair]);
  const markets = joinMarkets({ pairs: [pair], overview: undefined, tickers: new Map() });
  renderPage(
    <MarketTable
      markets={markets}
      filter={{ sort: "volume", direction: "descending" }}
      onSort={() => undefined}
      onAlerts={() => undefined}
    />,
  );

  expect(await screen.findAllByText("165.41 BTC")).toHaveLength(2);
  expect(screen.queryByText("165.41")).toBeNull();
});

test("a new price makes a new market of its pair alone, so that only its row is drawn again", () => {
  const pairs = [aPair("BTC-USDT"), aPair("ETH-USDT")];
  const before = joinMarkets({ pairs, overview: undefined, tickers: new Map() });
  const ticker = aTicker("ETH-USDT", { last: "3400.5" });

  const after = joinMarkets({ pairs, overview: undefined, tickers: new Map([["ETH-USDT", ticker]]) });

  expect(after[0]).toBe(before[0]);
  expect(after[1]?.ticker).toBe(ticker);
});
