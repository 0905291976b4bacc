import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import { sparklinePath } from "@/lib/sparkline-path";

type Tone = "buy" | "sell" | "neutral";

interface SparklineProps {
  values: readonly number[];
  /** The accessible name, such as "BTC-USDT, last 24 hours". */
  label: string;
  /** By default the colour of the line's direction. */
  tone?: Tone | undefined;
  className?: string | undefined;
}

const COLOURS: Record<Tone, string> = { buy: "text-buy", sell: "text-sell", neutral: "text-ink-3" };
const WIDTH = 96;
const HEIGHT = 28;
const MARGIN = 2;

export function Sparkline({ values, label, tone, className = "h-7 w-24" }: SparklineProps) {
  const direction = toneOf(values);
  return (
    <svg
      role="img"
      aria-label={describe(label, direction)}
      viewBox={`0 ${-MARGIN} ${WIDTH} ${HEIGHT + 2 * MARGIN}`}
      preserveAspectRatio="none"
      className={classNames("inline-block", COLOURS[tone ?? direction], className)}
    >
      <path
        d={sparklinePath(values, WIDTH, HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function toneOf(values: readonly number[]): Tone {
  const difference = (values.at(-1) ?? 0) - (values[0] ?? 0);
  if (difference > 0) return "buy";
  return difference < 0 ? "sell" : "neutral";
}

function describe(label: string, direction: Tone): string {
  if (direction === "buy") return i18n._("{label}: rising", { label });
  if (direction === "sell") return i18n._("{label}: falling", { label });
  return i18n._("{label}: unchanged", { label });
}
