import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { hasFilter, type Order, type OrderFilter, orderHistoryQuery } from "./api";
import { commonColumns } from "./common-columns";
import { AmountCell, Figure, FilledCell, PriceCell, PriceFigure, TypeCell } from "./order-cells";
import { INSET, OrderTable, WIDE } from "./order-table";
import { SignedIn } from "./signed-in";
import { reasonText, statusName, statusSeverity } from "./texts";

interface OrderHistoryTableProps {
  /** Only orders of this pair. */
  symbol?: string | undefined;
  filter?: OrderFilter | undefined;
  /** The action of the empty state. */
  emptyAction?: ReactNode;
}

/** The client's closed orders. */
export function OrderHistoryTable({ symbol, filter, emptyAction }: OrderHistoryTableProps) {
  return (
    <SignedIn>
      <OwnHistory
        filter={{ ...filter, ...(symbol === undefined ? {} : { symbol }) }}
        hasPair={symbol === undefined}
        emptyAction={emptyAction}
      />
    </SignedIn>
  );
}

type OwnHistoryProps = { filter: OrderFilter; hasPair: boolean; emptyAction: ReactNode };

function OwnHistory({ filter, hasPair, emptyAction }: OwnHistoryProps) {
  const query = useInfiniteQuery({ ...orderHistoryQuery(filter), placeholderData: keepPreviousData });
  const columns = useMemo(() => columnsOf(hasPair), [hasPair]);
  const isFiltered = hasFilter(filter, hasPair);
  return (
    <PagedList
      query={query}
      empty={
        isFiltered ? (
          <EmptyState icon="search" title={i18n._("No orders match these filters")} />
        ) : (
          <EmptyState icon="history" title={i18n._("No order history yet")} action={emptyAction}>
            {i18n._("Filled, canceled and expired orders appear here.")}
          </EmptyState>
        )
      }
      skeleton={<Skeleton shape="table" rows={6} columns={6} />}
    >
      {(rows) => (
        <OrderTable
          caption={i18n._("Closed orders, newest first")}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
        />
      )}
    </PagedList>
  );
}

function columnsOf(hasPair: boolean): TableColumn<Order>[] {
  return [
    ...commonColumns<Order>({ hasPair }),
    {
      key: "type",
      header: i18n._("Type"),
      track: "minmax(0,1.35fr)",
      cell: (order) => <TypeCell order={order} />,
    },
    {
      key: "price",
      header: i18n._("Price"),
      align: "end",
      track: "minmax(0,0.8fr)",
      cell: (order) => <PriceCell order={order} />,
    },
    {
      key: "average",
      header: i18n._("Average"),
      align: "end",
      isEmpty: ({ average_price }) => average_price === null,
      track: "minmax(0,0.9fr)",
      cell: ({ average_price, symbol }) => <PriceFigure price={average_price} symbol={symbol} isAverage />,
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      track: "minmax(0,0.8fr)",
      cell: (order) => <AmountCell order={order} />,
    },
    {
      key: "filled",
      header: i18n._("Filled"),
      align: "end",
      track: "6.25rem",
      cell: (order) => <FilledCell order={order} />,
    },
    {
      key: "fee",
      header: i18n._("Fee"),
      align: "end",
      isEmpty: ({ fee }) => isZero(fee),
      track: "minmax(0,1.25fr)",
      cell: ({ fee, fee_coin }) => <Figure amount={fee} coin={fee_coin} />,
    },
    {
      key: "status",
      header: i18n._("Status"),
      className: `${INSET} ${WIDE}`,
      track: "minmax(0,1.5fr)",
      cell: (order) => <StatusCell order={order} />,
    },
  ];
}

function StatusCell({ order }: { order: Order }) {
  const reason = reasonText(order.reason);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge severity={statusSeverity(order.status)}>{statusName(order.status)}</Badge>
      {reason && <span className="min-w-0 text-12 text-ink-3">{reason}</span>}
    </span>
  );
}
