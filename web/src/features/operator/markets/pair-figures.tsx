import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { Change } from "@/design/change";
import { Stat } from "@/design/stat";
import { classNames } from "@/lib/class-names";
import { formatAmount, formatCount, formatRate } from "@/lib/format-number";
import type { Pair } from "./api";
import { rounded, spreadOf } from "./exact";

/** The current figures of the market. */
export function PairFigures({ pair }: { pair: Pair }) {
  const { ticker, base, quote } = pair;
  const { bid, ask } = ticker;
  const spread = bid !== null && ask !== null ? spreadOf(bid, ask) : null;
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
        <Stat label={i18n._("Last price")} hint={ticker.last !== null && <Change value={ticker.change} />}>
          {ticker.last === null ? (
            i18n._("No trades yet")
          ) : (
            <Figure amount={ticker.last} coin={quote} isLarge />
          )}
        </Stat>
        <Stat label={i18n._("Reference price")} hint={i18n._("Center of the price band")}>
          <Figure amount={pair.reference_price} coin={quote} isLarge />
        </Stat>
        <Stat
          label={i18n._("Best bid")}
          hint={i18n._("{count, plural, one {# level} other {# levels}}", { count: pair.bids })}
        >
          <Figure amount={bid} coin={quote} isLarge />
        </Stat>
        <Stat
          label={i18n._("Best ask")}
          hint={i18n._("{count, plural, one {# level} other {# levels}}", { count: pair.asks })}
        >
          <Figure amount={ask} coin={quote} isLarge />
        </Stat>
        <Stat
          label={i18n._("24h volume")}
          hint={<Figure amount={rounded(ticker.quote_volume)} coin={quote} />}
        >
          <Figure amount={ticker.volume} coin={base} isLarge />
        </Stat>
        <Stat
          label={i18n._("Open orders")}
          hint={spread !== null && i18n._("Spread {spread}", { spread: formatRate(spread) })}
        >
          {formatCount(pair.open_orders)}
        </Stat>
      </div>
    </Card>
  );
}

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
