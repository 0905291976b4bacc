import { classNames } from "@/lib/class-names";
import { formatAmount } from "@/lib/format-amount";

type MoneyProps = {
  amount: string;
  coin: string;
  /** A movement shows its sign, also when it is a plus. */
  isMovement?: boolean;
};

/** An amount with its coin. */
export function Money({ amount, coin, isMovement = false }: MoneyProps) {
  const isOut = amount.startsWith("-");
  return (
    <span
      className={classNames(
        "whitespace-nowrap tabular-nums",
        isMovement && (isOut ? "text-sell" : "text-buy"),
      )}
    >
      {moneyText(amount, isMovement)} <span className="text-ink-3">{coin}</span>
    </span>
  );
}

/** The figure alone, with a true minus, and a plus where a movement shows its sign. */
export function moneyText(amount: string, isMovement = false): string {
  const isOut = amount.startsWith("-");
  const figure = formatAmount(isOut ? amount.slice(1) : amount);
  return isOut ? `−${figure}` : `${isMovement ? "+" : ""}${figure}`;
}

/** A value without what is below its hundredths: it changes with every trade, so nobody reads further. */
export function toCents(value: string): string {
  return value.replace(/(\.\d{2})\d+$/, "$1");
}
