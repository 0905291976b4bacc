import { i18n } from "@lingui/core";
import { IconButton } from "@/design/icon-button";

type AlertsButtonProps = { symbol: string; onAlerts: (symbol: string) => void };

/** Opens the alerts about the price of a pair. */
export function AlertsButton({ symbol, onAlerts }: AlertsButtonProps) {
  return (
    <IconButton
      icon="bell"
      size="small"
      className="relative z-1"
      label={i18n._("Price alerts for {symbol}", { symbol })}
      onClick={() => onAlerts(symbol)}
    />
  );
}
