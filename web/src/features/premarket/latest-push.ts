import type { PremarketUpdate } from "@/realtime/premarkets";
import type { PremarketDetail, PremarketStatus, PremarketTrade } from "./types";

const MAX_TRADES = 50;

const latest = new Map<string, { update: PremarketUpdate; at: number }>();

/** Remembers what was pushed last of a pre-market. */
export function keepPush(symbol: string, update: PremarketUpdate): void {
  latest.set(symbol, { update, at: performance.now() });
}

/** An answer that was asked for at a time, with what has been pushed since: a slow answer may be older. */
export function withLaterPush(detail: PremarketDetail, symbol: string, askedAt: number): PremarketDetail {
  const pushed = latest.get(symbol);
  return pushed && pushed.at >= askedAt ? withUpdate(detail, pushed.update) : detail;
}

export function withUpdate(known: PremarketDetail, update: PremarketUpdate): PremarketDetail {
  const { book } = update;
  return {
    ...known,
    status: update.status as PremarketStatus,
    last_price: update.last_price,
    best_bid: book.bids[0]?.[0] ?? null,
    best_ask: book.asks[0]?.[0] ?? null,
    book,
    trades: mergeTrades(known.trades, update.trades),
  };
}

function mergeTrades(known: readonly PremarketTrade[], added: PremarketUpdate["trades"]): PremarketTrade[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !ids.has(id));
  return [...fresh, ...known].sort((one, other) => other.id - one.id).slice(0, MAX_TRADES);
}
