import { i18n } from "@lingui/core";
import type { Pair } from "@/api/pairs";
import { Table } from "@/design/table";
import type { TableColumn } from "@/design/table-column";
import { METRICS, valueText } from "./trading-data-metrics";
import type { TradingData, TradingDataItem } from "./trading-data-query";
import { periodStart } from "./trading-data-times";

/** All figures of the page, newest first. */
export function TradingDataTable({ data, pair }: { data: TradingData; pair: Pair }) {
  const figures = METRICS.flatMap((metric) =>
    metric.series.map(
      (series): TableColumn<TradingDataItem> => ({
        key: `${metric.key}-${series.key}`,
        header: series.label(),
        align: "end",
        cell: (item) => valueText(metric, series, item, pair),
        sortBy: series.read,
      }),
    ),
  );
  const columns: TableColumn<TradingDataItem>[] = [
    {
      key: "time",
      header: i18n._("Time"),
      cell: (item) => periodStart(item.start_ms, data.period),
      sortBy: (item) => item.start_ms,
    },
    ...figures,
  ];
  return (
    <Table
      caption={i18n._("{symbol} trading data", { symbol: data.symbol })}
      columns={columns}
      rows={data.items.toReversed()}
      rowKey={(item) => String(item.start_ms)}
      width="many"
    />
  );
}
