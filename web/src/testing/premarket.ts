import type {
  Premarket,
  PremarketContract,
  PremarketDetail,
  PremarketOrder,
} from "@/features/premarket/types";
import { aClient, aClientLevel, someLevels } from "./builders";
import { serve } from "./fake-server";
import { aCoin, anAsset } from "./markets";

const HOUR = 3600;
export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** NOVA in USDT: open for another hour, a fee of 2% and full collateral. */
export function aPremarket(parts: Partial<Premarket> = {}): Premarket {
  return {
    symbol: "NOVA",
    name: "Nova",
    icon: null,
    quote: "USDT",
    status: "open",
    last_price: "2.5",
    change: "0.018",
    volume: "12500",
    best_bid: "2.4",
    best_ask: "2.6",
    opens_at: secondsFromNow(-HOUR),
    closes_at: secondsFromNow(HOUR),
    delivery_at: null,
    delivery_ends_at: null,
    late_at: secondsFromNow(31 * 24 * HOUR),
    collateral_rate: "1",
    fee_rate: "0.02",
    price_decimals: 4,
    quantity_decimals: 2,
    tick_size: "0.01",
    step_size: "1",
    min_quantity: "10",
    max_quantity: "10000",
    max_exposure: "50000",
    ...parts,
  };
}

/** With one level on each side, a trade and a rule; a client has nothing in it. */
export function aPremarketDetail(parts: Partial<PremarketDetail> = {}): PremarketDetail {
  return {
    ...aPremarket(),
    book: { bids: [["2.4", "100"]], asks: [["2.6", "40"]] },
    trades: [{ id: 1, price: "2.5", quantity: "20", side: "buy", time_ms: 1_700_000_000_000 }],
    rules: [{ key: "fee", text: "Each side pays a fee of 2%." }],
    protection: { coin: "USDT", amount: "0" },
    my: { orders: [], contracts: [], exposure: "0", exposure_left: "50000" },
    ...parts,
  };
}

export function aPremarketOrder(parts: Partial<PremarketOrder> = {}): PremarketOrder {
  return {
    id: 7,
    symbol: "NOVA",
    quote: "USDT",
    side: "buy",
    price: "2.4",
    quantity: "100",
    filled_quantity: "0",
    locked: "244.8",
    fee: "4.8",
    status: "open",
    created_at: 1_700_000_000,
    ...parts,
  };
}

export function aContract(parts: Partial<PremarketContract> = {}): PremarketContract {
  return {
    id: 3,
    symbol: "NOVA",
    quote: "USDT",
    side: "buy",
    price: "2.5",
    quantity: "20",
    value: "50",
    fee: "1",
    collateral: "50",
    status: "matched",
    delivered_quantity: "0",
    deliver_by: null,
    missing_quantity: "0",
    created_at: 1_700_000_000,
    ended_at: null,
    outcome: null,
    ...parts,
  };
}

/** Serves what the page of a pre-market requests; the client has 1,000 USDT and is Advanced. */
export function servePremarket(
  answer: PremarketDetail | (() => PremarketDetail) = aPremarketDetail(),
  { rank = 2, available = "1000" } = {},
): void {
  serve("get", "/v1/premarkets/{symbol}", typeof answer === "function" ? answer : () => answer);
  serve("get", "/v1/premarkets/{symbol}/candles", {
    items: [{ time_ms: 1_700_000_000_000, open: "2.4", high: "2.6", low: "2.3", close: "2.5", volume: "20" }],
  });
  serve("get", "/v1/coins", { items: [aCoin("USDT", "Tether", { decimals: 6 })], next_cursor: null });
  serve("get", "/v1/assets", { items: [anAsset("USDT", available)], total_usdt: available, total_btc: null });
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  serve("get", "/v1/client/level", aClientLevel({ rank }));
}
