import type { ReactNode } from "react";
import { Icon, type IconName } from "@/design/icon";

interface SettingRowProps {
  /** The target of links to this row. */
  id?: string | undefined;
  icon: IconName;
  title: string;
  /** The status, as a badge after the title. */
  status?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}

/** One security setting: description, status and action. */
export function SettingRow({ id, icon, title, status, children, action }: SettingRowProps) {
  return (
    <li id={id} className="flex scroll-mt-20 items-start gap-4 py-4 first:pt-1 last:pb-1">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-ink-2 max-sm:hidden">
        <Icon name={icon} size={18} />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h4 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-14 text-ink">
            {title}
            {status}
          </h4>
          <div className="mt-1 text-13 text-ink-2 wrap-anywhere">{children}</div>
        </div>
        {action && <div className="flex shrink-0 flex-wrap gap-2">{action}</div>}
      </div>
    </li>
  );
}

/** A group of rows in one frame. */
export function SettingRows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-deep px-4 pt-4 pb-3">
      <h3 className="mb-2 font-semibold text-16">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}
