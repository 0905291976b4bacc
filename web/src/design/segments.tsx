import { useId } from "react";
import { classNames } from "@/lib/class-names";

interface SegmentsProps<Value extends string> {
  /** The accessible name. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** A segmented control: a few short options side by side, effective immediately. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames("inline-flex rounded-control border border-line bg-shelf p-0.5", className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-7 cursor-pointer select-none items-center whitespace-nowrap rounded-[4px] px-2.5 font-medium text-13 text-ink-2 transition-colors hover:text-ink has-checked:bg-line-strong has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
