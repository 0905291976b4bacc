import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyDialog } from "@/design/lazy-part";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";

const PriceAlertDialog = lazyDialog(() =>
  import("./price-alert-dialog").then((module) => module.PriceAlertDialog),
);

/** Opens the alerts of a pair; visitors sign in first. */
export function usePriceAlerts(): { alerts: (symbol: string) => void; alertDialog: ReactNode } {
  const isSignedIn = useIsSignedIn();
  const router = useRouter();
  const [symbol, setSymbol] = useState<string | null>(null);
  const alerts = useCallback(
    (wanted: string) => {
      if (isSignedIn) setSymbol(wanted);
      else void router.navigate({ href: loginHref(router.state.location.href) });
    },
    [isSignedIn, router],
  );
  return {
    alerts,
    alertDialog: isSignedIn && symbol !== null && (
      <Suspense>
        <PriceAlertDialog key={symbol} symbol={symbol} open onClose={() => setSymbol(null)} />
      </Suspense>
    ),
  };
}
