import { classNames } from "@/lib/class-names";
import { formatAmount } from "@/lib/format-amount";

type FigureProps = {
  amount: string | null;
  coin?: string;
  /** Large amounts show a smaller coin, and wrap on a phone. */
  isLarge?: boolean;
};

/** An amount with its coin; a dash without one. */
export function Figure({ amount, coin, isLarge = false }: FigureProps) {
  if (amount === null) return <span className="text-ink-3">–</span>;
  return (
    <span className={classNames("tabular-nums", !isLarge && "whitespace-nowrap")}>
      {formatAmount(amount)}
      {coin && <span className={classNames("text-ink-3", isLarge && "font-normal text-13")}> {coin}</span>}
    </span>
  );
}
