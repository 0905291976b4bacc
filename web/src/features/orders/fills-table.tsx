import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "@/design/empty-state";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { type Fill, type FillFilter, fillsQuery, hasFilter } from "./api";
import { commonColumns } from "./common-columns";
import { Figure, PriceFigure } from "./order-cells";
import { INSET, OrderTable } from "./order-table";
import { SignedIn } from "./signed-in";

interface FillsTableProps {
  /** Only trades of this pair. */
  symbol?: string | undefined;
  filter?: FillFilter | undefined;
  /** The action of the empty state. */
  emptyAction?: ReactNode;
}

/** The client's trades. */
export function FillsTable({ symbol, filter, emptyAction }: FillsTableProps) {
  return (
    <SignedIn>
      <OwnFills
        filter={{ ...filter, ...(symbol === undefined ? {} : { symbol }) }}
        hasPair={symbol === undefined}
        emptyAction={emptyAction}
      />
    </SignedIn>
  );
}

type OwnFillsProps = { filter: FillFilter; hasPair: boolean; emptyAction: ReactNode };

function OwnFills({ filter, hasPair, emptyAction }: OwnFillsProps) {
  const query = useInfiniteQuery({ ...fillsQuery(filter), placeholderData: keepPreviousData });
  const columns = useMemo(() => columnsOf(hasPair), [hasPair]);
  const isFiltered = hasFilter(filter, hasPair);
  return (
    <PagedList
      query={query}
      empty={
        isFiltered ? (
          <EmptyState icon="search" title={i18n._("No trades match these filters")} />
        ) : (
          <EmptyState icon="arrow-left-right" title={i18n._("No trades yet")} action={emptyAction}>
            {i18n._("Your fills appear here.")}
          </EmptyState>
        )
      }
      skeleton={<Skeleton shape="table" rows={6} columns={6} />}
    >
      {(rows) => (
        <OrderTable
          caption={i18n._("Your trades, newest first")}
          columns={columns}
          rows={rows}
          rowKey={({ id, order_id }) => `${id}-${order_id}`}
        />
      )}
    </PagedList>
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
