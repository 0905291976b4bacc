import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Assets } from "@/api/assets";
import { Card } from "@/design/card";
import { HiddenFigure } from "@/design/hidden-figure";
import { PageLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { isZero } from "@/lib/decimal";
import { formatValue } from "@/lib/format-number";
import { usePortfolioView } from "@/session/portfolio-view";
import { activePositionsQuery } from "./api";
import { summarize } from "./earn-summary";

interface EarnStatsProps {
  /** At current prices; undefined while loading. */
  assets: Assets | undefined;
  /** Nothing is loaded before. */
  isNear?: boolean | undefined;
}

/** The card of the dashboard: what is in earn, and what it has earned. */
export function EarnCard({ assets, isNear }: EarnStatsProps) {
  return (
    <Card title={i18n._("Earn")} actions={<PageLink to="/personal/earn">{i18n._("Positions")}</PageLink>}>
      <EarnStats assets={assets} isNear={isNear} empty={<NothingYet />} />
    </Card>
  );
}

export function EarnStats({ assets, isNear = true, empty }: EarnStatsProps & { empty?: ReactNode }) {
  // Each active position holds something.
  const isEmpty = empty !== undefined && assets?.items.every(({ in_earn }) => isZero(in_earn)) === true;
  const positions = useQuery({ ...activePositionsQuery, enabled: isNear && !isEmpty });
  if (isEmpty) return empty;
  return (
    <QueryView query={positions} skeleton={<Skeleton shape="text" lines={2} />} empty={empty}>
      {(active) => {
        const { value, earned } = summarize(assets?.items ?? [], active);
        return (
          <div className="flex flex-wrap gap-x-10 gap-y-4">
            <Stat label={i18n._("In earn")}>
              <Value value={value} />
            </Stat>
            <Stat label={i18n._("Earned so far")} hint={i18n._("Active positions, paid and accrued")}>
              <Value value={earned} />
            </Stat>
          </div>
        );
      }}
    </QueryView>
  );
}

function NothingYet() {
  return (
    <p className="text-14 text-ink-2">
      {i18n._("Earn interest on coins you aren’t trading.")}{" "}
      <PageLink to="/earn">{i18n._("See products")}</PageLink>
    </p>
  );
}

function Value({ value }: { value: string }) {
  const { isHidden } = usePortfolioView();
  return (
    <>
      {isHidden ? <HiddenFigure /> : formatValue(value)} <span className="text-14 text-ink-2">USDT</span>
    </>
  );
}
