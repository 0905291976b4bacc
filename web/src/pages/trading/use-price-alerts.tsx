import { type ReactNode, Suspense, useState } from "react";
import { lazyDialog } from "@/design/lazy-part";
import { useIsSignedIn } from "@/session/session";

const PriceAlertDialog = lazyDialog(() =>
  import("@/features/notices/price-alert-dialog").then((module) => module.PriceAlertDialog),
);

/** Opens the alerts of a pair; undefined for visitors, who have none. */
export function usePriceAlerts(): {
  alerts: ((symbol: string) => void) | undefined;
  alertDialog: ReactNode;
} {
  const isSignedIn = useIsSignedIn();
  const [symbol, setSymbol] = useState<string | null>(null);
  return {
    alerts: isSignedIn ? setSymbol : undefined,
    alertDialog: symbol !== null && (
      <Suspense>
        <PriceAlertDialog key={symbol} symbol={symbol} open onClose={() => setSymbol(null)} />
      </Suspense>
    ),
  };
}
