import { Link } from "@tanstack/react-router";
import { formatAmount } from "@/lib/format-number";
import { sideName } from "./texts";
import type { PremarketSide } from "./types";

export function MarketCell({ symbol, quote }: { symbol: string; quote: string }) {
  return (
    <Link
      to={`/pre-market/detail/${symbol}`}
      className="font-medium underline-offset-4 hover:text-accent hover:underline"
    >
      {symbol} <span className="text-ink-3">/ {quote}</span>
    </Link>
  );
}

export function SideText({ side }: { side: PremarketSide }) {
  return <span className={side === "buy" ? "text-buy" : "text-sell"}>{sideName(side)}</span>;
}

interface AmountProps {
  amount: string;
  coin: string;
  before?: string | undefined;
}

export function Amount({ amount, coin, before }: AmountProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {before}
      {formatAmount(amount)} <span className="text-ink-3">{coin}</span>
    </span>
  );
}
