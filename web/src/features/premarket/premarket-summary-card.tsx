import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import type { Asset, Assets } from "@/api/assets";
import { Card } from "@/design/card";
import { HiddenFigure } from "@/design/hidden-figure";
import { PageLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { isZero } from "@/lib/decimal";
import { formatAmount, formatCount } from "@/lib/format-number";
import { usePortfolioView } from "@/session/portfolio-view";
import { openContractsQuery } from "./api";
import { TimeLeft } from "./countdown";
import type { PremarketContract } from "./types";

interface PremarketSummaryCardProps {
  assets: Assets | undefined;
  /** Nothing is loaded before. */
  isNear: boolean;
}

/** The card of the dashboard: what is locked in pre-markets, and what is due next. */
export function PremarketSummaryCard({ assets, isNear }: PremarketSummaryCardProps) {
  const locked = assets?.items.filter(({ in_premarket }) => !isZero(in_premarket));
  // Each open contract locks something of both sides.
  const isEmpty = locked?.length === 0;
  const contracts = useQuery({ ...openContractsQuery, enabled: isNear && !isEmpty });
  return (
    <Card
      title={i18n._("Pre-market")}
      actions={<PageLink to="/personal/pre-market">{i18n._("Contracts")}</PageLink>}
    >
      {isEmpty ? (
        <NothingYet />
      ) : (
        <QueryView query={contracts} skeleton={<Skeleton shape="text" lines={2} />}>
          {({ items }) => (
            <div className="flex flex-wrap gap-x-10 gap-y-4">
              <Stat label={i18n._("Locked")}>
                <Locked assets={locked ?? []} />
              </Stat>
              <Stat label={i18n._("Open contracts")} hint={<Due contracts={items} />}>
                {formatCount(items.length)}
              </Stat>
            </div>
          )}
        </QueryView>
      )}
    </Card>
  );
}

function Locked({ assets }: { assets: readonly Asset[] }) {
  const { isHidden } = usePortfolioView();
  if (isHidden) return <HiddenFigure />;
  if (assets.length === 0) return "0";
  return assets.map(({ symbol, in_premarket }) => (
    <span key={symbol} className="block">
      {formatAmount(in_premarket)} <span className="text-14 text-ink-2">{symbol}</span>
    </span>
  ));
}

/** The delivery that ends first, and whether coins are missing for it. */
function Due({ contracts }: { contracts: readonly PremarketContract[] }) {
  const delivering = contracts.filter(({ status }) => status === "delivering");
  const ends = delivering.map(({ deliver_by }) => deliver_by).filter((at) => at !== null);
  if (ends.length === 0) return null;
  const isShort = delivering.some(({ missing_quantity }) => !isZero(missing_quantity));
  return (
    <>
      {i18n._("Delivery ends in")} <TimeLeft until={Math.min(...ends)} />
      {isShort && (
        <span className="block text-warn">{i18n._("Coins to deliver are missing in your balance.")}</span>
      )}
    </>
  );
}

function NothingYet() {
  return (
    <p className="text-14 text-ink-2">
      {i18n._("Trade coins before their listing.")}{" "}
      <PageLink to="/pre-market">{i18n._("See pre-markets")}</PageLink>
    </p>
  );
}
