import { i18n } from "@lingui/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { ConsolePage } from "@/features/operator/console-page";
import { MarketFilterForm, MarketList } from "@/features/operator/markets/market-list";
import { NewPairDialog } from "@/features/operator/markets/new-pair-dialog";
import { useMay } from "@/session/operator";

export function OperatorMarketsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);

  return (
    <ConsolePage
      title={i18n._("Markets")}
      permission="markets"
      description={i18n._("All pairs, their order books and order rules.")}
      actions={
        <>
          {may("levels") && (
            <Link to="/operator/levels" className={buttonClass({ severity: "secondary", size: "small" })}>
              <Icon name="percent" size={14} />
              {i18n._("Fees by level")}
            </Link>
          )}
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {i18n._("Add pair")}
          </Button>
        </>
      }
    >
      <MarketFilterForm />
      <MarketList />
      <NewPairDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={({ symbol }) => {
          setAdding(false);
          void navigate({ to: `/operator/markets/${symbol}` });
        }}
      />
    </ConsolePage>
  );
}
