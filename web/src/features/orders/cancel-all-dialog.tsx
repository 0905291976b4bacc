import { i18n } from "@lingui/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "@/api/client";
import { describeProblem } from "@/api/form-problems";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { RadioGroup } from "@/design/radio-group";
import { formatCount } from "@/lib/format-number";
import type { Order, OrderSide } from "./api";
import { orderKeys } from "./keys";
import { type OpenOrderFilter, upsertOpenOrder } from "./open-orders";
import { showOrderToast } from "./order-toast";

interface CancelAllDialogProps {
  filter: OpenOrderFilter;
  /** The orders that match the filter. */
  orders: readonly Order[];
  open: boolean;
  onClose: () => void;
}

type Which = OrderSide | "all";

export function CancelAllDialog({ filter, orders, open, onClose }: CancelAllDialogProps) {
  const { symbol } = filter;
  const [which, setWhich] = useState<Which>("all");
  const cancelAll = useCancelOrders();
  const ordersOf = (side: Which) => (side === "all" ? orders : orders.filter((order) => order.side === side));
  const countOf = (side: Which) => ordersOf(side).length;
  const count = countOf(which);

  function close() {
    cancelAll.reset();
    setWhich("all");
    onClose();
  }

  function confirm() {
    const side = which === "all" ? filter.side : which;
    cancelAll.mutate(
      { ...filter, side },
      {
        onSuccess(ended) {
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
      {filter.side === undefined && (
        <RadioGroup
          aria-label={i18n._("Orders to cancel")}
          value={which}
          onValueChange={setWhich}
          options={[
            { value: "all", label: i18n._("All orders ({count})", { count: formatCount(countOf("all")) }) },
            {
              value: "buy",
              label: i18n._("Buy orders ({count})", { count: formatCount(countOf("buy")) }),
              disabled: countOf("buy") === 0,
            },
            {
              value: "sell",
              label: i18n._("Sell orders ({count})", { count: formatCount(countOf("sell")) }),
              disabled: countOf("sell") === 0,
            },
          ]}
        />
      )}
      {(filter.side ?? filter.type) !== undefined && (
        <p className="mt-4 text-13 first:mt-0">
          {i18n._("Only orders that match your filter are canceled.")}
        </p>
      )}
      <p className="mt-4 text-13">{i18n._("Reserved funds are released. Filled amounts don’t change.")}</p>
    </ConfirmDialog>
  );
}

/** Cancels the open orders that match a filter; returns the canceled ones. */
function useCancelOrders() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: cancelMatching,
    onSuccess: (canceled) => {
      for (const order of canceled) upsertOpenOrder(cache, order);
    },
    onSettled: () => {
      for (const queryKey of [orderKeys.open, orderKeys.history]) void cache.invalidateQueries({ queryKey });
    },
  });
}

async function cancelMatching({ symbol, side, type }: OpenOrderFilter): Promise<readonly Order[]> {
  const body = { ...(side && { side }), ...(symbol && { symbol }), ...(type && { types: [type] }) };
  const { orders } = await unwrap(api.POST("/v1/order/cancel-all", { body }));
  return orders;
}
