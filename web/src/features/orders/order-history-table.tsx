import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { type Order, type OrderFilter, orderHistoryQuery } from "./api";
import { filledColumn, orderColumns } from "./common-columns";
import { AmountCell, Figure, PriceCell, PriceFigure } from "./order-cells";
import { INSET, WIDE } from "./order-table";
import { filterOf, type HistoryTableProps, PagedOrderTable } from "./paged-order-table";
import { SignedIn } from "./signed-in";
import { reasonText, statusName, statusSeverity } from "./texts";

/** The client's closed orders. */
export function OrderHistoryTable(props: HistoryTableProps<OrderFilter>) {
  return (
    <SignedIn>
      <OwnHistory {...props} />
    </SignedIn>
  );
}

function OwnHistory(props: HistoryTableProps<OrderFilter>) {
  const query = useInfiniteQuery({
    ...orderHistoryQuery(filterOf(props)),
    placeholderData: keepPreviousData,
  });
  const empty = (
    <EmptyState icon="history" title={i18n._("No order history yet")} action={props.emptyAction}>
      {i18n._("Filled, canceled and expired orders appear here.")}
    </EmptyState>
  );
  return (
    <PagedOrderTable
      {...props}
      query={query}
      columnsOf={columnsOf}
      caption={i18n._("Closed orders, newest first")}
      rowKey={({ id }) => String(id)}
      empty={empty}
      noMatches={i18n._("No orders match these filters")}
    />
  );
}

function columnsOf(hasPair: boolean): TableColumn<Order>[] {
  return [
    ...orderColumns({ hasPair }),
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
    filledColumn(),
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
