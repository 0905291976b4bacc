import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Asset, type Assets, assetsQuery } from "@/api/assets";
import type { Ticker } from "@/api/pairs";
import { add, divide, isZero, multiply } from "@/lib/decimal";
import { useTickers } from "@/realtime/tickers";

type Tickers = ReadonlyMap<string, Pick<Ticker, "last">>;

const DOLLAR = "USDT";
const BRIDGE = "BTC";
const BTC_DECIMALS = 8;

/** The price of a coin in USDT by the last trades, directly or through BTC; null if unknown. */
export function priceOf(coin: string, tickers: Tickers): string | null {
  if (coin === DOLLAR) return "1";
  const direct = tickers.get(`${coin}-${DOLLAR}`)?.last ?? null;
  if (direct !== null || coin === BRIDGE) return direct;
  const inBridge = tickers.get(`${coin}-${BRIDGE}`)?.last;
  const bridge = tickers.get(`${BRIDGE}-${DOLLAR}`)?.last;
  return inBridge && bridge ? multiply(inBridge, bridge) : null;
}

/** The assets at current prices, computed as on the server. Without a ticker the server's values are used. */
export function valueAssets(assets: Assets, tickers: Tickers): Assets {
  if (tickers.size === 0) return assets;
  const items = assets.items.map((asset) => valueAsset(asset, tickers));
  const total_usdt = items.reduce((sum, { value }) => (value === null ? sum : add(sum, value)), "0");
  const price = priceOf(BRIDGE, tickers);
  const isPriced = price !== null && !isZero(price);
  return {
    items,
    total_usdt,
    total_btc: isPriced ? divide(total_usdt, price, BTC_DECIMALS, "down") : assets.total_btc,
  };
}

function valueAsset(asset: Asset, tickers: Tickers): Asset {
  const price = priceOf(asset.symbol, tickers);
  return price === null ? asset : { ...asset, value: multiply(asset.total, price) };
}

/** The client's assets valued at current prices; without empty ones. */
export function useOwnAssets() {
  const { data, isError, isFetching, refetch } = useQuery(assetsQuery);
  const tickers = useTickers();
  const valued = useMemo(() => {
    if (!data) return undefined;
    const items = data.items.filter(({ total }) => !isZero(total));
    return valueAssets({ ...data, items }, tickers);
  }, [data, tickers]);
  return { data: valued, isError, isFetching, refetch };
}

export type OwnAssetsQuery = ReturnType<typeof useOwnAssets>;
