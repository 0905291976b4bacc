import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aPair } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { MarketTableRow } from "./overview-row";

test("what was traded has its coin, in the column and under the name on a phone", async () => {
  const pair = aPair("ETH-BTC", { ticker: { quote_volume: "165.41" } });
  renderPage(
    <table>
      <tbody>
        <MarketTableRow
          index={0}
          pair={pair}
          ticker={pair.ticker}
          sparkline={null}
          icon={null}
          isFavourite={false}
          onToggleFavourite={() => undefined}
        />
      </tbody>
    </table>,
  );

  expect(await screen.findAllByText("165.41 BTC")).toHaveLength(2);
  expect(screen.queryByText("165.41")).toBeNull();
});
