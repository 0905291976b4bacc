import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { Pair } from "@/api/pairs";
import { AmountInput } from "@/design/amount-input";
import { EmptyState } from "@/design/empty-state";
import { HiddenFigure } from "@/design/hidden-figure";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-number";
import { type Order, openOrdersQuery } from "./api";
import { filledColumn, orderColumns } from "./common-columns";
import { matchesFilter, type OpenOrderFilter } from "./open-orders";
import { OrderActions } from "./order-actions";
import { AmountCell, ConditionCell, PriceCell, TotalCell, totalOf } from "./order-cells";
import { OrderTable, WIDE } from "./order-table";
import { SignedIn } from "./signed-in";
import { type OrderEdit, useOrderEdit } from "./use-order-edit";
import { useOrderPairs } from "./use-order-pairs";

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
  const pairs = useOrderPairs(symbol);
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

interface EditCellProps {
  field: "price" | "amount";
  edit: OrderEdit;
  /** Whether it is focused on mount. */
  isFirst: boolean;
}

/** An inline edit field of an order. */
export function EditCell({ field, edit, isFirst }: EditCellProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    input.current?.focus();
    input.current?.select();
  }, [isFirst]);
  if (!edit.edited || !edit.pair) return null;

  const step = field === "price" ? edit.pair.tick_size : edit.pair.step_size;
  const { symbol } = edit.edited.order;
  const note = edit.notes[field];

  function press(event: KeyboardEvent) {
    if (event.key === "Enter") edit.save();
    if (event.key === "Escape") {
      event.stopPropagation();
      edit.end();
    }
  }

  return (
    <AmountInput
      ref={input}
      size="small"
      aria-label={
        field === "price"
          ? i18n._("New price for the {symbol} order", { symbol })
          : i18n._("New amount for the {symbol} order", { symbol })
      }
      aria-invalid={note !== undefined}
      aria-describedby={note ? edit.noteId : undefined}
      value={edit.edited[field]}
      onValueChange={(value) => edit.change({ [field]: value })}
      onKeyDown={press}
      decimals={decimalsOfStep(step)}
      step={step}
    />
  );
}

/** Why the change is invalid or was rejected, below the row. */
export function EditNote({ edit }: { edit: OrderEdit }) {
  const line = useRef<HTMLParagraphElement>(null);
  const text = edit.notes.price ?? edit.notes.amount;
  useEffect(() => {
    // The note may be below the visible area.
    if (text !== undefined) line.current?.scrollIntoView?.({ block: "nearest" });
  }, [text]);
  return (
    <p ref={line} id={edit.noteId} aria-live="polite" className="text-12 text-error @4xl:text-end">
      {text}
    </p>
  );
}
