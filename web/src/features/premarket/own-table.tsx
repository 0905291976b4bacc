import { i18n } from "@lingui/core";
import { type ReactNode, useState } from "react";
import { ListTable } from "@/design/list-table";
import type { TableColumn } from "@/design/table-column";
import { useLastNonNull } from "@/design/use-last-non-null";
import { formatDateTime } from "@/lib/dates";
import { MarketCell, SideText } from "./cells";
import type { PremarketSide } from "./types";

type OwnRow = { id: number; symbol: string; quote: string; side: PremarketSide; created_at: number };

interface OwnTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  /** False where all rows are of the same pre-market. */
  hasMarket: boolean;
  empty: ReactNode;
  /** What follows market, time and side; `ask` opens the dialog of a row. */
  columns: (ask: (row: Row) => void) => TableColumn<Row>[];
  dialog: (row: Row, isOpen: boolean, close: () => void) => ReactNode;
}

/** What a client has in pre-markets, with the dialog of the row that was pressed. */
export function OwnTable<Row extends OwnRow>(props: OwnTableProps<Row>) {
  const { caption, rows, hasMarket, empty, columns, dialog } = props;
  const [asked, setAsked] = useState<Row | null>(null);
  const shown = useLastNonNull(asked);
  return (
    <>
      <ListTable
        caption={caption}
        columns={[...firstColumns(hasMarket), ...columns(setAsked)]}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={empty}
      />
      {shown && dialog(shown, asked !== null, () => setAsked(null))}
    </>
  );
}

function firstColumns(hasMarket: boolean): TableColumn<OwnRow>[] {
  const market: TableColumn<OwnRow> = {
    key: "market",
    header: i18n._("Pre-market"),
    cell: ({ symbol, quote }) => <MarketCell symbol={symbol} quote={quote} />,
  };
  return [
    ...(hasMarket ? [market] : []),
    { key: "time", header: i18n._("Time"), cell: ({ created_at }) => formatDateTime(created_at) },
    { key: "side", header: i18n._("Side"), cell: ({ side }) => <SideText side={side} /> },
  ];
}
