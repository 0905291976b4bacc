import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/testing/render-page";
import { HeatMap } from "./overview-heat-map";

const CELLS = Array.from({ length: 20 }, (_, place) => ({
  symbol: `C${place}-USDT`,
  change: "0.01",
  quote_volume: String(1_000_000 / (place + 1) ** 2),
}));

/** Renders the map at this width. */
async function tilesAt(width: number) {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly notice: (entries: object[]) => void) {}
      observe() {
        this.notice([{ contentRect: { width, height: 400 } }]);
      }
      disconnect() {}
    },
  );
  renderPage(<HeatMap cells={CELLS} tickers={new Map()} />);
  return within(await screen.findByRole("list")).getAllByRole("link");
}

test("on a phone only the pairs that are traded most have a tile, each with its name to be read", async () => {
  const tiles = await tilesAt(328);

  expect(tiles).toHaveLength(12);
  for (const [place, tile] of tiles.entries()) expect(within(tile).getByText(`C${place}`)).toBeVisible();
});

test("a wide map shows all pairs", async () => {
  expect(await tilesAt(1200)).toHaveLength(20);
});
