import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { EmptyState } from "@/design/empty-state";
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
