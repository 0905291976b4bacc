import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useId } from "react";
import { isMissing } from "@/api/problem-outcome";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { TransactionFilterForm, useTransactionFilter } from "@/design/transaction-filter";
import { clientQuery } from "@/features/operator/clients/api";
import { ShortId } from "@/features/operator/clients/client-facts";
import { ConsolePage } from "@/features/operator/console-page";
import { ClientFigures } from "@/features/operator/ledger/account-table";
import { type ClientLedger, clientLedgerQuery } from "@/features/operator/ledger/api";
import { ProposeButton } from "@/features/operator/ledger/propose-button";
import { TransactionList } from "@/features/operator/ledger/transaction-list";
import { fullName } from "@/lib/identity-text";
import { textOf } from "@/lib/text-of";
import { useMay } from "@/session/operator";

/** A client's balances and transactions. */
export function ClientLedgerPage() {
  const id = textOf(useParams({ strict: false }).client);
  const may = useMay();
  const navigate = useNavigate();

  return (
    <ConsolePage
      title={i18n._("Client ledger")}
      permission="ledger"
      description={i18n._("Viewing client balances is logged.")}
      actions={
        <>
          {may("clients") && (
            <Link
              to="/operator/clients/$client"
              params={{ client: id }}
              preload={false}
              className={buttonClass({ severity: "secondary", size: "small" })}
            >
              <Icon name="arrow-left" size={14} />
              {i18n._("Client")}
            </Link>
          )}
          {may("ledger_adjust") && (
            <ProposeButton
              purpose={{ kind: "adjustment", clientId: id }}
              onProposed={(proposal) => void navigate({ to: `/operator/ledger/proposals/${proposal.id}` })}
            />
          )}
        </>
      }
    >
      <ShownLedger id={id} />
    </ConsolePage>
  );
}

function ShownLedger({ id }: { id: string }) {
  const ledger = useQuery(clientLedgerQuery(id));
  if (isMissing(ledger.error)) {
    return <EmptyState icon="users" title={i18n._("Client not found")} />;
  }
  return (
    <QueryView query={ledger} skeleton={<Skeleton shape="card" />}>
      {(shown) => <LedgerView ledger={shown} />}
    </QueryView>
  );
}

function LedgerView({ ledger }: { ledger: ClientLedger }) {
  const titleId = useId();
  const filter = useTransactionFilter();
  const coins = [...new Set(ledger.accounts.map(({ coin }) => coin))].toSorted();
  return (
    <>
      <ClientOf id={ledger.client_id} />
      <ClientFigures ledger={ledger} />
      <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
        <h2 id={titleId} className="font-semibold text-16">
          {i18n._("Transactions")}
        </h2>
        <TransactionFilterForm coins={coins} />
        <TransactionList clientId={ledger.client_id} filter={filter} />
      </section>
    </>
  );
}

function ClientOf({ id }: { id: string }) {
  const may = useMay();
  const client = useQuery({ ...clientQuery(id), enabled: may("clients") });
  const name = client.data && fullName(client.data);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      {name && <span className="font-semibold wrap-anywhere">{name}</span>}
      {client.data && <span className="text-ink-2 wrap-anywhere">{client.data.email}</span>}
      <ShortId id={id} />
    </p>
  );
}
