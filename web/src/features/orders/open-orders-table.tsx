import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type Pair, pairsQuery } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { HiddenFigure } from "@/design/hidden-figure";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { type Order, openOrdersQuery } from "./api";
import { filledColumn, orderColumns } from "./common-columns";
import { EditCell, EditNote } from "./edit-cell";
import { matchesFilter, type OpenOrderFilter } from "./open-orders";
import { OrderActions } from "./order-actions";
import { AmountCell, ConditionCell, PriceCell, TotalCell, totalOf } from "./order-cells";
import { OrderTable, WIDE } from "./order-table";
import { SignedIn } from "./signed-in";
import { type OrderEdit, useOrderEdit } from "./use-order-edit";

interface OpenOrdersTableProps {
  /** Only orders of this pair. */
  symbol?: string | undefined;
  filter?: OpenOrderFilter | undefined;
  /** The max number of rows. */
  most?: number | undefined;
  /** Whether amounts are masked. */
  isHidden?: boolean | undefined;
  /** The action of the empty state. */
  emptyAction?: ReactNode;
}

/** The client's open orders, with inline editing and cancel. */
export function OpenOrdersTable(props: OpenOrdersTableProps) {
  return (
    <SignedIn>
      <OwnOpenOrders {...props} />
    </SignedIn>
  );
}

function OwnOpenOrders(props: OpenOrdersTableProps) {
  const { symbol, filter = NO_FILTER, most, isHidden = false, emptyAction } = props;
  const orders = useQuery(openOrdersQuery(symbol));
  const { data: list } = useQuery(pairsQuery);
  const pairs = useMemo(() => new Map(list?.map((pair) => [pair.symbol, pair])), [list]);
  const edit = useOrderEdit(pairs);
  const hasPair = symbol === undefined;
  const columns = useMemo(
    () => columnsOf({ hasPair, isHidden, edit, pairs }),
    [hasPair, isHidden, edit, pairs],
  );

  return (
    <QueryView
      query={orders}
      empty={
        <EmptyState icon="list-ordered" title={i18n._("No open orders")} action={emptyAction}>
          {i18n._("Your open orders appear here.")}
        </EmptyState>
      }
      skeleton={<Skeleton shape="table" rows={4} columns={6} />}
    >
      {(all) => {
        const rows = all.filter((order) => matchesFilter(order, filter)).slice(0, most);
        if (rows.length === 0) {
          return <EmptyState icon="search" title={i18n._("No open orders match these filters")} />;
        }
        return (
          <OrderTable
            caption={i18n._("Open orders, newest first")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
          />
        );
      }}
    </QueryView>
  );
}

const NO_FILTER: OpenOrderFilter = {};

type Pairs = ReadonlyMap<string, Pair>;

interface ColumnsOptions {
  hasPair: boolean;
  isHidden: boolean;
  edit: OrderEdit;
  pairs: Pairs;
}

function columnsOf({ hasPair, isHidden, edit, pairs }: ColumnsOptions): TableColumn<Order>[] {
  const isEdited = (order: Order) => edit.edited?.order.id === order.id && edit.pair !== undefined;
  return [
    ...orderColumns({ hasPair }),
    {
      key: "condition",
      header: i18n._("Trigger"),
      className: WIDE,
      isEmpty: ({ stop_price }) => stop_price === null,
      track: "minmax(0,1.25fr)",
      cell: (order) => <ConditionCell order={order} />,
    },
    {
      key: "price",
      header: i18n._("Price"),
      align: "end",
      track: "minmax(0,1fr)",
      cell: (order) =>
        isEdited(order) && order.price !== null ? (
          <EditCell field="price" edit={edit} isFirst />
        ) : (
          <PriceCell order={order} />
        ),
    },
    {
      key: "amount",
      header: i18n._("Amount"),
      align: "end",
      track: "minmax(0,0.9fr)",
      cell: (order) =>
        isEdited(order) ? (
          <EditCell field="amount" edit={edit} isFirst={order.price === null} />
        ) : isHidden ? (
          <HiddenFigure />
        ) : (
          <AmountCell order={order} />
        ),
    },
    filledColumn(),
    {
      key: "total",
      header: i18n._("Total"),
      align: "end",
      isEmpty: (order) => isZero(totalOf(order)),
      track: "minmax(0,1.15fr)",
      cell: (order) => (isHidden ? <HiddenFigure /> : <TotalCell order={order} />),
    },
    {
      key: "actions",
      header: i18n._("Actions"),
      hideHeader: true,
      className: WIDE,
      track: "4.5rem",
      cell: (order) => <OrderActions order={order} pair={pairs.get(order.symbol)} edit={edit} />,
    },
    {
      key: "note",
      header: i18n._("Note"),
      hideHeader: true,
      isBelow: true,
      className: "col-span-full",
      isEmpty: (order) => !isEdited(order),
      cell: () => <EditNote edit={edit} />,
    },
  ];
}
