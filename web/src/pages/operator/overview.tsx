import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Card } from "@/design/card";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { healthQuery } from "@/features/operator/api";
import { ConsolePage } from "@/features/operator/console-page";
import { waitingCasesQuery, waitingTicketsQuery } from "@/features/operator/overview/api";
import { WaitingCard } from "@/features/operator/overview/waiting-card";
import { useMay } from "@/session/operator";

export function OperatorOverviewPage() {
  return (
    <ConsolePage title={i18n._("Overview")} permission="health">
      <WaitingWork />
      <Health />
    </ConsolePage>
  );
}

/** The queues that the role may work on; a request without the permission would be audited as rejected. */
function WaitingWork() {
  const may = useMay();
  const cases = useQuery({ ...waitingCasesQuery, enabled: may("kyc") });
  const tickets = useQuery({ ...waitingTicketsQuery, enabled: may("feedback") });
  const failing = useQuery({
    ...healthQuery,
    enabled: may("outbox"),
    select: ({ outbox_failing }) => ({ count: outbox_failing, hasMore: false }),
  });
  if (!may("kyc") && !may("feedback") && !may("outbox")) return null;

  return (
    <Part title={i18n._("Needs attention")}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {may("kyc") && (
          <WaitingCard
            icon="id-card"
            title={i18n._("Identity verification")}
            calm={i18n._("Queue is empty")}
            to="/operator/kyc"
            query={cases}
          />
        )}
        {may("feedback") && (
          <WaitingCard
            icon="message-circle"
            title={i18n._("Open tickets")}
            calm={i18n._("All replied")}
            to="/operator/feedback"
            query={tickets}
          />
        )}
        {may("outbox") && (
          <WaitingCard
            icon="mail"
            title={i18n._("Failed emails")}
            calm={i18n._("None")}
            to="/operator/outbox"
            search={{ status: "failing" }}
            query={failing}
          />
        )}
      </div>
    </Part>
  );
}

function Health() {
  const health = useQuery(healthQuery);
  return (
    <Part title={i18n._("Health")}>
      <QueryView query={health} skeleton={<Skeleton shape="card" />}>
        {({ sessions, outbox_waiting }) => (
          <Card>
            <div className="grid gap-4 sm:grid-cols-3">
              <Stat label={i18n._("Database")}>{i18n._("Responds")}</Stat>
              <Stat label={i18n._("Open client sessions")}>{sessions}</Stat>
              <Stat label={i18n._("Queued emails")}>{outbox_waiting}</Stat>
            </div>
          </Card>
        )}
      </QueryView>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-medium text-13 text-ink-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
