import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";
import type { Severity } from "./severity";

interface BadgeProps {
  severity?: Severity | "neutral" | undefined;
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const LOOKS: Record<Severity | "neutral", string> = {
  neutral: "border-line-strong bg-raised text-ink-2",
  success: "border-success/30 bg-success/12 text-success",
  info: "border-info/30 bg-info/12 text-info",
  warn: "border-warn/30 bg-warn/12 text-warn",
  error: "border-error/30 bg-error/12 text-error",
};

export function Badge({ severity = "neutral", icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-12",
        LOOKS[severity],
        className,
      )}
    >
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
