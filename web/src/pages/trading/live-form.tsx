import type { Pair } from "@/api/pairs";
import { hasStoredDesk } from "@/features/orders/keys";
import { persistDesk } from "@/features/orders/order-desk";
import { OrderForm } from "@/features/orders/order-form";
import type { OrderPrefill } from "@/features/orders/use-order-draft";
import { useConnectionState } from "@/realtime/connection";
import { useBestPrices } from "@/realtime/depth";
import { useTicker } from "@/realtime/tickers";

/** The form, with the draft that was entered before a reload. */
export async function loadLiveForm() {
  if (hasStoredDesk()) await persistDesk();
  return LiveForm;
}

function LiveForm({ pair, prefill }: { pair: Pair; prefill: OrderPrefill }) {
  const ticker = useTicker(pair.symbol);
  const { isStale, ...best } = useBestPrices(pair.symbol);
  const isOffline = useConnectionState() === "offline";
  return <OrderForm pair={pair} ticker={ticker} best={best} draft={prefill} isStale={isStale || isOffline} />;
}
