import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Switch } from "@/design/switch";
import { toast } from "@/design/toast";
import { formatAmount } from "@/lib/format-number";
import { type EarnPosition, useChangeAutoRenew } from "./api";

/** Whether a locked position begins again at maturity. */
export function AutoRenewSwitch({ position }: { position: EarnPosition }) {
  const change = useChangeAutoRenew(position.id);
  // Shows what was chosen until the server has answered.
  const isOn = change.isPending ? change.variables : position.auto_renew;
  return (
    <Switch
      label={
        <span className="sr-only">
          {i18n._("Renew {amount} {coin} automatically", {
            amount: formatAmount(position.amount),
            coin: position.coin,
          })}
        </span>
      }
      className="justify-start gap-0"
      checked={isOn}
      onChange={(event) => {
        if (change.isPending) return;
        change.mutate(event.target.checked, {
          onError: (error) =>
            toast.add({
              severity: "error",
              summary: i18n._("Auto-renew wasn’t changed"),
              detail: describeProblem(error),
            }),
        });
      }}
    />
  );
}
