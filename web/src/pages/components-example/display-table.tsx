import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Change } from "@/design/change";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { Sparkline } from "@/design/sparkline";
import { Table } from "@/design/table";
import type { TableColumn, TableLayout } from "@/design/table-column";
import { toast } from "@/design/toast";
import { formatAmount, formatCount } from "@/lib/format-number";
import { Example } from "./example";

interface Market {
  symbol: string;
  price: string;
  change: string;
  volume: string | null;
  values: readonly number[];
  isHalted: boolean;
}

const MARKETS: readonly Market[] = [
  {
    symbol: "BTC-USDT",
    price: "64210.5",
    change: "0.018",
    volume: "48201554",
    values: [4, 5, 4, 7, 8, 9],
    isHalted: false,
  },
  {
    symbol: "ETH-USDT",
    price: "3105.2",
    change: "-0.0375",
    volume: "21440120",
    values: [9, 8, 8, 6, 5, 4],
    isHalted: false,
  },
  {
    symbol: "XRP-USDT",
    price: "0.5213",
    change: "0",
    volume: "9120044",
    values: [5, 5, 6, 5, 4, 5],
    isHalted: false,
  },
  {
    symbol: "DOGE-USDT",
    price: "0.1204",
    change: "0.0912",
    volume: null,
    values: [2, 3, 3, 5, 7, 8],
    isHalted: true,
  },
];

function marketColumns(): TableColumn<Market>[] {
  return [
    {
      key: "symbol",
      header: i18n._("Pair"),
      cell: (market) => market.symbol,
      sortBy: (market) => market.symbol,
    },
    {
      key: "price",
      header: i18n._("Price"),
      align: "end",
      cell: (market) => formatAmount(market.price),
      sortBy: (market) => market.price,
    },
    {
      key: "change",
      header: i18n._("24h change"),
      align: "end",
      cell: (market) => <Change value={market.change} />,
      sortBy: (market) => market.change,
    },
    {
      key: "volume",
      header: i18n._("24h volume"),
      align: "end",
      cell: (market) => (market.volume === null ? "–" : formatAmount(market.volume)),
      sortBy: (market) => market.volume,
    },
    {
      key: "chart",
      header: i18n._("Last day"),
      align: "end",
      cell: (market) => <Sparkline values={market.values} label={market.symbol} />,
    },
    {
      key: "state",
      header: i18n._("State"),
      cell: (market) =>
        market.isHalted ? (
          <Badge severity="warn">{i18n._("Halted")}</Badge>
        ) : (
          <Badge severity="success">{i18n._("Open")}</Badge>
        ),
    },
    {
      key: "actions",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      cell: (market) => (
        <Button
          severity="secondary"
          size="small"
          onClick={() => say(i18n._("Trade {symbol}", { symbol: market.symbol }))}
        >
          {i18n._("Trade")}
        </Button>
      ),
    },
  ];
}

const LONG_LIST = Array.from({ length: 500 }, (_, index) => index + 1);

const DENSE_LAYOUT: TableLayout = {
  table: "w-full border-separate border-spacing-0",
  head: "text-start",
  headCell: "sticky top-0 h-8 bg-deep px-4 font-medium text-12 text-ink-3",
  row: "transition-colors hover:bg-shelf",
  cell: "h-8 border-line border-t px-4 text-13 text-ink tabular-nums",
  end: "text-end",
};

function numberColumns(): TableColumn<number>[] {
  return [
    { key: "number", header: i18n._("Number"), cell: String },
    { key: "square", header: i18n._("Square"), align: "end", cell: (number) => formatCount(number ** 2) },
  ];
}

function say(summary: string) {
  toast.add({ severity: "info", summary, life: 5000 });
}

export function DisplayTable() {
  const columns = marketColumns();
  return (
    <>
      <Example title={i18n._("Table, sortable, with selectable rows")}>
        <ListTable
          caption={i18n._("Example markets")}
          columns={columns}
          rows={MARKETS}
          rowKey={(market) => market.symbol}
          defaultSort={{ key: "volume", direction: "descending" }}
          onRowSelect={(market) => say(i18n._("Row {symbol}", { symbol: market.symbol }))}
        />
      </Example>
      <div className="grid gap-10 lg:grid-cols-2">
        <Example title={i18n._("Table with a sticky header and rows that link to a page")}>
          <ListTable
            caption={i18n._("Example markets in a short panel")}
            columns={columns.slice(0, 3)}
            rows={MARKETS}
            rowKey={(market) => market.symbol}
            rowLink={() => "/components-example"}
            width="few"
            maxHeight="11rem"
          />
        </Example>
        <Example title={i18n._("Table without rows")}>
          <ListTable
            caption={i18n._("No markets")}
            columns={columns}
            rows={[]}
            rowKey={(market) => market.symbol}
            empty={
              <EmptyState
                icon="star"
                title={i18n._("No favorites yet")}
                action={
                  <Button severity="secondary" size="small" onClick={() => say(i18n._("Browse markets"))}>
                    {i18n._("Browse markets")}
                  </Button>
                }
              >
                {i18n._("Select the star next to a pair to add it here.")}
              </EmptyState>
            }
          />
        </Example>
        <Example title={i18n._("Table of 500 dense rows, of which those in view are rendered")}>
          <section
            aria-label={i18n._("Squares")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab stop, to scroll by keyboard
            tabIndex={0}
            className="max-h-44 overflow-auto rounded-card border border-line bg-deep"
          >
            <Table
              caption={i18n._("Squares")}
              columns={numberColumns()}
              rows={LONG_LIST}
              rowKey={String}
              layout={DENSE_LAYOUT}
              rowHeight={32}
            />
          </section>
        </Example>
      </div>
    </>
  );
}
