import { i18n } from "@lingui/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "@/design/badge";
import { ErrorState } from "@/design/error-state";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { Spinner } from "@/design/spinner";
import { OperatorSignIn } from "@/features/operator/operator-sign-in";
import { roleName } from "@/features/operator/role-name";
import { type Operator, operatorQuery, signOutOperator, useIsOperator, useMay } from "@/session/operator";
import { visibleItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { type ConsoleGroup, consoleGroups } from "./operator-navigation";
import { PageMain } from "./page-main";
import { SiteMark } from "./site-mark";
import { SkipLink } from "./skip-link";

/** The console: denser than the rest, with its own door in place of a guard. */
export function OperatorLayout({ children }: { children: ReactNode }) {
  return useIsOperator() ? <Console>{children}</Console> : <Door />;
}

function Door() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center px-4">
        <SiteMark />
      </header>
      <PageMain className="flex flex-1 flex-col items-center px-4 py-8 sm:justify-center">
        <div className="w-full max-w-md rounded-dialog border-line sm:border sm:bg-deep sm:p-8">
          <h1 className="font-semibold text-28 tracking-tight">{i18n._("Operator console")}</h1>
          <p className="mt-2 mb-6 text-pretty text-14 text-ink-2">
            {i18n._(
              "For the people who run this exchange. Everything done here is written into the audit log.",
            )}
          </p>
          <OperatorSignIn />
        </div>
      </PageMain>
    </div>
  );
}

function Console({ children }: { children: ReactNode }) {
  const operator = useQuery(operatorQuery);

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-(--layer-header) flex h-14 shrink-0 items-center gap-3 border-line border-b bg-abyss px-4 [html:has(&)]:scroll-pt-14">
        <SiteMark />
        <Badge>{i18n._("Operator console")}</Badge>
        <div className="ml-auto flex min-w-0 items-center gap-3">
          {operator.data && (
            <p className="hidden truncate text-13 text-ink-2 sm:block">
              {operator.data.login}
              <span className="text-ink-3"> · {roleName(operator.data.role)}</span>
            </p>
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

  // On a phone the menu is one long row.
  useEffect(() => {
    const current = path && menu.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [path]);

  return (
    <nav
      ref={menu}
      aria-label={i18n._("Console")}
      className="z-(--layer-header) flex shrink-0 gap-1 overflow-x-auto border-line border-b bg-abyss p-2 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:w-52 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:border-r lg:border-b-0 lg:p-3"
    >
      {consoleGroups.map((group) => (
        <MenuGroup key={group.id} group={group} />
      ))}
    </nav>
  );
}

function MenuGroup({ group }: { group: ConsoleGroup }) {
  const may = useMay();
  const items = visibleItems(group.items.filter(({ permission }) => !permission || may(permission)));
  if (items.length === 0) return null;

  return (
    <ul
      aria-label={group.label()}
      className="flex gap-1 lg:flex-col lg:gap-0.5 lg:not-first:border-line lg:not-first:border-t lg:not-first:pt-4"
    >
      {items.map((item) => (
        <li key={item.path}>
          <NavigationLink
            item={item}
            className="group flex h-9 items-center gap-3 whitespace-nowrap rounded-control px-3 text-ink-2 transition-colors hover:bg-shelf hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
          >
            <Icon name={item.icon} className="text-ink-3 group-aria-[current]:text-accent" />
            {item.label()}
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}
