import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import type { TableColumn } from "@/design/table-column";
import { type Fill, type FillFilter, fillsQuery } from "./api";
import { commonColumns } from "./common-columns";
import { Figure, PriceFigure } from "./order-cells";
import { INSET } from "./order-table";
import { filterOf, type HistoryTableProps, PagedOrderTable } from "./paged-order-table";
import { SignedIn } from "./signed-in";

/** The client's trades. */
export function FillsTable(props: HistoryTableProps<FillFilter>) {
  return (
    <SignedIn>
      <OwnFills {...props} />
    </SignedIn>
  );
}

function OwnFills(props: HistoryTableProps<FillFilter>) {
  return (
    <PagedOrderTable
      {...props}
      query={useInfiniteQuery({ ...fillsQuery(filterOf(props)), placeholderData: keepPreviousData })}
      columnsOf={columnsOf}
      caption={i18n._("Your trades, newest first")}
      rowKey={({ id, order_id }) => `${id}-${order_id}`}
      empty={
        <EmptyState icon="arrow-left-right" title={i18n._("No trades yet")} action={props.emptyAction}>
          {i18n._("Your fills appear here.")}
        </EmptyState>
      }
      noMatches={i18n._("No trades match these filters")}
    />
  );
}

function columnsOf(hasPair: boolean): TableColumn<Fill>[] {
  return [
    ...commonColumns<Fill>({ hasPair }),
    {
      key: "price",
      header: i18n._("Price"),
      align: "end",
      track: "minmax(0,1fr)",
      cell: ({ price, symbol }) => <PriceFigure price={price} symbol={symbol} />,
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      track: "minmax(0,1fr)",
      cell: ({ quantity, symbol }) => <Figure amount={quantity} coin={symbol.split("-")[0]} />,
    },
    {
      key: "total",
      header: i18n._("Total"),
      align: "end",
      track: "minmax(0,1fr)",
      cell: ({ quote_quantity, symbol }) => <Figure amount={quote_quantity} coin={symbol.split("-")[1]} />,
    },
    {
      key: "fee",
      header: i18n._("Fee"),
      align: "end",
      track: "minmax(0,1fr)",
      cell: ({ fee, fee_coin }) => <Figure amount={fee} coin={fee_coin} />,
    },
    {
      key: "role",
      header: i18n._("Role"),
      className: INSET,
      track: "5rem",
      cell: ({ role }) => (
        <span className="text-ink-2">{role === "maker" ? i18n._("Maker") : i18n._("Taker")}</span>
      ),
    },
    {
      key: "order",
      header: i18n._("Order"),
      align: "end",
      track: "5rem",
      cell: ({ order_id }) => (
        <span className="text-ink-2">{i18n._("No. {number}", { number: order_id })}</span>
      ),
    },
  ];
}
