import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/design/button";
import { lazyDialog } from "@/design/lazy-part";
import { useIsSignedIn } from "@/session/session";
import { openOrdersQuery } from "./api";
import { matchesFilter, type OpenOrderFilter } from "./open-orders";
import { useOrderPairs } from "./use-order-pairs";

// Lazily loaded: it needs the dialog library, which the trading page does not load otherwise.
const CancelAllDialog = lazyDialog(() =>
  import("./cancel-all-dialog").then((module) => module.CancelAllDialog),
);

interface CancelAllButtonProps {
  /** Only orders of this pair. */
  symbol?: string | undefined;
  /** The filter of the list beside it: nothing else is canceled. */
  filter?: OpenOrderFilter | undefined;
}

/** Cancels the open orders of a list after a confirmation. Hidden if there are none. */
export function CancelAllButton({ symbol: only, filter: shown }: CancelAllButtonProps) {
  const filter = { ...shown, symbol: only ?? shown?.symbol };
  const { symbol } = filter;
  const isSignedIn = useIsSignedIn();
  const { data: all = [] } = useQuery({ ...openOrdersQuery(only), enabled: isSignedIn });
  const orders = all.filter((order) => matchesFilter(order, filter));
  const pairs = useOrderPairs(only);
  const isHalted = symbol !== undefined && pairs.get(symbol)?.status === "halted";
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
          <CancelAllDialog filter={filter} orders={orders} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
