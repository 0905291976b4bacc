import type { ReactNode } from "react";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { classNames } from "@/lib/class-names";

interface StatusCardProps {
  icon: IconName;
  tone: "info" | "success" | "warn";
  title: string;
  children: ReactNode;
}

const TONES = {
  info: "border-info/30 bg-info/12 text-info",
  success: "border-success/30 bg-success/12 text-success",
  warn: "border-warn/30 bg-warn/12 text-warn",
};

export function StatusCard({ icon, tone, title, children }: StatusCardProps) {
  return (
    <Card>
      <div className="flex flex-col gap-5 p-2 sm:flex-row sm:p-4">
        <span
          className={classNames(
            "flex size-12 shrink-0 items-center justify-center rounded-full border",
            TONES[tone],
          )}
        >
          <Icon name={icon} size={22} />
        </span>
        <div className="flex min-w-0 grow flex-col gap-4">
          <h2 className="font-semibold text-20 text-ink sm:leading-12">{title}</h2>
          {children}
        </div>
      </div>
    </Card>
  );
}
