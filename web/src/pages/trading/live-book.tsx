import type { Pair } from "@/api/pairs";
import { OrderBook } from "@/features/book/order-book";
import type { BookPick } from "@/features/book/use-book-pointer";
import { useTicker } from "@/realtime/tickers";
import { useOwnOrders } from "./use-own-orders";

type LiveBookProps = { pair: Pair; onPick: (pick: BookPick) => void; isTitled: boolean };

export function LiveBook({ pair, onPick, isTitled }: LiveBookProps) {
  const ticker = useTicker(pair.symbol) ?? pair.ticker;
  const orders = useOwnOrders(pair.symbol);
  return <OrderBook pair={pair} last={ticker.last} orders={orders} onPick={onPick} isTitled={isTitled} />;
}
