import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { mutationDialog } from "@/api/operator-dialogs";
import { Badge } from "@/design/badge";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RowAction } from "@/design/row-action";
import type { TableColumn } from "@/design/table-column";
import { toast } from "@/design/toast";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { useCancelOrder } from "./api";
import { Amount } from "./cells";
import { OwnTable } from "./own-table";
import { orderStatusName } from "./texts";
import type { PremarketOrder } from "./types";

interface OrderTableProps {
  orders: readonly PremarketOrder[];
  /** False where all orders are of the same pre-market. */
  hasMarket?: boolean;
  empty: ReactNode;
}

/** The client's orders; open ones can be canceled. */
export function OrderTable({ orders, hasMarket = false, empty }: OrderTableProps) {
  return (
    <OwnTable
      caption={i18n._("Pre-market orders, newest first")}
      rows={orders}
      hasMarket={hasMarket}
      empty={empty}
      columns={columns}
      dialog={(order, isOpen, close) => <CancelDialog order={order} open={isOpen} onClose={close} />}
    />
  );
}

const isOpen = ({ status }: PremarketOrder) => status === "open" || status === "partially_filled";

function columns(onCancel: (order: PremarketOrder) => void): TableColumn<PremarketOrder>[] {
  return [
    {
      key: "price",
      header: i18n._("Price"),
      align: "end",
      cell: ({ price, quote }) => <Amount amount={price} coin={quote} />,
    },
    {
      key: "amount",
      header: i18n._("Filled / amount"),
      align: "end",
      cell: ({ filled_quantity, quantity, symbol }) => (
        <Amount amount={quantity} coin={symbol} before={`${formatAmount(filled_quantity)} / `} />
      ),
    },
    {
      key: "locked",
      header: i18n._("Locked"),
      align: "end",
      cell: ({ locked, quote }) => <Amount amount={locked} coin={quote} />,
    },
    {
      key: "status",
      header: i18n._("Status"),
      cell: (order) => (
        <Badge severity={isOpen(order) ? "success" : "neutral"}>{orderStatusName(order.status)}</Badge>
      ),
    },
    {
      key: "cancel",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      isEmpty: (order) => !isOpen(order),
      cell: (order) =>
        isOpen(order) && (
          <RowAction label={i18n._("Cancel")} name={cancelName(order)} onClick={() => onCancel(order)} />
        ),
    },
  ];
}

function cancelName({ side, symbol, price, quote }: PremarketOrder): string {
  const shown = { symbol, price: formatAmount(price), quote };
  return side === "buy"
    ? i18n._("Cancel {symbol} buy order at {price} {quote}", shown)
    : i18n._("Cancel {symbol} sell order at {price} {quote}", shown);
}

type CancelDialogProps = { order: PremarketOrder; open: boolean; onClose: () => void };

function CancelDialog({ order, open, onClose }: CancelDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useCancelOrder(),
    onClose,
    onSuccess: () => toast.success(i18n._("Order canceled")),
  });
  const { symbol, id, locked, quote, filled_quantity } = order;
  const consequences = [
    i18n._("{amount} {coin} is released. Canceling is free.", { amount: formatAmount(locked), coin: quote }),
    ...(isZero(filled_quantity) ? [] : [i18n._("Contracts that were already made stay valid.")]),
  ];
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Cancel this order?")}
      consequences={consequences}
      confirmLabel={i18n._("Cancel order")}
      cancelLabel={i18n._("Keep order")}
      severity="error"
      onConfirm={() => confirm({ symbol, id })}
      {...dialog}
    />
  );
}
