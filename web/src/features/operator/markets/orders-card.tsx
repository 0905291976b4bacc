import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { type Pair, useCancelOrders } from "./api";

/** Cancels every open order of the pair, which cannot be undone: the pair's name has to be typed. */
export function OrdersCard({ pair }: { pair: Pair }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={i18n._("Orders")}>
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">
          {i18n._("{count, plural, =0 {No open orders.} one {# open order.} other {# open orders.}}", {
            count: pair.open_orders,
          })}
        </p>
        <Button
          severity="secondary"
          icon="circle-x"
          fullWidth
          disabled={pair.open_orders === 0}
          onClick={() => setOpen(true)}
        >
          {i18n._("Cancel all orders")}
        </Button>
      </div>
      <CancelDialog pair={pair} open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

function CancelDialog({ pair, open, onClose }: { pair: Pair; open: boolean; onClose: () => void }) {
  const { symbol } = pair;
  const cancel = useCancelOrders(symbol);
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);

  function close() {
    cancel.reset();
    setTyped("");
    setComplaint(null);
    onClose();
  }

  function confirm() {
    if (typed.trim().toUpperCase() !== symbol) {
      setComplaint(i18n._("Type {pair} to continue.", { pair: symbol }));
      return;
    }
    cancel.mutate(undefined, {
      onSuccess: ({ canceled }) => {
        close();
        const summary = i18n._(
          "{count, plural, one {# {pair} order canceled} other {# {pair} orders canceled}}",
          { count: canceled, pair: symbol },
        );
        toast.add({ severity: "success", summary, life: 5000 });
      },
    });
  }

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Cancel all {pair} orders?", { pair: symbol })}
      consequences={[
        i18n._("All clients’ open orders are canceled, including stop orders. This can’t be undone."),
        i18n._("Reserved funds are released to clients."),
        i18n._("The pair’s state doesn’t change: while it’s trading, new orders arrive immediately."),
      ]}
      confirmLabel={i18n._("Cancel all orders")}
      cancelLabel={i18n._("Back")}
      severity="error"
      pending={cancel.isPending}
      error={cancel.error ? describeProblem(cancel.error) : undefined}
      onConfirm={confirm}
      onCancel={close}
    >
      <Field label={i18n._("Type {pair} to confirm", { pair: symbol })} error={complaint}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setComplaint(null);
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}
