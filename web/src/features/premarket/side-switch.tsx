import { i18n } from "@lingui/core";
import { useId } from "react";
import { classNames } from "@/lib/class-names";
import { sideName } from "./texts";
import type { PremarketSide } from "./types";

const SIDES = ["buy", "sell"] as const satisfies readonly PremarketSide[];
const CHOSEN: Record<PremarketSide, string> = {
  buy: "has-checked:bg-buy",
  sell: "has-checked:bg-sell",
};

interface SideSwitchProps {
  side: PremarketSide;
  onChange: (side: PremarketSide) => void;
}

export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={i18n._("Side")}
      className="grid grid-cols-2 gap-0.5 rounded-control border border-line bg-shelf p-0.5"
    >
      {SIDES.map((each) => (
        <label
          key={each}
          className={classNames(
            "flex h-9 cursor-pointer select-none items-center justify-center rounded-[4px] font-semibold text-14 text-ink-2 transition-colors hover:text-ink has-disabled:cursor-not-allowed has-checked:text-on-status has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            CHOSEN[each],
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === side}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {sideName(each)}
        </label>
      ))}
    </div>
  );
}
