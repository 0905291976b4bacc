import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import { Button } from "./button";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";
import { SEVERITY_ICONS, SEVERITY_TEXT, type Severity, severityName } from "./severity";
import type { ToastMessage } from "./toast";

interface ToastCardProps {
  message: ToastMessage;
  onClose: () => void;
}

const EDGES: Record<Severity, string> = {
  success: "border-success/50 border-l-success",
  info: "border-info/50 border-l-info",
  warn: "border-warn/50 border-l-warn",
  error: "border-error/50 border-l-error",
};

export function ToastCard({ message, onClose }: ToastCardProps) {
  const { severity, summary, detail, actions } = message;
  return (
    <div
      className={classNames(
        "flex items-start gap-3 rounded-card border border-l-4 bg-raised py-2 pr-2 pl-3 shadow-float",
        EDGES[severity],
      )}
    >
      <Icon
        name={SEVERITY_ICONS[severity]}
        size={20}
        label={severityName(severity)}
        className={classNames("mt-1.5", SEVERITY_TEXT[severity])}
      />
      <div className="min-w-0 grow py-1.5 wrap-anywhere">
        <p className="font-medium text-14 text-ink">{summary}</p>
        {detail && <p className="mt-1 text-13 text-ink-2">{detail}</p>}
        {actions && (
          <div className="mt-2 flex flex-wrap gap-2">
            {actions.map(({ label, onPress }) => (
              <Button key={label} severity="secondary" size="small" onClick={onPress}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton icon="x" label={i18n._("Dismiss notification")} size="small" onClick={onClose} />
    </div>
  );
}
