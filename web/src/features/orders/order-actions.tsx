import { i18n } from "@lingui/core";
import type { MouseEvent } from "react";
import { describeProblem } from "@/api/form-problems";
import type { Pair } from "@/api/pairs";
import { IconButton } from "@/design/icon-button";
import { hasEnded, type Order, useCancelOrder } from "./api";
import { showOrderToast } from "./order-toast";
import { canEdit, type OrderEdit } from "./use-order-edit";

interface OrderActionsProps {
  order: Order;
  pair: Pair | undefined;
  edit: OrderEdit;
}

/** The actions on an open order. */
export function OrderActions({ order, pair, edit }: OrderActionsProps) {
  if (edit.edited?.order.id === order.id) return <EditActions edit={edit} />;
  const { side, symbol } = order;
  return (
    <div className="flex items-center justify-end gap-1">
      {canEdit(order) && (
        <IconButton
          ref={(button) => {
            if (button && edit.takeReturn(order)) button.focus();
          }}
          icon="pencil"
          size="small"
          label={
            side === "buy"
              ? i18n._("Change the buy order in {symbol}", { symbol })
              : i18n._("Change the sell order in {symbol}", { symbol })
          }
          disabled={pair?.status !== "trading"}
          onClick={() => edit.begin(order)}
        />
      )}
      <CancelButton
        order={order}
        label={
          side === "buy"
            ? i18n._("Cancel the buy order in {symbol}", { symbol })
            : i18n._("Cancel the sell order in {symbol}", { symbol })
        }
        disabled={pair?.status === "halted"}
      />
    </div>
  );
}

function EditActions({ edit }: { edit: OrderEdit }) {
  return (
    <div className="flex items-center justify-end gap-1">
      <IconButton
        icon="check"
        look="framed"
        size="small"
        label={i18n._("Save change")}
        pending={edit.isPending}
        disabled={Boolean(edit.notes.price || edit.notes.amount)}
        onClick={edit.save}
      />
      <IconButton
        icon="x"
        size="small"
        label={i18n._("Discard change")}
        disabled={edit.isPending}
        onClick={edit.end}
      />
    </div>
  );
}

interface CancelButtonProps {
  order: Order;
  label: string;
  disabled: boolean;
}

function CancelButton({ order, label, disabled }: CancelButtonProps) {
  const cancel = useCancelOrder();

  async function press(event: MouseEvent<HTMLButtonElement>) {
    const row = event.currentTarget.closest("tr");
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector("[data-cancel]");
    try {
      await cancel.mutateAsync(order.id);
      showOrderToast({ severity: "success", summary: i18n._("Order canceled"), life: 3000 });
      // The row is removed, so move the focus first.
      if (next instanceof HTMLElement) next.focus();
    } catch (error) {
      const summary = hasEnded(error)
        ? i18n._("The order was already closed and couldn’t be canceled.")
        : describeProblem(error);
      showOrderToast({ severity: hasEnded(error) ? "warn" : "error", summary, life: 8000 });
    }
  }

  return (
    <IconButton
      data-cancel
      icon="x"
      size="small"
      label={label}
      pending={cancel.isPending}
      disabled={disabled}
      onClick={(event) => void press(event)}
    />
  );
}
