import { useId } from "react";
import { classNames } from "@/lib/class-names";
import { formatRate } from "@/lib/format-number";

interface ProgressProps {
  label: string;
  /** From 0 to 1; indeterminate without it. */
  value?: number | undefined;
  /** The value in words, such as "2 of 6 confirmations". */
  valueText?: string | undefined;
  tone?: "accent" | "warn" | "error" | undefined;
}

const TONES = { accent: "bg-accent", warn: "bg-warn", error: "bg-error" };

export function Progress({ label, value, valueText, tone = "accent" }: ProgressProps) {
  const labelId = useId();
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-13">
        <span id={labelId} className="min-w-0 text-ink-2 wrap-anywhere">
          {label}
        </span>
        {percent !== undefined && (
          <span className="shrink-0 text-ink tabular-nums">{valueText ?? formatRate(percent / 100)}</span>
        )}
      </div>
      <div
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={classNames(
            "h-full origin-left rtl:origin-right rounded-full",
            TONES[tone],
            percent === undefined ? "opacity-60 motion-safe:animate-pulse" : "transition-[width]",
          )}
          style={{ width: `${percent ?? 100}%` }}
        />
      </div>
    </div>
  );
}
