import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isMissing } from "@/api/problem-outcome";
import { Avatar } from "@/design/avatar";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { type ClientDetail, clientQuery } from "@/features/operator/clients/api";
import {
  AuditLinks,
  IdentityCard,
  ProfileCard,
  SecurityCard,
} from "@/features/operator/clients/client-cards";
import { ClientSessions } from "@/features/operator/clients/client-sessions";
import { FreezeCard } from "@/features/operator/clients/freeze-card";
import { ConsolePage } from "@/features/operator/console-page";
import { fullName } from "@/lib/identity-text";
import { textOf } from "@/lib/text-of";
import { useMay } from "@/session/operator";

export function ClientPage() {
  const { client } = useParams({ strict: false });
  const may = useMay();
  return (
    <ConsolePage
      title={i18n._("Client")}
      permission="clients"
      actions={
        <>
          {may("ledger") && (
            <Link
              to={`/operator/clients/${textOf(client)}/ledger`}
              preload={false}
              className={buttonClass({ severity: "secondary", size: "small" })}
            >
              <Icon name="scale" size={14} />
              {i18n._("Ledger")}
            </Link>
          )}
          <Link to="/operator/clients" className={buttonClass({ severity: "secondary", size: "small" })}>
            <Icon name="arrow-left" size={14} />
            {i18n._("All clients")}
          </Link>
        </>
      }
    >
      <ShownClient id={textOf(client)} />
    </ConsolePage>
  );
}

function ShownClient({ id }: { id: string }) {
  const client = useQuery(clientQuery(id));
  if (isMissing(client.error)) {
    return <EmptyState icon="users" title={i18n._("Client not found")} />;
  }
  return (
    <QueryView query={client} skeleton={<Skeleton shape="card" />}>
      {(shown) => <ClientView client={shown} />}
    </QueryView>
  );
}

function ClientView({ client }: { client: ClientDetail }) {
  const name = fullName(client) ?? client.email;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} src={client.avatar} decorative />
          <h2 className="font-semibold text-20 wrap-anywhere">{name}</h2>
        </div>
        <AuditLinks clientId={client.id} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProfileCard client={client} />
          <IdentityCard client={client} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecurityCard client={client} />
          <ClientSessions client={client} />
        </div>
        <FreezeCard client={client} />
      </div>
    </>
  );
}
