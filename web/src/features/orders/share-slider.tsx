import { i18n } from "@lingui/core";
import type { CSSProperties } from "react";

interface ShareSliderProps {
  /** 0 to 100. */
  percent: number;
  onChange: (percent: number) => void;
  disabled: boolean;
}

const QUARTERS = [25, 50, 75, 100];

const TRACK =
  "h-1 w-full cursor-pointer appearance-none rounded-full bg-[linear-gradient(to_right,var(--accent)_var(--share),var(--line-strong)_var(--share))] outline-offset-8 disabled:cursor-not-allowed";
const THUMB =
  "[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-3 [&::-webkit-slider-thumb]:border-accent [&::-webkit-slider-thumb]:bg-abyss";
const THUMB_FIREFOX =
  "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-3 [&::-moz-range-thumb]:border-accent [&::-moz-range-thumb]:bg-abyss";

/**
 * How much of what is available. The browser's own slider, not the design system's:
 * that one would be a tenth of all that the trading page may weigh.
 */
export function ShareSlider({ percent, onChange, disabled }: ShareSliderProps) {
  const style: CSSProperties & Record<"--share", string> = { "--share": `${percent}%` };
  return (
    <div className="flex items-center gap-2 has-disabled:opacity-45">
      <div className="flex h-6 min-w-0 grow items-center">
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={disabled}
          aria-label={i18n._("Share of available balance")}
          aria-valuetext={i18n._("{percent} percent", { percent })}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          style={style}
          className={`${TRACK} ${THUMB} ${THUMB_FIREFOX}`}
        />
      </div>
      <div className="flex shrink-0">
        {QUARTERS.map((quarter) => (
          <button
            key={quarter}
            type="button"
            disabled={disabled}
            aria-pressed={quarter === percent}
            onClick={() => onChange(quarter)}
            className="h-6 rounded-control px-1 text-12 text-ink-2 tabular-nums transition-colors not-disabled:hover:bg-raised not-disabled:hover:text-ink aria-pressed:text-accent disabled:cursor-not-allowed"
          >
            {i18n._("{percent}%", { percent: quarter })}
          </button>
        ))}
      </div>
    </div>
  );
}
