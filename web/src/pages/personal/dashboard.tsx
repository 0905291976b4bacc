import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { LevelCard } from "@/features/dashboard/level-card";
import { nameOf, todosOf } from "@/features/dashboard/model";
import { SecurityCard } from "@/features/dashboard/security-card";
import { Shortcuts } from "@/features/dashboard/shortcuts";
import { SignInsCard } from "@/features/dashboard/sign-ins-card";
import { TodoCard } from "@/features/dashboard/todo-card";
import { PlayMoneyCard } from "@/features/demo/play-money-card";
import { loginHistoryQuery } from "@/features/security/api";
import { type Client, currentClientQuery, useCurrentClient } from "@/session/client";
import { site } from "@/session/site";

export function DashboardPage() {
  const current = useQuery(currentClientQuery);
  const signIns = useInfiniteQuery(loginHistoryQuery);

  return (
    <PageSection level={1} title={greeting(useCurrentClient())}>
      <h2 className="sr-only">{i18n._("Overview")}</h2>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <QueryView query={current} skeleton={<Skeleton shape="card" />}>
            {({ client, transactions }) => (
              <TodoCard todos={todosOf(client, transactions)} kycStatus={client.kyc.status} />
            )}
          </QueryView>
          {site().demo && <PlayMoneyCard />}
          <LevelCard />
          <Shortcuts />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <QueryView query={current} skeleton={<Skeleton shape="card" />}>
            {({ client }) => <SecurityCard client={client} />}
          </QueryView>
          <SignInsCard query={signIns} />
        </div>
      </div>
    </PageSection>
  );
}

function greeting(client: Client | null): string {
  const name = client && nameOf(client);
  return name ? i18n._("Good to see you, {name}", { name }) : i18n._("Good to see you");
}
