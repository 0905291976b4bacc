import { i18n } from "@lingui/core";
import { type ChangeDirection, readChange } from "@/lib/change";
import { classNames } from "@/lib/class-names";

interface ChangeProps {
  /** A ratio as a decimal string: "0.018" is up 1.80%. */
  value: string;
  className?: string | undefined;
}

const COLOURS: Record<ChangeDirection, string> = { up: "text-buy", down: "text-sell", none: "text-ink-2" };
const ARROWS: Record<ChangeDirection, string> = { up: "▲", down: "▼", none: "" };

export function Change({ value, className }: ChangeProps) {
  const { direction, percent } = readChange(value);
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", COLOURS[direction], className)}>
      {direction === "up" && <span className="sr-only">{i18n._("up")} </span>}
      {direction === "down" && <span className="sr-only">{i18n._("down")} </span>}
      <span aria-hidden="true">{ARROWS[direction]}</span>
      {percent}
    </span>
  );
}
