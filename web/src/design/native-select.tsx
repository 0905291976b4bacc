import { classNames } from "@/lib/class-names";
import { useFieldControl } from "./field-context";
import { Icon } from "./icon";

interface NativeSelectProps<Value extends string> {
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  /** Null shows the placeholder. */
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string | undefined;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  /** `bare` has neither box nor size. */
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
}

const BOX =
  "w-full rounded-control border border-line-control bg-shelf ps-2 text-ink transition-[border-color] hover:border-ink-3";
const SIZES = {
  bare: "bg-transparent",
  tiny: `${BOX} h-7 text-12`,
  small: `${BOX} h-8 text-14`,
  normal: `${BOX} h-10 text-14`,
};

/** A native select, where the design system's would be too large to load. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { options, value, onChange, placeholder, size = "small" } = props;
  const wiring = useFieldControl({});
  return (
    <div className="relative min-w-0">
      <select
        {...wiring}
        aria-label={props["aria-label"]}
        value={value ?? ""}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={classNames(
          "max-w-full cursor-pointer appearance-none truncate pe-6 disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:text-16",
          SIZES[size],
          props.className,
        )}
      >
        {value === null && (
          <option value="" hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className="bg-raised text-ink"
          >
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        size={14}
        className="-translate-y-1/2 pointer-events-none absolute end-1.5 top-1/2 text-ink-3"
      />
    </div>
  );
}
