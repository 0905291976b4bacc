import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { type Premarket, premarketsQuery } from "@/features/operator/premarkets/api";
import { ContractList } from "@/features/operator/premarkets/contract-list";
import { PremarketFigures } from "@/features/operator/premarkets/premarket-figures";
import { PremarketProposals } from "@/features/operator/premarkets/proposal-cards";
import { ProposeCard } from "@/features/operator/premarkets/propose-card";
import { ScheduleCard } from "@/features/operator/premarkets/schedule-card";
import { textOf } from "@/lib/text-of";
import { useMay } from "@/session/operator";

export function OperatorPreMarketPage() {
  const symbol = textOf(useParams({ strict: false }).symbol);
  return (
    <ConsolePage
      title={i18n._("Pre-market of {symbol}", { symbol })}
      permission="ledger"
      actions={<Ways symbol={symbol} />}
    >
      <Shown symbol={symbol} />
    </ConsolePage>
  );
}

function Ways({ symbol }: { symbol: string }) {
  const may = useMay();
  const look = buttonClass({ severity: "secondary", size: "small" });
  return (
    <>
      {may("audit") && (
        <Link to="/operator/audit" search={{ subject: `premarket:${symbol}` }} className={look}>
          <Icon name="history" size={14} />
          {i18n._("Staff actions")}
        </Link>
      )}
      <Link to="/operator/pre-markets" className={look}>
        <Icon name="arrow-left" size={14} />
        {i18n._("All pre-markets")}
      </Link>
    </>
  );
}

function Shown({ symbol }: { symbol: string }) {
  const markets = useQuery(premarketsQuery);
  return (
    <QueryView query={markets} skeleton={<Skeleton shape="card" />}>
      {({ items }) => {
        const market = items.find((each) => each.symbol === symbol);
        if (market) return <MarketView key={symbol} market={market} />;
        return <EmptyState icon="hourglass" title={i18n._("Pre-market not found")} />;
      }}
    </QueryView>
  );
}

function MarketView({ market }: { market: Premarket }) {
  const mayChange = useMay()("products");
  return (
    <>
      <h2 className="sr-only">{i18n._("Pre-market")}</h2>
      <PremarketFigures market={market} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 max-xl:order-last">
          <ContractList symbol={market.symbol} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mayChange && <ScheduleCard market={market} />}
          {mayChange && <ProposeCard market={market} />}
          <PremarketProposals symbol={market.symbol} />
        </div>
      </div>
    </>
  );
}
