import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCoins } from "@/api/coins";
import { type Pair, pairsQuery } from "@/api/pairs";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { PageSection } from "@/design/page-section";
import { priceOf } from "@/lib/pair-figures";
import { useTicker } from "@/realtime/tickers";

/** The markets of the coins that an article is about; nothing if they are not traded here. */
export function RelatedCoins({ coins }: { coins: readonly string[] }) {
  const { data: pairs = [] } = useQuery({ ...pairsQuery, enabled: coins.length > 0 });
  const traded = coins.flatMap((coin) => pairs.find(({ base }) => base === coin) ?? []);
  if (traded.length === 0) return null;

  return (
    <PageSection title={i18n._("Related coins")}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {traded.map((pair) => (
          <li key={pair.symbol}>
            <CoinLink pair={pair} />
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function CoinLink({ pair }: { pair: Pair }) {
  const coin = useCoins().get(pair.base);
  const ticker = useTicker(pair.symbol) ?? pair.ticker;

  return (
    <Link
      to="/trading/$pair"
      params={{ pair: pair.symbol }}
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-deep px-4 py-2 hover:bg-raised"
    >
      <CoinIcon symbol={pair.base} icon={coin?.icon} />
      <span className="min-w-0 grow truncate font-medium text-14">
        {pair.base}
        <span className="font-normal text-ink-3">/{pair.quote}</span>
      </span>
      <span className="text-end text-14 tabular-nums">{priceOf(pair, ticker.last)}</span>
      {ticker.last !== null && <Change value={ticker.change} className="text-13" />}
    </Link>
  );
}
