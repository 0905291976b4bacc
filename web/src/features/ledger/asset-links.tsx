import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { type Pair, pairsQuery } from "@/api/pairs";
import { pageExists } from "@/lib/page-paths";

type AssetLink = { to: string; search?: { coin: string }; label: string; fullLabel: string };

/** The market of a coin: preferably as base coin, else as quote coin. */
export function useMarketOf(): (coin: string) => string | undefined {
  const { data } = useQuery(pairsQuery);
  return useCallback((coin: string) => marketOf(coin, data ?? []), [data]);
}

function marketOf(coin: string, pairs: readonly Pair[]): string | undefined {
  const pair = pairs.find(({ base }) => base === coin) ?? pairs.find(({ quote }) => quote === coin);
  return pair?.symbol;
}

/** Actions for a coin; only links to pages that exist. */
export function AssetLinks({ coin, market }: { coin: string; market: string | undefined }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4 gap-y-1">
      {linksOf(coin, market).map(({ to, search, label, fullLabel }) => (
        <Link
          key={to}
          to={to}
          {...(search && { search })}
          aria-label={fullLabel}
          className="inline-flex min-h-6 items-center text-13 text-accent underline-offset-4 hover:underline"
        >
          {label}
        </Link>
      ))}
    </span>
  );
}

export function hasAssetLinks(): boolean {
  return ["/trading/$pair", "/personal/deposit", "/personal/withdraw", "/personal/exchange"].some(pageExists);
}

function linksOf(coin: string, market: string | undefined): AssetLink[] {
  const search = { coin };
  const links: AssetLink[] = [];
  if (pageExists("/personal/deposit")) {
    const fullLabel = i18n._("Deposit {coin}", { coin });
    links.push({ to: "/personal/deposit", search, label: i18n._("Deposit"), fullLabel });
  }
  if (pageExists("/personal/withdraw")) {
    const fullLabel = i18n._("Withdraw {coin}", { coin });
    links.push({ to: "/personal/withdraw", search, label: i18n._("Withdraw"), fullLabel });
  }
  if (pageExists("/personal/exchange")) {
    const fullLabel = i18n._("Convert {coin}", { coin });
    links.push({ to: "/personal/exchange", search, label: i18n._("Convert"), fullLabel });
  }
  if (market && pageExists("/trading/$pair")) {
    const fullLabel = i18n._("Trade {coin}", { coin });
    links.push({ to: `/trading/${market}`, label: i18n._("Trade"), fullLabel });
  }
  return links;
}
