import { classNames } from "@/lib/class-names";
import { useFieldControl } from "./field-context";
import { Icon } from "./icon";

interface NativeSelectProps<Value extends string> {
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The label without a field around it. */
  "aria-label"?: string | undefined;
  size?: "small" | "normal" | undefined;
}

const HEIGHTS = { small: "h-8", normal: "h-10" };

/** A native select, where the design system's would be too large to load. */
export function NativeSelect<Value extends string>(props: NativeSelectProps<Value>) {
  const { options, value, onChange, size = "small" } = props;
  const wiring = useFieldControl({});
  return (
    <div className="relative">
      <select
        {...wiring}
        aria-label={props["aria-label"]}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={classNames(
          "w-full cursor-pointer appearance-none rounded-control border border-line-control bg-shelf pr-8 pl-3 text-14 text-ink transition-[border-color] hover:border-ink-3 disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:text-16",
          HEIGHTS[size],
        )}
      >
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
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 text-ink-3"
      />
    </div>
  );
}
