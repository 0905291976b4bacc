import type { ReactNode } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icons/icon-names";

interface EmptyStateProps {
  /** What will be shown here. */
  title: string;
  icon?: IconName | undefined;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

export function EmptyState({ title, icon = "inbox", children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full border border-line bg-raised text-ink-2">
        <Icon name={icon} size={20} />
      </span>
      <p className="max-w-prose font-medium text-14 text-ink">{title}</p>
      {children && <div className="mt-1 max-w-prose text-13 text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
