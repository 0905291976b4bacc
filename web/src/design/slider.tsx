import type { CSSProperties } from "react";
import { classNames } from "@/lib/class-names";
import { formatRate } from "@/lib/format-number";
import { useFieldControl } from "./field-context";

interface SliderProps {
  value: number;
  onValueChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Values offered as buttons beside the track. */
  marks?: readonly number[];
  /** Formats a value for the marks and screen readers; percent by default. */
  format?: (value: number) => string;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export const QUARTERS = [25, 50, 75, 100];

// The input is as high as its thumb's touch target; only the middle of it is painted as the track.
const TRACK =
  "h-6 w-full min-w-0 cursor-pointer appearance-none bg-[linear-gradient(to_right,var(--accent)_var(--share),var(--line-strong)_var(--share))] bg-center bg-no-repeat bg-size-[100%_4px] disabled:cursor-not-allowed";
const THUMB =
  "thumb:box-border thumb:size-5 thumb:appearance-none thumb:rounded-full thumb:border-4 thumb:border-accent thumb:bg-abyss";

/** A native range input: browsers bring its keyboard and touch handling. */
export function Slider(props: SliderProps) {
  const { value, onValueChange, min = 0, max = 100, step = 1, marks = [], format = asPercent } = props;
  const style: CSSProperties & Record<"--share", string> = {
    "--share": `${((value - min) / (max - min)) * 100}%`,
  };
  return (
    <div className={classNames("flex items-center gap-2 has-disabled:opacity-45", props.className)}>
      <input
        {...useFieldControl({})}
        type="range"
        {...{ min, max, step, value, style }}
        disabled={props.disabled}
        aria-label={props["aria-label"]}
        aria-valuetext={format(value)}
        onChange={(event) => onValueChange(event.target.valueAsNumber)}
        className={`${TRACK} ${THUMB}`}
      />
      {marks.map((mark) => (
        <button
          key={mark}
          type="button"
          disabled={props.disabled}
          aria-pressed={mark === value}
          onClick={() => onValueChange(mark)}
          className="-mx-1 h-6 shrink-0 rounded-control px-1 text-12 text-ink-2 tabular-nums transition-colors not-disabled:hover:bg-raised not-disabled:hover:text-ink aria-pressed:text-accent disabled:cursor-not-allowed"
        >
          {format(mark)}
        </button>
      ))}
    </div>
  );
}

const asPercent = (percent: number) => formatRate(percent / 100);
