import { classNames } from "@/lib/class-names";
import { moneyText } from "@/lib/money-text";

type MoneyProps = {
  amount: string;
  coin: string;
  /** A movement always shows its sign, also a plus. */
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
