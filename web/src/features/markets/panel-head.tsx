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

/** The one line above a panel: what it is, whether it can be trusted, and its few controls. */
export function PanelHead({ title, isTitled = true, isStale = false, children }: PanelHeadProps) {
  return (
    <header className="flex h-9 shrink-0 items-center gap-2 pr-2 pl-3">
      {isTitled ? <Title>{title}</Title> : <h2 className="sr-only">{title}</h2>}
      {isStale && (
        <span title={i18n._("These are the last known prices. Newer ones are on their way.")}>
          <Badge severity="warn">{i18n._("Stale")}</Badge>
        </span>
      )}
      <div
        className={
          isTitled ? "ml-auto flex shrink-0 items-center" : "flex min-w-0 grow items-center justify-between"
        }
      >
        {children}
      </div>
    </header>
  );
}

/** Whole or not at all: where it has no room beside the empty start, it goes to a second line that is not seen. */
function Title({ children }: { children: string }) {
  return (
    <div className="flex h-9 min-w-0 grow flex-wrap overflow-hidden">
      <span className="h-9 w-0" />
      <h2 className="whitespace-nowrap font-medium text-13 text-ink leading-9">{children}</h2>
    </div>
  );
}
