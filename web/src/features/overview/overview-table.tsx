import { i18n } from "@lingui/core";
import { useMemo } from "react";
import { useCoins } from "@/api/coins";
import { sortHeads } from "@/design/sort-head";
import { Table } from "@/design/table";
import type { TableLayout, TableSort } from "@/design/table-column";
import { useFavourites } from "@/session/favourites";
import { marketColumns } from "./overview-columns";
import type { Market, MarketsFilter } from "./overview-model";

type MarketTableProps = {
  markets: readonly Market[];
  filter: Pick<MarketsFilter, "sort" | "direction">;
  onSort: (sort: TableSort) => void;
};

const LAYOUT: TableLayout = {
  table: "w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-deep",
  head: "text-left",
  headCell:
    "sticky top-16 z-2 h-10 border-line border-b bg-deep font-medium text-13 text-ink-2 first:rounded-tl-card",
  row: "relative transition-colors hover:bg-shelf",
  cell: "h-14 border-line border-b py-0 align-middle text-14 text-ink",
  end: "text-right tabular-nums [&:is(td)]:truncate",
};

const ROW_HEIGHT = 56;

/** The filtered pairs. */
export function MarketTable({ markets, filter, onSort }: MarketTableProps) {
  const { favourites, toggle } = useFavourites();
  const coins = useCoins();
  const columns = useMemo(() => marketColumns({ coins, favourites, toggle }), [coins, favourites, toggle]);
  return (
    <Table
      caption={i18n._("Pairs")}
      columns={columns}
      rows={markets}
      rowKey={({ pair }) => pair.symbol}
      layout={LAYOUT}
      rowHeight={ROW_HEIGHT}
      renderHead={sortHeads({ key: filter.sort, direction: filter.direction }, onSort)}
    />
  );
}
