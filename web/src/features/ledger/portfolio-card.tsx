import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Card } from "@/design/card";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { pageExists } from "@/lib/page-paths";
import { AllocationBar } from "./allocation-bar";
import { TotalValue } from "./total-value";
import { useOwnAssets } from "./use-own-assets";
import { ValueHistory } from "./value-history";

type PortfolioCardProps = {
  /** Whether the card leads to the list of assets; on their own page it does not. */
  isLinked?: boolean;
};

export function PortfolioCard({ isLinked = false }: PortfolioCardProps) {
  const assets = useOwnAssets();
  return (
    <Card
      title={i18n._("Portfolio")}
      actions={
        isLinked &&
        pageExists("/personal/assets") && (
          <Link to="/personal/assets" className="text-13 text-accent underline-offset-4 hover:underline">
            {i18n._("All assets")}
          </Link>
        )
      }
    >
      <QueryView query={assets} isEmpty={() => false} skeleton={<TotalSkeleton />}>
        {(shown) => (
          <div className="flex flex-col gap-5">
            <TotalValue totals={shown} />
            {shown.items.length > 0 ? <AllocationBar assets={shown.items} /> : <NothingYet />}
          </div>
        )}
      </QueryView>
      <ValueHistory />
    </Card>
  );
}

function NothingYet() {
  return <p className="text-13 text-ink-3">{i18n._("Your allocation by coin appears here.")}</p>;
}

function TotalSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex h-24 flex-col justify-end gap-2">
        <Skeleton shape="block" className="h-10 w-64" />
        <Skeleton shape="block" className="h-4 w-32" />
      </div>
      <Skeleton shape="block" className="h-11 w-full" />
    </div>
  );
}
