import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";

interface RequirementProps {
  isMet: boolean;
  children: ReactNode;
  /** How to meet it; shown until it is met. */
  action?: ReactNode;
}

/** One item of a list of requirements, checked when it is met. */
export function Requirement({ isMet, children, action }: RequirementProps) {
  return (
    <li className="flex min-h-6 items-center gap-3 text-14">
      <Icon
        name={isMet ? "circle-check" : "circle-dot"}
        size={18}
        label={isMet ? i18n._("Met") : i18n._("Not met")}
        className={isMet ? "text-success" : "text-ink-3"}
      />
      <span className={classNames("min-w-0 grow", isMet ? "text-ink" : "text-ink-2")}>{children}</span>
      {!isMet && action}
    </li>
  );
}
