import { i18n } from "@lingui/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { ErrorState } from "@/design/error-state";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { Spinner } from "@/design/spinner";
import { IdleWatch } from "@/features/operator/idle-watch";
import { OperatorSignIn } from "@/features/operator/operator-sign-in";
import { roleName } from "@/features/operator/staff/roles";
import {
  type Operator,
  operatorQuery,
  type Permission,
  reasonOfEnd,
  signOutOperator,
  useIsOperator,
  useMay,
  useOperator,
} from "@/session/operator";
import type { NavigationItem } from "./navigation";
import { NavigationList } from "./navigation-list";
import { OperatorAuthLayout } from "./operator-auth-layout";
import { PageMain, SkipLink } from "./page-main";
import { SiteMark } from "./site-mark";

type ConsoleItem = NavigationItem & {
  /** The permission required to see the item; without one every operator sees it. */
  permission?: Permission;
};

type ConsoleGroup = { id: string; label: () => string; items: readonly ConsoleItem[] };

const consoleGroups: readonly ConsoleGroup[] = [
  {
    id: "desk",
    label: () => i18n._("Desk"),
    items: [
      { path: "/operator", isExact: true, label: () => i18n._("Overview"), icon: "layout-dashboard" },
      {
        path: "/operator/kyc",
        label: () => i18n._("Identity"),
        icon: "id-card",
        permission: "kyc",
      },
      {
        path: "/operator/clients",
        label: () => i18n._("Clients"),
        icon: "users",
        permission: "clients",
      },
      {
        path: "/operator/feedback",
        label: () => i18n._("Feedback"),
        icon: "message-circle",
        permission: "feedback",
      },
      {
        path: "/operator/outbox",
        label: () => i18n._("Outbox"),
        icon: "mail",
        permission: "outbox",
      },
    ],
  },
  {
    id: "exchange",
    label: () => i18n._("The exchange"),
    items: [
      {
        path: "/operator/markets",
        label: () => i18n._("Markets"),
        icon: "chart-candlestick",
        permission: "markets",
      },
      { path: "/operator/coins", label: () => i18n._("Coins"), icon: "coins", permission: "markets" },
      { path: "/operator/earn", label: () => i18n._("Earn"), icon: "sprout", permission: "ledger" },
      {
        path: "/operator/pre-markets",
        label: () => i18n._("Pre-markets"),
        icon: "hourglass",
        permission: "ledger",
      },
      { path: "/operator/ledger", label: () => i18n._("Ledger"), icon: "scale", permission: "ledger" },
      { path: "/operator/engine", label: () => i18n._("Engine"), icon: "server", permission: "health" },
    ],
  },
  {
    id: "wallets",
    label: () => i18n._("Wallets"),
    items: [
      {
        path: "/operator/withdrawals",
        label: () => i18n._("Withdrawals"),
        icon: "arrow-up-from-line",
        permission: "ledger",
      },
      {
        path: "/operator/deposits",
        label: () => i18n._("Deposits"),
        icon: "arrow-down-to-line",
        permission: "ledger",
      },
      { path: "/operator/networks", label: () => i18n._("Networks"), icon: "link", permission: "ledger" },
      {
        path: "/operator/incidents",
        label: () => i18n._("Incidents"),
        icon: "shield-alert",
        permission: "ledger",
      },
    ],
  },
  {
    id: "content",
    label: () => i18n._("Content"),
    items: [
      { path: "/operator/news", label: () => i18n._("News"), icon: "newspaper", permission: "content" },
      { path: "/operator/faq", label: () => i18n._("FAQ"), icon: "circle-help", permission: "content" },
      { path: "/operator/pages", label: () => i18n._("Pages"), icon: "file", permission: "content" },
    ],
  },
  {
    id: "settings",
    label: () => i18n._("Settings"),
    items: [
      { path: "/operator/sites", label: () => i18n._("Sites"), icon: "globe", permission: "sites" },
      { path: "/operator/rules", label: () => i18n._("Rules"), icon: "route", permission: "rules" },
      { path: "/operator/levels", label: () => i18n._("Levels"), icon: "layers", permission: "levels" },
    ],
  },
  {
    id: "oversight",
    label: () => i18n._("Oversight"),
    items: [
      { path: "/operator/staff", label: () => i18n._("Staff"), icon: "user-check", permission: "staff" },
      { path: "/operator/audit", label: () => i18n._("Audit log"), icon: "history", permission: "audit" },
      { path: "/operator/files", label: () => i18n._("File views"), icon: "eye", permission: "files_audit" },
    ],
  },
];

/** The console: a denser layout that shows its own sign-in instead of a route guard. */
export function OperatorLayout({ children }: { children: ReactNode }) {
  return useIsOperator() ? <Console>{children}</Console> : <ConsoleSignIn />;
}

function ConsoleSignIn() {
  const reason = reasonOfEnd();
  return (
    <OperatorAuthLayout
      title={i18n._("Operator console")}
      intro={i18n._("For exchange staff. Every action here is recorded in the audit log.")}
    >
      {reason && (
        <div className="mb-5">
          <Banner severity="info">{reason}</Banner>
        </div>
      )}
      <OperatorSignIn />
    </OperatorAuthLayout>
  );
}

function Console({ children }: { children: ReactNode }) {
  const operator = useQuery(operatorQuery);

  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <header className="sticky top-0 z-(--layer-header) flex h-14 shrink-0 items-center gap-3 border-line border-b bg-abyss px-4 [html:has(&)]:scroll-pt-14">
        <SiteMark />
        <Badge className="max-sm:hidden">{i18n._("Operator console")}</Badge>
        <div className="ms-auto flex min-w-0 items-center gap-3">
          {operator.data && (
            <Link
              to="/operator/account"
              className="flex h-9 min-w-9 items-center justify-center gap-2 truncate rounded-control px-2 text-13 text-ink-2 hover:bg-shelf hover:text-ink"
            >
              <Icon name="user" />
              <span className="sr-only">{i18n._("My account")}</span>
              <span className="hidden truncate sm:block">
                {operator.data.login}
                <span className="text-ink-3"> · {roleName(operator.data.role)}</span>
              </span>
            </Link>
          )}
          <IconButton icon="log-out" label={i18n._("Sign out")} onClick={() => void signOutOperator()} />
        </div>
      </header>
      <div className="flex flex-1 flex-col lg:flex-row">
        <ConsoleMenu />
        <PageMain className="flex flex-1 flex-col gap-4 p-4 lg:p-6">
          {operator.data ? children : <Waiting operator={operator} />}
        </PageMain>
      </div>
      {operator.data && <IdleWatch limitSeconds={operator.data.idle_limit} />}
    </div>
  );
}

function Waiting({ operator }: { operator: UseQueryResult<Operator> }) {
  if (operator.isError)
    return <ErrorState onRetry={() => void operator.refetch()} pending={operator.isFetching} />;
  return (
    <div role="status" className="grid flex-1 place-items-center">
      <span className="sr-only">{i18n._("Loading")}</span>
      <Spinner />
    </div>
  );
}

function ConsoleMenu() {
  const menu = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });

  const operator = useOperator();

  // On a phone the menu is one long row. It has all its links once the operator's permissions are loaded.
  useEffect(() => {
    const current = path && operator && menu.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [path, operator]);

  return (
    <nav
      ref={menu}
      aria-label={i18n._("Console")}
      className="z-(--layer-header) flex shrink-0 gap-1 overflow-x-auto border-line border-b bg-abyss p-2 lg:sticky lg:top-14 lg:h-[calc(var(--page-height)-3.5rem)] lg:w-52 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:border-e lg:border-b-0 lg:p-3"
    >
      {consoleGroups.map((group) => (
        <MenuGroup key={group.id} group={group} />
      ))}
    </nav>
  );
}

function MenuGroup({ group }: { group: ConsoleGroup }) {
  const may = useMay();
  const items = group.items.filter(({ permission }) => !permission || may(permission));
  return (
    <NavigationList
      label={group.label()}
      items={items}
      className="gap-1 lg:flex-col lg:gap-0.5 lg:not-first:border-line lg:not-first:border-t lg:not-first:pt-4"
    />
  );
}
