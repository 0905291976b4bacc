import { Link } from "@tanstack/react-router";
import type { TickerRow } from "@/api/market-overview";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { Sparkline } from "@/design/sparkline";
import { classNames } from "@/lib/class-names";
import { pageExists } from "@/lib/page-paths";
import { checkText, priceText, totalTexts } from "./figure-texts";
import { LIVE_ROW } from "./live-row";
import { MoversBand } from "./movers-band";
import { pollOverview } from "./overview-poll";

type Icons = ReadonlyMap<string, string>;

function PairRows({ rows, icons }: { rows: readonly TickerRow[]; icons: Icons }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.symbol} className={classNames(LIVE_ROW, "relative transition-colors hover:bg-shelf")}>
          <PairLink symbol={row.symbol} icons={icons} />
          <Sparkline values={row.sparkline.map(Number)} label={row.symbol} className="h-7 w-full" />
          <span className="flex flex-col items-end tabular-nums">
            <span className="font-medium text-14 text-ink">{priceText(row)}</span>
            <Change value={row.change} className="text-12" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PairLink({ symbol, icons }: { symbol: string; icons: Icons }) {
  const [base = "", quote] = symbol.split("-");
  const name = (
    <>
      {base}
      <span className="font-normal text-ink-3">/{quote}</span>
    </>
  );
  return (
    <span className="flex min-w-0 items-center gap-3">
      <CoinIcon symbol={base} icon={icons.get(base)} size={28} />
      {pageExists("/trading/$pair") ? (
        <Link
          to="/trading/$pair"
          params={{ pair: symbol }}
          className="truncate font-medium text-14 text-ink after:absolute after:inset-0 after:content-['']"
        >
          {name}
        </Link>
      ) : (
        <span className="truncate font-medium text-14">{name}</span>
      )}
    </span>
  );
}

/** Code that is needed only with prices, loaded with them after the page. */
export const LIVE_PARTS = { pollOverview, totalTexts, checkText, PairRows, MoversBand };
