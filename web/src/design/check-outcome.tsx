import type { ReactNode } from "react";
import { Icon } from "./icon";

type CheckOutcomeProps = { ok: boolean; title: string; children: ReactNode };

/** The result of an integrity check: passed or failed, with details. */
export function CheckOutcome({ ok, title, children }: CheckOutcomeProps) {
  return (
    <div className="flex items-start gap-3">
      <Icon
        name={ok ? "shield-check" : "shield-alert"}
        size={20}
        className={ok ? "text-success" : "text-error"}
      />
      <div className="min-w-0">
        <p className="font-medium text-14 text-ink">{title}</p>
        {children}
      </div>
    </div>
  );
}
