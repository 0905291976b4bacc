import type { Asset } from "@/api/assets";
import type { Coin } from "@/api/coins";
import type { components } from "@/api/generated/schema";
import type { MarketOverview, TickerRow } from "@/api/market-overview";
import type { Pair, Ticker } from "@/api/pairs";
import { serve } from "./fake-server";

type StaffPair = components["schemas"]["PairForStaff"];

export function aTicker(symbol: string, parts: Partial<Ticker> = {}): Ticker {
  return {
    symbol,
    last: "100",
    open: "100",
    high: "110",
    low: "90",
    volume: "10",
    quote_volume: "1000",
    change: "0",
    bid: "99",
    ask: "101",
    ts_ms: 1_700_000_000_000,
    ...parts,
  };
}

export function aPair(
  symbol: string,
  parts: Partial<Omit<Pair, "ticker">> & { ticker?: Partial<Ticker> } = {},
): Pair {
  const [base = "", quote = ""] = symbol.split("-");
  return {
    symbol,
    base,
    quote,
    status: "trading",
    tick_size: "0.01",
    step_size: "0.001",
    min_quantity: "0.001",
    max_quantity: "1000",
    min_notional: "5",
    price_band: "0.2",
    market_guard: "0.05",
    max_open_orders: 200,
    price_decimals: 2,
    listed_at: 1_700_000_000,
    ...parts,
    ticker: aTicker(symbol, parts.ticker),
  };
}

/** The overview that the server would compute from these pairs. */
export function anOverview(pairs: readonly Pair[]): MarketOverview {
  const rows: TickerRow[] = pairs.map(({ ticker }) => ({
    ...ticker,
    sparkline: ["90", "95", ticker.last ?? "0"],
  }));
  const by = (read: (row: TickerRow) => number) => rows.toSorted((one, other) => read(other) - read(one));
  return {
    gainers: by(({ change }) => Number(change)).filter(({ change }) => Number(change) > 0),
    losers: by(({ change }) => -Number(change)).filter(({ change }) => Number(change) < 0),
    volume: by(({ quote_volume }) => Number(quote_volume)),
    new: rows.toReversed(),
    sparklines: rows.map(({ symbol, sparkline }) => ({ symbol, sparkline })),
    heat_map: rows.map(({ symbol, change, quote_volume }) => ({ symbol, change, quote_volume })),
    totals: {
      pairs: pairs.length,
      quote_volume_24h: String(rows.reduce((sum, { quote_volume }) => sum + Number(quote_volume), 0)),
      trades_24h: 12_345,
    },
  };
}

export function aCoin(symbol: string, name = symbol, parts: Partial<Coin> = {}): Coin {
  return {
    symbol,
    name,
    icon: null,
    decimals: 8,
    price: null,
    change_24h: null,
    volume_24h: "0",
    networks: [],
    deposit: true,
    withdraw: true,
    trading: true,
    ...parts,
  };
}

export function anAsset(symbol: string, total: string, parts: Partial<Asset> = {}): Asset {
  return {
    symbol,
    available: total,
    in_orders: "0",
    in_withdrawals: "0",
    in_earn: "0",
    in_premarket: "0",
    total,
    value: null,
    ...parts,
  };
}

/** Serves what every page with prices requests. */
export function serveMarkets(pairs: readonly Pair[], coins: readonly Coin[] = []): void {
  serve("get", "/v1/pairs", { items: [...pairs], next_cursor: null });
  serve("get", "/v1/markets/overview", anOverview(pairs));
  serve("get", "/v1/coins", { items: [...coins], next_cursor: null });
  serve("get", "/v1/ledger-status", { balanced: null, checked_at: null, seq: null });
}

/** A market with all settings, as staff see it. */
export function aStaffPair(base: string, parts: Partial<StaffPair> = {}): StaffPair {
  const symbol = `${base}-USDT`;
  return {
    symbol,
    base,
    quote: "USDT",
    status: "trading",
    tick_size: "0.01",
    step_size: "0.0001",
    min_quantity: "0.0001",
    max_quantity: "100",
    min_notional: "5",
    price_band: "0.2",
    market_guard: "0.05",
    max_open_orders: 200,
    price_decimals: 8,
    listed_at: 1_700_000_000,
    position: 0,
    untraded_coins: [],
    reference_price: "100",
    open_orders: 3,
    bids: 1,
    asks: 1,
    depth_seq: 7,
    ticker: aTicker(symbol, {
      open: "98",
      high: "101",
      low: "97",
      volume: "12",
      quote_volume: "1200.55555",
      change: "0.0204",
    }),
    ...parts,
  };
}
