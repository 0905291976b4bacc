import { i18n } from "@lingui/core";
import { NativeSelect } from "@/design/native-select";
import { classNames } from "@/lib/class-names";
import type { OrderType } from "./api";
import { ORDER_TYPES, typeName } from "./texts";

interface TypePickerProps {
  type: OrderType;
  onChoose: (type: OrderType) => void;
}

const COMMON = ["limit", "market"] as const satisfies readonly OrderType[];
const OTHERS = ORDER_TYPES.filter((type) => type !== "limit" && type !== "market");

const TAB = "-mb-px min-h-8 border-b-2 font-medium text-13 transition-colors disabled:cursor-not-allowed";
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
          className={classNames(TAB, each === type ? ON : OFF)}
        >
          {typeName(each)}
        </button>
      ))}
      <NativeSelect
        size="bare"
        aria-label={i18n._("More order types")}
        placeholder={i18n._("More types")}
        options={OTHERS.map((value) => ({ value, label: typeName(value) }))}
        value={other ?? null}
        onChange={onChoose}
        className={classNames(TAB, "field-sizing-content", other ? ON : OFF)}
      />
    </fieldset>
  );
}
