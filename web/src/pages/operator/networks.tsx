import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { type Network, networksQuery } from "@/features/operator/wallets/api";
import { NetworkCard } from "@/features/operator/wallets/network-card";

export function NetworksPage() {
  return (
    <ConsolePage
      title={i18n._("Networks")}
      permission="ledger"
      description={i18n._(
        "How far each chain is followed, and what the exchange has there compared with the ledger.",
      )}
    >
      <NetworkList />
    </ConsolePage>
  );
}

function NetworkList() {
  const networks = useQuery(networksQuery);
  return (
    <QueryView query={networks} empty={<NoNetworks />} skeleton={<Skeleton shape="card" />}>
      {({ items }) => (
        <div className="flex flex-col gap-4">
          <h2 className="sr-only">{i18n._("Networks")}</h2>
          {enabledFirst(items).map((network) => (
            <NetworkCard key={network.network} network={network} />
          ))}
        </div>
      )}
    </QueryView>
  );
}

function enabledFirst(networks: readonly Network[]): Network[] {
  return networks.toSorted(
    (one, other) => Number(one.status === "disabled") - Number(other.status === "disabled"),
  );
}

function NoNetworks() {
  return (
    <EmptyState icon="link" title={i18n._("No networks yet")}>
      {i18n._("Networks of networks.toml appear here, and development chains while they run.")}
    </EmptyState>
  );
}
