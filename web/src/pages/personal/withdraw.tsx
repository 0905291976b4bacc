import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { assetsQuery } from "@/api/assets";
import { coinsQuery } from "@/api/coins";
import { networksQuery } from "@/api/networks";
import { isMissing } from "@/api/problem-outcome";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { PageSection } from "@/design/page-section";
import { QueryGroup } from "@/design/query-group";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { addressBookQuery } from "@/features/wallets/address-api";
import { AddressBookCard } from "@/features/wallets/address-book";
import { coinToWithdraw } from "@/features/wallets/coin-choice";
import { NewWithdrawal } from "@/features/wallets/new-withdrawal";
import { DayLimit, HoldBanner } from "@/features/wallets/withdraw-limits";
import {
  networksForWithdrawals,
  type WithdrawalLimits,
  withdrawalFeesQuery,
  withdrawalLimitsQuery,
  withdrawalListQuery,
  withdrawalQuery,
} from "@/features/wallets/withdrawal-api";
import { WithdrawalCard } from "@/features/wallets/withdrawal-card";
import { WithdrawalList } from "@/features/wallets/withdrawal-list";
import { textOf } from "@/lib/text-of";

export function WithdrawPage() {
  const limits = useQuery(withdrawalLimitsQuery);
  const queries = [
    limits,
    useQuery(networksQuery),
    useQuery(withdrawalFeesQuery),
    useQuery(addressBookQuery),
    useInfiniteQuery(withdrawalListQuery),
  ];
  const id = textOf(useSearch({ strict: false }).withdrawal);
  return (
    <PageSection
      level={1}
      title={i18n._("Withdraw")}
      description={i18n._("Send coins from your balance to a wallet of yours.")}
    >
      <QueryGroup queries={queries}>
        <div className="flex flex-col gap-8">
          <section className="flex flex-col gap-4">
            <h2 className="sr-only">{id ? i18n._("Your withdrawal") : i18n._("New withdrawal")}</h2>
            <QueryView query={limits} skeleton={<Skeleton shape="card" />}>
              {(shown) => (id ? <OneWithdrawal id={id} limits={shown} /> : <Form limits={shown} />)}
            </QueryView>
          </section>
          <PageSection title={i18n._("Withdrawals")}>
            <WithdrawalList />
          </PageSection>
          <section>
            <h2 className="sr-only">{i18n._("Address book")}</h2>
            <AddressBookCard />
          </section>
        </div>
      </QueryGroup>
    </PageSection>
  );
}

function Form({ limits }: { limits: WithdrawalLimits }) {
  const navigate = useNavigate();
  const networks = useQuery(networksQuery);
  const fees = useQuery(withdrawalFeesQuery);
  const assets = useQuery(assetsQuery);
  const coins = useQuery(coinsQuery);
  const skeleton = <Skeleton shape="card" />;
  if (assets.isLoading || coins.isLoading) return skeleton;
  return (
    <>
      {limits.hold && <HoldBanner hold={limits.hold} />}
      <QueryView query={networks} empty={<NoNetworks />} skeleton={skeleton}>
        {(known) => (
          <QueryView query={fees} skeleton={skeleton}>
            {(terms) => (
              <NewWithdrawal
                networks={networksForWithdrawals(known, terms)}
                fees={terms}
                preferredCoin={coinToWithdraw(
                  assets.data?.items ?? [],
                  networksForWithdrawals(known, terms),
                  coins.data ?? [],
                )}
                isPaused={limits.hold !== null}
                limit={<DayLimit day={limits.day} />}
                onRequested={(id) => void navigate({ to: ".", search: { withdrawal: id } })}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </>
  );
}

function OneWithdrawal({ id, limits }: { id: string; limits: WithdrawalLimits }) {
  const navigate = useNavigate();
  const withdrawal = useQuery(withdrawalQuery(id));
  if (withdrawal.data === undefined && isMissing(withdrawal.error)) {
    return (
      <Card>
        <EmptyState icon="search" title={i18n._("Withdrawal not found")} />
      </Card>
    );
  }
  return (
    <QueryView query={withdrawal} skeleton={<Skeleton shape="card" />}>
      {(shown) => (
        <WithdrawalCard
          withdrawal={shown}
          methods={limits.methods}
          onClose={() => void navigate({ to: ".", search: {} })}
        />
      )}
    </QueryView>
  );
}

function NoNetworks() {
  return (
    <Card>
      <EmptyState icon="layers" title={i18n._("No networks yet")}>
        {i18n._("Withdrawals open once this exchange is connected to a network.")}
      </EmptyState>
    </Card>
  );
}
