import type { components } from "@/api/generated/schema";

type Order = components["schemas"]["Order"];
type Fill = components["schemas"]["Fill"];

/** A limit buy order that rests on the book. */
export function anOrder(parts: Partial<Order> = {}): Order {
  return {
    id: 1,
    client_order_id: null,
    symbol: "BTC-USDT",
    side: "buy",
    type: "limit",
    time_in_force: "gtc",
    status: "new",
    price: "95",
    stop_price: null,
    quantity: "2",
    filled_quantity: "0",
    remaining_quantity: "2",
    filled_quote: "0",
    average_price: null,
    fee: "0",
    fee_coin: "BTC",
    maker_fee_rate: "0.002",
    taker_fee_rate: "0.0025",
    post_only: false,
    expire_at: null,
    trailing_delta_bps: null,
    display_quantity: null,
    quote_quantity: null,
    list_id: null,
    reason: null,
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    updated_ms: 1_700_000_000_000,
    ...parts,
  };
}

export function aFill(parts: Partial<Fill> = {}): Fill {
  return {
    id: 1,
    order_id: 1,
    symbol: "BTC-USDT",
    side: "buy",
    price: "100",
    quantity: "2",
    quote_quantity: "200",
    fee: "0.005",
    fee_coin: "BTC",
    role: "taker",
    created_at: 1_700_000_000,
    ...parts,
  };
}
