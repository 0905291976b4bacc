import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";

type PanelHeadProps = {
  title: string;
  /** Whether the title is visible; a tab may already show it. */
  isTitled?: boolean;
  isStale?: boolean;
  children?: ReactNode;
};

/** The header of a panel: title, stale badge and controls. */
export function PanelHead({ title, isTitled = true, isStale = false, children }: PanelHeadProps) {
  return (
    // Controls without room wrap below the title.
    <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 pe-2 ps-3">
      {isTitled ? (
        <h2 className="whitespace-nowrap font-medium text-13 text-ink leading-9">{title}</h2>
      ) : (
        <h2 className="sr-only">{title}</h2>
      )}
      {isStale && (
        <span title={i18n._("Showing last known prices. Reconnecting…")}>
          <Badge severity="warn">{i18n._("Stale")}</Badge>
        </span>
      )}
      <div
        className={
          isTitled
            ? "ms-auto flex h-9 shrink-0 items-center"
            : "flex h-9 min-w-0 grow items-center justify-between"
        }
      >
        {children}
      </div>
    </header>
  );
}
