import { type Message, type Shapes, subscribeTo } from "./messages";

export type PremarketRow = Message<"rows">["items"][number];
export type PremarketUpdate = Message<"premarket">;

const ROWS: Shapes<"rows"> = { rows: { items: "array" } };
const UPDATES: Shapes<"premarket"> = {
  premarket: { status: "string", book: "object", trades: "array" },
};

/** Rows of pre-markets: all of them first, then those that have changed. */
export function subscribePremarkets(listener: (rows: readonly PremarketRow[]) => void): () => void {
  return subscribeTo("premarkets", ROWS, ({ items }) => listener(items));
}

/** One pre-market: its state, its whole book, and the trades since the last message. */
export function subscribePremarket(symbol: string, listener: (update: PremarketUpdate) => void): () => void {
  return subscribeTo(`premarket:${symbol}`, UPDATES, listener);
}
