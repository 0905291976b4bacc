import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { pairsQuery } from "@/api/pairs";
import { Button } from "@/design/button";
import { lazyDialog } from "@/design/lazy-part";
import { useIsSignedIn } from "@/session/session";
import { openOrdersQuery } from "./api";

// The question brings the dialogs along, which the trading page does without until somebody asks.
const CancelAllDialog = lazyDialog(() =>
  import("./cancel-all-dialog").then((module) => module.CancelAllDialog),
);

/** Takes back all open orders, or those of a pair, once it is confirmed. Not there while there are none. */
export function CancelAllButton({ symbol }: { symbol?: string | undefined }) {
  const isSignedIn = useIsSignedIn();
  const { data: orders = [] } = useQuery({ ...openOrdersQuery(symbol), enabled: isSignedIn });
  const { data: pairs } = useQuery(pairsQuery);
  const isHalted = pairs?.some((pair) => pair.symbol === symbol && pair.status === "halted") ?? false;
  const [wasAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!isSignedIn || (orders.length === 0 && !isOpen)) return null;

  return (
    <>
      <Button
        severity="secondary"
        size="small"
        disabled={isHalted}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {i18n._("Cancel all")}
      </Button>
      {wasAsked && (
        <Suspense>
          <CancelAllDialog symbol={symbol} orders={orders} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
