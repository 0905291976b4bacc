import { useFieldControl } from "@/design/field-context";
import { Icon } from "@/design/icon";

interface NativeSelectProps<Value extends string> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own list, where the design system's would weigh more than the form around it. */
export function NativeSelect<Value extends string>({ options, value, onChange }: NativeSelectProps<Value>) {
  const wiring = useFieldControl({});
  return (
    <div className="relative">
      <select
        {...wiring}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="h-8 w-full cursor-pointer appearance-none rounded-control border border-line-control bg-shelf pr-8 pl-3 text-14 text-ink transition-[border-color] hover:border-ink-3 disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:text-16"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-raised text-ink">
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
