import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { toast } from "@/design/toast";
import { type PriceAlert, useDeleteAlert } from "./api";

/** Open alerts, each with a button that deletes it. */
export function PriceAlertRows({ alerts }: { alerts: readonly PriceAlert[] }) {
  const remove = useDeleteAlert();

  function drop(id: string) {
    remove.mutate(id, {
      onError: (problem) =>
        toast.add({
          severity: "error",
          summary: i18n._("Couldn’t delete the alert"),
          detail: describeProblem(problem),
        }),
    });
  }

  return (
    <ul className="flex flex-col">
      {alerts.map(({ id, price, direction, repeat }) => (
        <li key={id} className="flex min-h-10 items-center gap-3 text-14 tabular-nums">
          <Icon name={direction === "above" ? "trending-up" : "trending-down"} className="text-ink-3" />
          <span className="min-w-0 grow wrap-anywhere">
            {direction === "above"
              ? i18n._("{price} or above", { price })
              : i18n._("{price} or below", { price })}
            {repeat === "always" && <span className="ms-2 text-12 text-ink-3">{i18n._("Repeats")}</span>}
          </span>
          <IconButton
            icon="trash"
            size="small"
            label={i18n._("Delete alert at {price}", { price })}
            disabled={remove.isPending && remove.variables === id}
            onClick={() => drop(id)}
          />
        </li>
      ))}
    </ul>
  );
}
