import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";
import { SEVERITY_ICONS, SEVERITY_TEXT, severityName } from "./severity";

type BannerSeverity = "info" | "warn" | "error";

interface BannerProps {
  severity: BannerSeverity;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

const LOOKS: Record<BannerSeverity, string> = {
  info: "border-info/30 bg-info/10",
  warn: "border-warn/30 bg-warn/10",
  error: "border-error/30 bg-error/10",
};

export function Banner({ severity, children, action, onDismiss }: BannerProps) {
  return (
    <div
      role={severity === "error" ? "alert" : "status"}
      className={classNames("flex items-center gap-3 rounded-card border px-4 py-2", LOOKS[severity])}
    >
      <Icon
        name={SEVERITY_ICONS[severity]}
        size={18}
        label={severityName(severity)}
        className={SEVERITY_TEXT[severity]}
      />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2 py-1">
        <div className="min-w-0 grow text-14 text-ink wrap-anywhere">{children}</div>
        {action}
      </div>
      {onDismiss && <IconButton icon="x" label={i18n._("Dismiss")} size="small" onClick={onDismiss} />}
    </div>
  );
}
