import { i18n } from "@lingui/core";
import { NativeSelect } from "@/design/native-select";
import { classNames } from "@/lib/class-names";
import type { BookShape } from "./book-view";

type BookToolbarProps = {
  shape: BookShape;
  onShape: (shape: BookShape) => void;
  steps: readonly string[];
  step: string;
  onStep: (step: string) => void;
};

/** Display options of the book: both sides or one, and the price grouping. */
export function BookToolbar({ shape, onShape, steps, step, onStep }: BookToolbarProps) {
  return (
    <div className="flex items-center gap-2">
      <div role="radiogroup" aria-label={i18n._("Order book sides")} className="flex">
        {shapes().map(({ value, label }) => (
          <label
            key={value}
            title={label}
            className="grid size-7 cursor-pointer place-items-center rounded-control opacity-60 transition-opacity hover:opacity-100 has-checked:bg-raised has-checked:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="book-shape"
              className="sr-only"
              checked={shape === value}
              onChange={() => onShape(value)}
            />
            <span className="sr-only">{label}</span>
            <ShapeIcon shape={value} />
          </label>
        ))}
      </div>
      <NativeSelect
        size="tiny"
        aria-label={i18n._("Group prices by")}
        options={steps.map((value) => ({ value, label: value }))}
        value={step}
        onChange={onStep}
        className="tabular-nums"
      />
    </div>
  );
}

function shapes(): { value: BookShape; label: string }[] {
  return [
    { value: "both", label: i18n._("Both sides") },
    { value: "bids", label: i18n._("Bids only") },
    { value: "asks", label: i18n._("Asks only") },
  ];
}

/** Red rows above green ones, as in the book. */
function ShapeIcon({ shape }: { shape: BookShape }) {
  const asks = shape === "both" ? [3, 6] : shape === "asks" ? [3, 6, 9, 12] : [];
  const bids = shape === "both" ? [9, 12] : shape === "bids" ? [3, 6, 9, 12] : [];
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={16} height={16} strokeWidth={1.75}>
      {[...asks, ...bids].map((y) => (
        <path
          key={y}
          d={`M2 ${y + 0.5}h12`}
          className={classNames(asks.includes(y) ? "stroke-sell" : "stroke-buy")}
        />
      ))}
    </svg>
  );
}
