import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { networksQuery } from "@/api/networks";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { QueryGroup } from "@/design/query-group";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { PlayMoneyCard } from "@/features/demo/play-money-card";
import { depositsQuery } from "@/features/wallets/api";
import { coinToDeposit } from "@/features/wallets/coin-choice";
import { DepositForm } from "@/features/wallets/deposit-form";
import { DepositList } from "@/features/wallets/deposit-list";
import { site } from "@/session/site";

export function DepositPage() {
  const networks = useQuery(networksQuery);
  const deposits = useInfiniteQuery(depositsQuery);
  const lastCoin = deposits.data?.pages[0]?.items[0]?.coin ?? null;
  return (
    <PageSection
      level={1}
      title={i18n._("Deposit")}
      description={i18n._("Send coins from your wallet to your own address here.")}
    >
      <QueryGroup queries={[networks, deposits]}>
        <div className="flex flex-col gap-8">
          <section>
            <h2 className="sr-only">{i18n._("New deposit")}</h2>
            <QueryView query={networks} empty={<NoNetworks />} skeleton={<DepositSkeleton />}>
              {(items) =>
                deposits.isLoading ? (
                  <DepositSkeleton />
                ) : (
                  <DepositForm networks={items} preferredCoin={coinToDeposit(items, lastCoin)} />
                )
              }
            </QueryView>
          </section>
          <PageSection title={i18n._("Deposits")}>
            <DepositList />
          </PageSection>
          {site().demo && (
            <section className="max-w-xl">
              <h2 className="sr-only">{i18n._("Play money")}</h2>
              <PlayMoneyCard />
            </section>
          )}
        </div>
      </QueryGroup>
    </PageSection>
  );
}

function NoNetworks() {
  return (
    <Card>
      <EmptyState icon="layers" title={i18n._("No networks yet")}>
        {i18n._("Deposits open once this exchange is connected to a network.")}
      </EmptyState>
    </Card>
  );
}

function DepositSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
