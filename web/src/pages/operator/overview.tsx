import { i18n } from "@lingui/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Stat } from "@/design/stat";
import { healthQuery } from "@/features/operator/api";
import { ConsolePage } from "@/features/operator/console-page";
import {
  openIncidentsQuery,
  type Waiting,
  waitingCasesQuery,
  waitingTicketsQuery,
  waitingWithdrawalsQuery,
} from "@/features/operator/overview/api";
import { classNames } from "@/lib/class-names";
import { formatCount } from "@/lib/format-number";
import { useMay } from "@/session/operator";

export function OperatorOverviewPage() {
  return (
    <ConsolePage title={i18n._("Overview")} permission="health">
      <WaitingWork />
      <Health />
    </ConsolePage>
  );
}

const QUEUES = ["kyc", "withdrawals", "ledger_adjust", "feedback", "outbox"] as const;

/** The queues that the role may work on; a request without the permission would be audited as rejected. */
function WaitingWork() {
  const may = useMay();
  const cases = useQuery({ ...waitingCasesQuery, enabled: may("kyc") });
  const tickets = useQuery({ ...waitingTicketsQuery, enabled: may("feedback") });
  const withdrawals = useQuery({ ...waitingWithdrawalsQuery, enabled: may("withdrawals") });
  const incidents = useQuery({ ...openIncidentsQuery, enabled: may("ledger_adjust") });
  const failing = useQuery({
    ...healthQuery,
    enabled: may("outbox"),
    select: ({ outbox_failing }) => ({ count: outbox_failing, hasMore: false }),
  });
  if (!QUEUES.some(may)) return null;

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
        {may("withdrawals") && (
          <WaitingCard
            icon="arrow-up-from-line"
            title={i18n._("Withdrawals under review")}
            calm={i18n._("Queue is empty")}
            to="/operator/withdrawals"
            query={withdrawals}
          />
        )}
        {may("ledger_adjust") && (
          <WaitingCard
            icon="shield-alert"
            title={i18n._("Open wallet incidents")}
            calm={i18n._("None")}
            to="/operator/incidents"
            query={incidents}
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

type WaitingCardProps = {
  icon: IconName;
  title: string;
  /** Shown instead of the count when the queue is empty. */
  calm: string;
  to: string;
  search?: Record<string, string>;
  query: Pick<UseQueryResult<Waiting>, "data" | "isError">;
};

/** The length of one queue; the card links to it. */
function WaitingCard({ icon, title, calm, to, search = {}, query }: WaitingCardProps) {
  const isWaiting = query.data !== undefined && query.data.count > 0;
  return (
    <Link
      to={to}
      search={search}
      className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-deep px-4 py-4 transition-colors hover:border-line-strong hover:bg-shelf"
    >
      <span
        className={classNames(
          "flex size-10 shrink-0 items-center justify-center rounded-full border",
          isWaiting ? "border-warn/30 bg-warn/12 text-warn" : "border-line bg-raised text-ink-3",
        )}
      >
        <Icon name={icon} size={18} />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-13 text-ink-2">{title}</span>
        <Figure query={query} calm={calm} />
      </span>
      <Icon name="chevron-right" className="text-ink-3" />
    </Link>
  );
}

function Figure({ query: { data, isError }, calm }: Pick<WaitingCardProps, "query" | "calm">) {
  if (data === undefined) {
    if (isError) return <span className="block text-14 text-error">{i18n._("Couldn’t count")}</span>;
    return <Skeleton shape="block" className="mt-1 h-6 w-12" />;
  }
  if (data.count === 0) return <span className="block text-14 text-ink">{calm}</span>;
  return (
    <span className="block font-semibold text-20 text-ink tabular-nums">
      {data.hasMore ? i18n._("{count} or more", { count: formatCount(data.count) }) : formatCount(data.count)}
    </span>
  );
}
