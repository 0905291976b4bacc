import { i18n } from "@lingui/core";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import type { OrderType } from "./api";
import { ORDER_TYPES, typeName } from "./texts";

interface TypePickerProps {
  type: OrderType;
  onChoose: (type: OrderType) => void;
}

const COMMON = ["limit", "market"] as const satisfies readonly OrderType[];
const OTHERS = ORDER_TYPES.filter((type) => type !== "limit" && type !== "market");

const TAB = "min-h-8 border-b-2 font-medium text-13 transition-colors disabled:cursor-not-allowed";
const OFF = "border-transparent text-ink-2 not-disabled:hover:text-ink";
const ON = "border-accent text-ink";

/** The two most common types, and a list of the others. */
export function TypePicker({ type, onChoose }: TypePickerProps) {
  const other = OTHERS.find((each) => each === type);
  return (
    <fieldset className="flex items-stretch gap-4 border-line border-b">
      <legend className="sr-only">{i18n._("Order type")}</legend>
      {COMMON.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === type}
          onClick={() => onChoose(each)}
          className={classNames(TAB, "-mb-px", each === type ? ON : OFF)}
        >
          {typeName(each)}
        </button>
      ))}
      <span className="relative -mb-px min-w-0">
        {/* A native select: opens immediately, also on a phone, and adds no code. */}
        <select
          aria-label={i18n._("More order types")}
          value={other ?? ""}
          onChange={(event) => {
            const chosen = OTHERS.find((each) => each === event.target.value);
            if (chosen) onChoose(chosen);
          }}
          className={classNames(
            TAB,
            "field-sizing-content h-full max-w-full cursor-pointer appearance-none truncate bg-transparent pr-5 pointer-coarse:text-16",
            other ? ON : OFF,
          )}
        >
          {!other && (
            <option value="" hidden>
              {i18n._("More types")}
            </option>
          )}
          {OTHERS.map((each) => (
            <option key={each} value={each} className="bg-raised text-ink">
              {typeName(each)}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size={14}
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-0 text-ink-3"
        />
      </span>
    </fieldset>
  );
}
