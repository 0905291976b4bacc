import { i18n } from "@lingui/core";
import { useState } from "react";
import type { Pair } from "@/api/pairs";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { classNames } from "@/lib/class-names";
import { TONES, TradingDataChart } from "./trading-data-chart";
import { hasValues, METRICS, type Metric, valueText } from "./trading-data-metrics";
import type { TradingData, TradingDataItem } from "./trading-data-query";
import { periodStart } from "./trading-data-query";

type Looked = { key: Metric["key"]; place: number } | null;

/** One small chart per metric; the hovered period is marked in all. */
export function TradingDataBoard({ data, pair }: { data: TradingData; pair: Pair }) {
  const [looked, setLooked] = useState<Looked>(null);
  const [hasTable, setHasTable] = useState(false);
  const place = looked && looked.place < data.items.length ? looked.place : null;
  const item = data.items[place ?? data.items.length - 1];

  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">{i18n._("{symbol} stats", { symbol: pair.symbol })}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {METRICS.map((metric) => (
          <Card
            key={metric.key}
            title={metric.title()}
            className={metric.key === "volume" ? "lg:col-span-2" : undefined}
            actions={
              item && (
                <p className="flex flex-wrap gap-x-4 text-14 tabular-nums">
                  {metric.series.map((series) => (
                    <span key={series.key}>
                      {metric.series.length > 1 && <span className="text-ink-2">{series.label()} </span>}
                      <span className={classNames("font-semibold", TONES[series.tone])}>
                        {valueText(metric, series, item, pair)}
                      </span>
                    </span>
                  ))}
                </p>
              )
            }
          >
            <p className="mb-4 text-13 text-ink-2 lg:min-h-9">{metric.explanation()}</p>
            {hasValues(metric, data.items) ? (
              <TradingDataChart
                metric={metric}
                items={data.items}
                pair={pair}
                period={data.period}
                place={place}
                onPlace={(next) => setLooked(next === null ? null : { key: metric.key, place: next })}
                isActive={looked?.key === metric.key}
              />
            ) : (
              <p className="flex h-40 items-center justify-center rounded-control border border-line border-dashed px-4 text-center text-13 text-ink-3">
                {i18n._("No data for this range.")}
              </p>
            )}
          </Card>
        ))}
      </div>
      <div>
        <Button
          severity="secondary"
          size="small"
          icon="list"
          aria-expanded={hasTable}
          onClick={() => setHasTable(!hasTable)}
        >
          {hasTable ? i18n._("Hide table") : i18n._("Show as table")}
        </Button>
      </div>
      {hasTable && <TradingDataTable data={data} pair={pair} />}
    </div>
  );
}

/** All values as a table, newest first. */
function TradingDataTable({ data, pair }: { data: TradingData; pair: Pair }) {
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
    <ListTable
      caption={i18n._("{symbol} trading data", { symbol: data.symbol })}
      columns={columns}
      rows={data.items.toReversed()}
      rowKey={(item) => String(item.start_ms)}
      width="many"
    />
  );
}
