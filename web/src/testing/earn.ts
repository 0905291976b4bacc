import type { EarnPosition, EarnProduct } from "@/features/earn/api";
import { aClient, aClientLevel, someLevels } from "./builders";
import { serve } from "./fake-server";
import { aCoin, anAsset } from "./markets";

/** USDT at 5%, redeemable anytime: 10 to 1,000 per client, 4,000 of 10,000 left. */
export function aFlexibleProduct(parts: Partial<EarnProduct> = {}): EarnProduct {
  return {
    id: "usdt-flex",
    coin: "USDT",
    name: "Tether",
    icon: null,
    kind: "flexible",
    apr: "0.05",
    next_apr: null,
    term_days: null,
    min: "10",
    max: "1000",
    quota: "10000",
    quota_left: "4000",
    source_of_yield: "Fees of the exchange",
    is_open: true,
    level: "starter",
    my: null,
    ...parts,
  };
}

/** BTC at 8% for 30 days. */
export function aLockedProduct(parts: Partial<EarnProduct> = {}): EarnProduct {
  return aFlexibleProduct({
    id: "btc-30",
    coin: "BTC",
    name: "Bitcoin",
    kind: "locked",
    apr: "0.08",
    term_days: 30,
    min: "0.01",
    max: "2",
    quota: "100",
    quota_left: "50",
    source_of_yield: "Lending to market makers",
    level: "advanced",
    ...parts,
  });
}

/** 100 USDT in the flexible product. */
export function aPosition(parts: Partial<EarnPosition> = {}): EarnPosition {
  return {
    id: 7,
    product_id: "usdt-flex",
    coin: "USDT",
    kind: "flexible",
    amount: "100",
    apr: "0.05",
    accrued: "0.25",
    paid: "1.5",
    started_at: 1_700_000_000,
    matures_at: null,
    next_payout_at: Math.floor(Date.now() / 1000) + 7_260,
    auto_renew: false,
    status: "active",
    ...parts,
  };
}

/** 0.5 BTC for 30 days, of which ten are left. */
export function aLockedPosition(parts: Partial<EarnPosition> = {}): EarnPosition {
  const matures_at = Math.floor(Date.now() / 1000) + 10 * 86_400 + 3_660;
  return aPosition({
    id: 8,
    product_id: "btc-30",
    coin: "BTC",
    kind: "locked",
    amount: "0.5",
    apr: "0.08",
    accrued: "0.00219178",
    paid: "0",
    matures_at,
    next_payout_at: matures_at,
    ...parts,
  });
}

/** Serves both products, positions, and 250 USDT and 1 BTC. */
export function serveEarn({
  products = [aFlexibleProduct(), aLockedProduct()],
  active = [] as EarnPosition[],
  past = [] as EarnPosition[],
  rank = 2,
} = {}): void {
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [], has_deposited: true });
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  serve("get", "/v1/client/level", aClientLevel({ rank }));
  const coins = [aCoin("BTC", "Bitcoin"), aCoin("USDT", "Tether", { decimals: 6 })];
  const assets = [anAsset("USDT", "250", { value: "250" }), anAsset("BTC", "1", { value: "60000" })];
  serve("get", "/v1/coins", { items: coins, next_cursor: null });
  serve("get", "/v1/assets", { items: assets, total_usdt: "60250", total_btc: "1" });
  serve("get", "/v1/earn/products", { items: products, next_cursor: null });
  serve("get", "/v1/earn/positions", ({ request }) => {
    const status = new URL(request.url).searchParams.get("status");
    return { items: status === "redeemed" ? past : active, next_cursor: null };
  });
}
