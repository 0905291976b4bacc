import type { Conversion, ConvertTarget, Quote } from "@/features/convert/api";
import { aClient, aClientLevel, someLevels } from "./builders";
import { serve } from "./fake-server";
import { aCoin, anAsset, aPair } from "./markets";

/** ETH for BTC through USDT: 20 ETH each, and a fee of 0.25%. */
export function aConvertTarget(symbol = "ETH", parts: Partial<ConvertTarget> = {}): ConvertTarget {
  return {
    symbol,
    rate: "20",
    inverse_rate: "0.05",
    min: "0.001",
    max: "10",
    fee_rate: "0.0025",
    path: ["BTC-USDT", "ETH-USDT"],
    updated_at: 1_700_000_000,
    ...parts,
  };
}

/** 0.5 BTC for 9.975 ETH, just made. */
export function aQuote(parts: Partial<Quote> = {}): Quote {
  return {
    id: "q1",
    from: "BTC",
    to: "ETH",
    rate: "20",
    from_amount: "0.5",
    to_amount: "9.975",
    fee: "0.025",
    fee_coin: "ETH",
    path: ["BTC-USDT", "ETH-USDT"],
    expires_at_ms: Date.now() + 10_000,
    adjusted: false,
    ...parts,
  };
}

export function aConversion(parts: Partial<Conversion> = {}): Conversion {
  return {
    id: "q1",
    status: "completed",
    from: "BTC",
    to: "ETH",
    rate: "20",
    from_amount: "0.5",
    to_amount: "9.975",
    fee: "0.025",
    fee_coin: "ETH",
    created_at: Math.floor(new Date(2026, 10, 5, 7, 3).getTime() / 1000),
    ...parts,
  };
}

/** Serves what the form requests: three coins, two pairs, and a balance of 2 BTC. */
export function serveConvert({
  targets = [
    aConvertTarget(),
    aConvertTarget("BTC"),
    aConvertTarget("USDT", { rate: "60000", path: ["BTC-USDT"] }),
  ],
  pairs = [aPair("BTC-USDT"), aPair("ETH-USDT")],
  conversions = [] as Conversion[],
  level = "guest",
} = {}): void {
  const coins = [aCoin("BTC", "Bitcoin"), aCoin("ETH", "Ether"), aCoin("USDT", "Tether", { decimals: 6 })];
  serve("get", "/v1/coins", { items: coins, next_cursor: null });
  serve("get", "/v1/pairs", { items: pairs, next_cursor: null });
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/v1/assets", { items: [anAsset("BTC", "2")], total_usdt: "0", total_btc: null });
  serve("get", "/v1/coins/exchange/{symbol}", ({ params }) => ({
    symbol: String(params.symbol),
    targets: targets.filter(({ symbol }) => symbol !== params.symbol),
  }));
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  serve("get", "/v1/client/level", aClientLevel({ key: level }));
  serve("get", "/v1/exchange", { items: conversions, next_cursor: null });
}
