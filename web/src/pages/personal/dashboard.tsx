import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { assetsQuery } from "@/api/assets";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { AllLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { useNear } from "@/design/use-near";
import { LevelCard } from "@/features/dashboard/level-card";
import { nameOf, todosOf } from "@/features/dashboard/model";
import { SecurityCard, SignInsCard } from "@/features/dashboard/security-cards";
import { TodoCard } from "@/features/dashboard/todo-card";
import { PlayMoneyCard } from "@/features/demo/play-money-card";
import { EarnCard } from "@/features/earn/earn-stats";
import { PortfolioCard } from "@/features/ledger/portfolio-card";
import { RecentTransactionsCard } from "@/features/ledger/recent-transactions-card";
import { useOwnAssets } from "@/features/ledger/use-own-assets";
import { openOrdersQuery } from "@/features/orders/api";
import { OpenOrdersTable } from "@/features/orders/open-orders-table";
import { TradeLink } from "@/features/orders/trade-link";
import { PremarketSummaryCard } from "@/features/premarket/premarket-summary-card";
import { loginHistoryQuery } from "@/features/security/api";
import { type PagePath, pageExists } from "@/lib/page-paths";
import { type Client, currentClientQuery, useCurrentClient } from "@/session/client";
import { usePortfolioView } from "@/session/portfolio-view";
import { site } from "@/session/site";

// The rest is on the orders page.
const MAX_ORDERS = 5;
const NEAR_PX = 100;
const COLUMN = "flex min-w-0 flex-col gap-6 max-xl:contents";

export function DashboardPage() {
  const current = useQuery(currentClientQuery);

  return (
    <PageSection level={1} title={greeting(useCurrentClient())}>
      <h2 className="sr-only">{i18n._("Overview")}</h2>
      {/* Two independent columns; in one column the most important comes first. */}
      <div className="flex flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:items-start">
        <div className={COLUMN}>
          <div className="max-xl:order-1">
            <PortfolioCard isLinked />
          </div>
          <div className="max-xl:order-4">
            <OpenOrdersCard />
          </div>
          <div className="grid gap-6 max-xl:order-6 sm:grid-cols-2">
            <OwnEarnCard />
            <OwnPremarketCard />
          </div>
          <div className="max-xl:order-6">
            <OwnLevelCard />
          </div>
          <div className="max-xl:order-7">
            <Shortcuts />
          </div>
        </div>
        <div className={COLUMN}>
          <div className="max-xl:order-2">
            <QueryView query={current} skeleton={<Skeleton shape="card" />}>
              {(known) => <TodoCard todos={todosOf(known)} kycStatus={known.client.kyc.status} />}
            </QueryView>
          </div>
          {site().demo && (
            <div id="play-money" className="scroll-mt-20 max-xl:order-3">
              <PlayMoneyCard />
            </div>
          )}
          <div className="max-xl:order-5">
            <RecentTransactionsCard />
          </div>
          <div className="max-xl:order-8">
            <QueryView query={current} skeleton={<Skeleton shape="card" />}>
              {({ client }) => <SecurityCard client={client} />}
            </QueryView>
          </div>
          <div className="max-xl:order-9">
            <OwnSignInsCard />
          </div>
        </div>
      </div>
    </PageSection>
  );
}

/** A card below the fold loads its contents when it comes near: before, it would only be in the way of the others. */
function useNearCard() {
  // Skeletons are lower than what follows them, and bring the cards below too near.
  const orders = useQuery({ ...openOrdersQuery(), enabled: false });
  const assets = useQuery({ ...assetsQuery, enabled: false });
  return useNear<HTMLDivElement>(NEAR_PX, !orders.isPending && !assets.isPending);
}

/** A separate component, so that only this card re-renders with prices. */
function OwnLevelCard() {
  const [place, isNear] = useNearCard();
  return (
    <div ref={place}>
      <LevelCard balance={useOwnAssets().data?.total_usdt} isNear={isNear} />
    </div>
  );
}

function OwnEarnCard() {
  const [place, isNear] = useNearCard();
  return (
    <div ref={place} className="grid">
      <EarnCard assets={useOwnAssets().data} isNear={isNear} />
    </div>
  );
}

function OwnPremarketCard() {
  const [place, isNear] = useNearCard();
  return (
    <div ref={place} className="grid">
      <PremarketSummaryCard assets={useOwnAssets().data} isNear={isNear} />
    </div>
  );
}

function OwnSignInsCard() {
  const [place, isNear] = useNearCard();
  const signIns = useInfiniteQuery({ ...loginHistoryQuery, enabled: isNear });
  return (
    <div ref={place}>
      <SignInsCard query={signIns} />
    </div>
  );
}

function OpenOrdersCard() {
  const { isHidden } = usePortfolioView();
  return (
    <Card
      title={i18n._("Open orders")}
      actions={<AllLink to="/personal/orders" name={i18n._("All orders")} />}
    >
      <OpenOrdersTable most={MAX_ORDERS} isHidden={isHidden} emptyAction={<TradeLink />} />
    </Card>
  );
}

function greeting(client: Client | null): string {
  const name = client && nameOf(client);
  return name ? i18n._("Welcome back, {name}", { name }) : i18n._("Welcome back");
}

type Shortcut = { to: PagePath; icon: IconName; label: string };

/** Links to pages that exist. */
function Shortcuts() {
  const shortcuts: Shortcut[] = [
    { to: "/personal/deposit", icon: "arrow-down-to-line", label: i18n._("Deposit") },
    { to: "/personal/withdraw", icon: "arrow-up-from-line", label: i18n._("Withdraw") },
    { to: "/trading", icon: "chart-candlestick", label: i18n._("Trade") },
    { to: "/personal/exchange", icon: "arrow-left-right", label: i18n._("Exchange") },
    { to: "/earn", icon: "sprout", label: i18n._("Earn") },
    { to: "/personal/kyc", icon: "id-card", label: i18n._("Identity verification") },
    { to: "/personal/settings", icon: "settings", label: i18n._("Settings") },
    { to: "/kyc-levels", icon: "layers", label: i18n._("Membership levels") },
    { to: "/personal/contact", icon: "message-circle", label: i18n._("Contact us") },
  ];
  return (
    <nav aria-label={i18n._("Shortcuts")}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {shortcuts
          .filter(({ to }) => pageExists(to))
          .map(({ to, icon, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full items-center gap-3 rounded-card border border-line bg-deep px-4 py-3 text-14 text-ink-2 transition-colors hover:border-line-strong hover:text-ink"
              >
                <Icon name={icon} size={18} className="text-ink-3" />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
