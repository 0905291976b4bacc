import { i18n } from "@lingui/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@/design/button";
import { ConsolePage } from "@/features/operator/console-page";
import { NewPremarketDialog } from "@/features/operator/premarkets/new-premarket-dialog";
import { PremarketList } from "@/features/operator/premarkets/premarket-list";
import { PendingProposals } from "@/features/operator/premarkets/proposal-cards";
import { useMay } from "@/session/operator";

export function OperatorPreMarketsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  return (
    <ConsolePage
      title={i18n._("Pre-markets")}
      permission="ledger"
      description={i18n._("Forward trading of coins before their listing.")}
      actions={
        may("products") && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {i18n._("Add pre-market")}
          </Button>
        )
      }
    >
      <h2 className="sr-only">{i18n._("Pre-markets")}</h2>
      <PendingProposals />
      <PremarketList />
      <NewPremarketDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onCreated={({ symbol }) => {
          setAdding(false);
          void navigate({ to: `/operator/pre-markets/${symbol}` });
        }}
      />
    </ConsolePage>
  );
}
