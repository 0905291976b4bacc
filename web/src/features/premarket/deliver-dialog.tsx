import { i18n } from "@lingui/core";
import { mutationDialog } from "@/api/operator-dialogs";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { toast } from "@/design/toast";
import { formatAmount } from "@/lib/format-number";
import { useDeliver } from "./api";
import type { PremarketContract } from "./types";

type DeliverDialogProps = { contract: PremarketContract; open: boolean; onClose: () => void };

/** Delivery by hand, before the window ends. */
export function DeliverDialog({ contract, open, onClose }: DeliverDialogProps) {
  const { id, quantity, symbol, value, collateral, quote } = contract;
  const shown = {
    amount: formatAmount(quantity),
    coin: symbol,
    value: formatAmount(value),
    collateral: formatAmount(collateral),
    quote,
  };
  const { confirm, dialog } = mutationDialog({
    mutation: useDeliver(),
    onClose,
    onSuccess: () => toast.success(i18n._("{amount} {coin} delivered", shown)),
  });
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Deliver {amount} {coin} now?", shown)}
      consequences={[
        i18n._("{amount} {coin} moves from your balance to the buyer.", shown),
        i18n._("You receive {value} {quote} and get your {collateral} {quote} collateral back.", shown),
        i18n._("This can’t be undone."),
      ]}
      confirmLabel={i18n._("Deliver now")}
      onConfirm={() => confirm(id)}
      {...dialog}
    />
  );
}
