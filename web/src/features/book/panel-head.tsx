import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";

type PanelHeadProps = {
  title: string;
  /** Whether the title is to be seen; a tab may already carry it. */
  isTitled?: boolean;
  isStale?: boolean;
  children?: ReactNode;
};

/** What stands above a panel: what it is, whether it can be trusted, and its few controls. */
export function PanelHead({ title, isTitled = true, isStale = false, children }: PanelHeadProps) {
  return (
    // Controls that have no room beside the title go below it: without it nobody would know what they are of.
    <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 pr-2 pl-3">
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
            ? "ml-auto flex h-9 shrink-0 items-center"
            : "flex h-9 min-w-0 grow items-center justify-between"
        }
      >
        {children}
      </div>
    </header>
  );
}
