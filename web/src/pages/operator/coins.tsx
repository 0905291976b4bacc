import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { ConsolePage } from "@/features/operator/console-page";
import type { Coin } from "@/features/operator/markets/coin-api";
import { CoinDialog } from "@/features/operator/markets/coin-dialog";
import { CoinList } from "@/features/operator/markets/coin-list";

export function OperatorCoinsPage() {
  const [edited, setEdited] = useState<Coin | "new" | null>(null);
  return (
    <ConsolePage
      title={i18n._("Coins")}
      permission="markets"
      description={i18n._("Coins on this exchange and what clients can do with them.")}
      actions={
        <Button size="small" icon="plus" onClick={() => setEdited("new")}>
          {i18n._("Add coin")}
        </Button>
      }
    >
      <CoinList onEdit={setEdited} />
      <CoinDialog coin={edited} onClose={() => setEdited(null)} />
    </ConsolePage>
  );
}
