import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Asset } from "@/api/assets";
import type { Coin } from "@/api/coins";
import { type Pair, pairsQuery } from "@/api/pairs";
import { CoinIcon } from "@/design/coin-icon";
import type { TableColumn } from "@/design/table-column";
import { isZero } from "@/lib/decimal";
import { formatAmount, formatValue } from "@/lib/format-number";
import { type PagePath, pageExists } from "@/lib/page-paths";
import { MaskedAmount } from "./masked-amount";
import { lockedOf } from "./model";

type ColumnParts = {
  variant: "page" | "panel";
  coins: ReadonlyMap<string, Coin>;
  marketOf: (coin: string) => string | undefined;
};

export function assetColumns({ variant, coins, marketOf }: ColumnParts): TableColumn<Asset>[] {
  const total = amountColumn("total", i18n._("Total"), (asset) => asset.total);
  const links: TableColumn<Asset> = {
    key: "links",
    header: i18n._("Actions"),
    hideHeader: true,
    align: "end",
    cell: ({ symbol }) => <AssetLinks coin={symbol} market={marketOf(symbol)} />,
  };
  return [
    {
      key: "coin",
      header: i18n._("Coin"),
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol }) => <CoinName symbol={symbol} coin={coins.get(symbol)} />,
    },
    ...(variant === "page" ? [total] : []),
    amountColumn("available", i18n._("Available"), (asset) => asset.available),
    amountColumn("in_orders", i18n._("In orders"), (asset) => asset.in_orders),
    ...(variant === "page" ? setAsideColumns() : [amountColumn("locked", i18n._("Locked"), lockedOf)]),
    {
      key: "value",
      header: i18n._("Value"),
      align: "end",
      sortBy: ({ value }) => value,
      cell: ({ value }) => <Value value={value} />,
    },
    ...(variant === "page" && hasAssetLinks() ? [links] : []),
  ];
}

/** What the one column of a panel sums up. Most coins have nothing there, and cards leave it out. */
function setAsideColumns(): TableColumn<Asset>[] {
  return [
    sparseColumn("in_withdrawals", i18n._("In withdrawals"), ({ in_withdrawals }) => in_withdrawals),
    sparseColumn("in_premarket", i18n._("In pre-market"), ({ in_premarket }) => in_premarket, "/pre-market"),
    sparseColumn("in_earn", i18n._("In earn"), ({ in_earn }) => in_earn, "/personal/earn"),
  ];
}

/** An amount that links to where it is kept. */
function sparseColumn(
  key: string,
  header: string,
  read: (asset: Asset) => string,
  to?: PagePath,
): TableColumn<Asset> {
  return {
    ...amountColumn(key, header, read),
    isEmpty: (asset) => isZero(read(asset)),
    cell: (asset) => {
      const amount = <Amount amount={read(asset)} />;
      if (to === undefined || !pageExists(to) || isZero(read(asset))) return amount;
      return (
        <Link to={to} className="text-accent underline-offset-4 hover:underline">
          {amount}
        </Link>
      );
    },
  };
}

function amountColumn(key: string, header: string, read: (asset: Asset) => string): TableColumn<Asset> {
  return {
    key,
    header,
    align: "end",
    sortBy: read,
    cell: (asset) => <Amount amount={read(asset)} />,
  };
}

function CoinName({ symbol, coin }: { symbol: string; coin: Coin | undefined }) {
  return (
    <span className="inline-flex items-center gap-3">
      <CoinIcon symbol={symbol} icon={coin?.icon} size={28} />
      <span>
        <span className="block font-medium text-14 text-ink">{symbol}</span>{" "}
        {coin && <span className="block font-normal text-12 text-ink-2">{coin.name}</span>}
      </span>
    </span>
  );
}

function Amount({ amount }: { amount: string }) {
  return (
    <span className={isZero(amount) ? "text-ink-3" : undefined}>
      <MaskedAmount>{formatAmount(amount)}</MaskedAmount>
    </span>
  );
}

function Value({ value }: { value: string | null }) {
  if (value === null) return <span className="text-ink-3">{i18n._("No price yet")}</span>;
  return (
    <span className="whitespace-nowrap">
      <MaskedAmount>{formatValue(value)}</MaskedAmount> <span className="text-ink-3">USDT</span>
    </span>
  );
}

type AssetLink = {
  to: string;
  search?: { coin: string } | { from: string } | { q: string };
  label: string;
  fullLabel: string;
};

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
function AssetLinks({ coin, market }: { coin: string; market: string | undefined }) {
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

function hasAssetLinks(): boolean {
  const paths = [
    "/trading/$pair",
    "/personal/deposit",
    "/personal/withdraw",
    "/personal/exchange",
    "/earn",
  ] as const;
  return paths.some(pageExists);
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
    links.push({ to: "/personal/exchange", search: { from: coin }, label: i18n._("Convert"), fullLabel });
  }
  if (pageExists("/earn")) {
    const fullLabel = i18n._("Earn on {coin}", { coin });
    links.push({ to: "/earn", search: { q: coin }, label: i18n._("Earn"), fullLabel });
  }
  if (market && pageExists("/trading/$pair")) {
    const fullLabel = i18n._("Trade {coin}", { coin });
    links.push({ to: `/trading/${market}`, label: i18n._("Trade"), fullLabel });
  }
  return links;
}
