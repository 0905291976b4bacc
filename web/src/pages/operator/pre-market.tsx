import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { type Premarket, premarketsQuery } from "@/features/operator/premarkets/api";
import { ContractList } from "@/features/operator/premarkets/contract-list";
import { PremarketFigures } from "@/features/operator/premarkets/premarket-figures";
import { PremarketProposals } from "@/features/operator/premarkets/proposal-cards";
import { ProposeCard } from "@/features/operator/premarkets/propose-card";
import { ScheduleCard } from "@/features/operator/premarkets/schedule-card";
import { SubjectLinks } from "@/features/operator/subject-links";
import { textOf } from "@/lib/text-of";
import { useMay } from "@/session/operator";

export function OperatorPreMarketPage() {
  const symbol = textOf(useParams({ strict: false }).symbol);
  return (
    <ConsolePage
      title={i18n._("Pre-market of {symbol}", { symbol })}
      permission="ledger"
      actions={
        <SubjectLinks
          subject={`premarket:${symbol}`}
          backTo="/operator/pre-markets"
          backLabel={i18n._("All pre-markets")}
        />
      }
    >
      <Shown symbol={symbol} />
    </ConsolePage>
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-4 *:min-w-0">
        {mayChange && <ScheduleCard market={market} />}
        {mayChange && <ProposeCard market={market} />}
        <PremarketProposals symbol={market.symbol} />
      </div>
      <ContractList symbol={market.symbol} />
    </>
  );
}
