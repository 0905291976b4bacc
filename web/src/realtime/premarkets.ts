import { subscribe } from "./connection";

type Level = [price: string, quantity: string];

export type PremarketRow = {
  symbol: string;
  status: string;
  last_price: string | null;
  best_bid: string | null;
  best_ask: string | null;
};

export type PremarketUpdate = {
  status: string;
  last_price: string | null;
  book: { bids: Level[]; asks: Level[] };
  /** Those that are new since the last message. */
  trades: { id: number; price: string; quantity: string; side: "buy" | "sell"; time_ms: number }[];
};

/** Rows of all pre-markets, whenever one of them changes. An unreadable message is left to the next refetch. */
export function subscribePremarkets(listener: (rows: readonly PremarketRow[]) => void): () => void {
  return subscribe("premarkets", (message) => {
    const { type, items } = Object(message);
    if (type === "rows" && Array.isArray(items)) listener(items);
  });
}

/** Changes of one pre-market: its state, its whole book, and new trades. */
export function subscribePremarket(symbol: string, listener: (update: PremarketUpdate) => void): () => void {
  return subscribe(`premarket:${symbol}`, (message) => {
    const { type, status, book, trades } = Object(message);
    const isReadable =
      type === "update" &&
      typeof status === "string" &&
      Array.isArray(book?.bids) &&
      Array.isArray(book?.asks) &&
      Array.isArray(trades);
    if (isReadable) listener(message as PremarketUpdate);
  });
}
