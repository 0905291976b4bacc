import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { type Permission, useMay } from "@/session/operator";

type ConsolePageProps = {
  title: string;
  /** Operators without it see a message instead of many rejected requests. */
  permission?: Permission;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of the console: title, actions and content. */
export function ConsolePage({ title, permission, description, actions, children }: ConsolePageProps) {
  const may = useMay();
  const isAllowed = !permission || may(permission);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-20 tracking-tight">{title}</h1>
          {description && <p className="mt-1 max-w-2xl text-pretty text-13 text-ink-2">{description}</p>}
        </div>
        {isAllowed && actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {isAllowed ? (
        children
      ) : (
        <EmptyState icon="lock" title={i18n._("Your role doesn’t include this page")}>
          {i18n._("Ask an administrator if you need it for your work.")}
        </EmptyState>
      )}
    </>
  );
}

type DeskProps = {
  /** The queue, at the left; on a phone the only part until something is chosen. */
  queue: ReactNode;
  /** The chosen case, in the middle. */
  subject: ReactNode;
  /** Actions and history, at the right. */
  side?: ReactNode;
  hasChosen: boolean;
  /** The target of the back link on phones. */
  backTo: string;
};

/** The layout for working on cases: queue, case, actions and history. */
export function Desk({ queue, subject, side, hasChosen, backTo }: DeskProps) {
  return (
    <div className="grid flex-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)_20rem]">
      <section
        aria-label={i18n._("Queue")}
        className={classNames(
          "min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(var(--page-height)-6rem)] lg:overflow-y-auto",
          hasChosen && "hidden lg:block",
        )}
      >
        {queue}
      </section>
      <section
        aria-label={i18n._("Case")}
        className={classNames(
          "min-w-0",
          side === undefined && "xl:col-span-2",
          !hasChosen && "hidden lg:block",
        )}
      >
        {hasChosen && (
          <Link
            to={backTo}
            className={classNames(buttonClass({ severity: "link", size: "small" }), "mb-2 -ms-3 lg:hidden")}
          >
            <Icon name="arrow-left" />
            {i18n._("Back to the queue")}
          </Link>
        )}
        {subject}
      </section>
      {side !== undefined && (
        <aside
          aria-label={i18n._("Actions and history")}
          className={classNames(
            "min-w-0 lg:col-start-2 xl:sticky xl:top-20 xl:col-start-3",
            !hasChosen && "hidden lg:block",
          )}
        >
          {side}
        </aside>
      )}
    </div>
  );
}
