import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RadioGroup } from "@/design/radio-group";
import { type Order, type OrderSide, useCancelAll } from "./api";
import { showOrderToast } from "./order-toast";

interface CancelAllDialogProps {
  symbol: string | undefined;
  orders: readonly Order[];
  open: boolean;
  onClose: () => void;
}

type Which = OrderSide | "all";

export function CancelAllDialog({ symbol, orders, open, onClose }: CancelAllDialogProps) {
  const [which, setWhich] = useState<Which>("all");
  const cancelAll = useCancelAll();
  const countOf = (side: Which) =>
    side === "all" ? orders.length : orders.filter((order) => order.side === side).length;
  const count = countOf(which);

  function close() {
    cancelAll.reset();
    setWhich("all");
    onClose();
  }

  function confirm() {
    const side = which === "all" ? {} : { side: which };
    cancelAll.mutate(
      { ...side, ...(symbol === undefined ? {} : { symbol }) },
      {
        onSuccess({ orders: ended }) {
          const summary = i18n._("{count, plural, one {# order canceled} other {# orders canceled}}", {
            count: ended.length,
          });
          showOrderToast({ severity: "success", summary, life: 5000 });
          close();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open={open}
      title={
        symbol === undefined
          ? i18n._("Cancel your open orders?")
          : i18n._("Cancel your open orders in {symbol}?", { symbol })
      }
      confirmLabel={i18n._("{count, plural, one {Cancel # order} other {Cancel # orders}}", { count })}
      cancelLabel={i18n._("Keep orders")}
      severity="error"
      pending={cancelAll.isPending}
      error={cancelAll.isError ? describeProblem(cancelAll.error) : undefined}
      onConfirm={confirm}
      onCancel={close}
    >
      <RadioGroup
        aria-label={i18n._("Which orders")}
        value={which}
        onValueChange={setWhich}
        options={[
          { value: "all", label: i18n._("All orders ({count})", { count: countOf("all") }) },
          {
            value: "buy",
            label: i18n._("Buy orders ({count})", { count: countOf("buy") }),
            disabled: countOf("buy") === 0,
          },
          {
            value: "sell",
            label: i18n._("Sell orders ({count})", { count: countOf("sell") }),
            disabled: countOf("sell") === 0,
          },
        ]}
      />
      <p className="mt-4 text-13">{i18n._("Reserved funds are released. Filled amounts don’t change.")}</p>
    </ConfirmDialog>
  );
}
