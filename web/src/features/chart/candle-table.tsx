import { i18n } from "@lingui/core";
import type { Candle, Pair } from "@/api/pairs";
import { Change } from "@/design/change";
import { Dialog } from "@/design/dialog";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { decimalsOfStep, formatFixed } from "@/lib/format-number";
import { intervalName } from "@/lib/interval-name";
import type { CandleFeed } from "./candle-feed";
import { changeOf, volumeText } from "./candle-text";
import { timeAxis } from "./time-axis";
import { useFeedChanges } from "./use-candle-feed";

interface CandleTableProps {
  feed: CandleFeed;
  pair: Pair;
  onClose: () => void;
}

const MAX_ROWS = 200;

/** The chart's data as a table, as an accessible alternative. */
export function CandleTable({ feed, pair, onClose }: CandleTableProps) {
  useFeedChanges(feed);
  const title = i18n._("{symbol}, {interval} candles", {
    symbol: pair.symbol,
    interval: intervalName(feed.interval),
  });
  return (
    <Dialog open onClose={onClose} title={title} widthClass="max-w-4xl">
      <ListTable
        caption={title}
        columns={columnsOf(feed, pair)}
        rows={feed.candles.slice(-MAX_ROWS).toReversed()}
        rowKey={(candle) => String(candle.start_ms)}
        maxHeight="60dvh"
        empty={i18n._("No trades yet")}
      />
    </Dialog>
  );
}

function columnsOf(feed: CandleFeed, pair: Pair): TableColumn<Candle>[] {
  const axis = timeAxis(feed.interval);
  const decimals = decimalsOfStep(pair.tick_size);
  const price = (key: "open" | "high" | "low" | "close", header: string): TableColumn<Candle> => ({
    key,
    header,
    align: "end",
    cell: (candle) => formatFixed(candle[key], decimals),
  });
  return [
    { key: "time", header: i18n._("Time"), cell: (candle) => axis.describe(candle.start_ms) },
    price("open", i18n._("Opening price")),
    price("high", i18n._("Highest price")),
    price("low", i18n._("Lowest price")),
    price("close", i18n._("Closing price")),
    {
      key: "change",
      header: i18n._("Price change"),
      align: "end",
      cell: (candle) => <Change value={changeOf(candle.open, candle.close)} />,
    },
    {
      key: "volume",
      header: i18n._("Volume, {coin}", { coin: pair.base }),
      align: "end",
      cell: (candle) => volumeText(candle.volume),
    },
  ];
}
