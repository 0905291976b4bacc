export type OrderGlyphName =
  | "limit"
  | "market"
  | "stop"
  | "take-profit"
  | "trailing-stop"
  | "one-cancels-other";

/** How the price moves, the line the order waits at, and the points where it acts; drawn, not measured. */
const GLYPHS: Record<
  OrderGlyphName,
  { price: string; trigger: string; acts: readonly (readonly [number, number])[] }
> = {
  limit: { price: "M4 14L30 22L52 12L84 40L116 30", trigger: "M4 40H116", acts: [[84, 40]] },
  market: { price: "M4 34L28 24L52 36L76 22L116 14", trigger: "M76 4V52", acts: [[76, 22]] },
  stop: { price: "M4 12L30 20L48 14L80 38L116 50", trigger: "M4 38H116", acts: [[80, 38]] },
  "take-profit": { price: "M4 46L30 34L50 40L86 16L116 8", trigger: "M4 16H116", acts: [[86, 16]] },
  "trailing-stop": {
    price: "M4 34L30 20L44 26L72 6L104 34L116 40",
    trigger: "M4 50H22V38H58V28H104V34",
    acts: [[104, 34]],
  },
  "one-cancels-other": {
    price: "M4 30L26 24L48 34L70 22L94 10L116 14",
    trigger: "M4 10H116M4 46H116",
    acts: [[94, 10]],
  },
};

export function OrderGlyph({ name }: { name: OrderGlyphName }) {
  const { price, trigger, acts } = GLYPHS[name];

  return (
    <svg aria-hidden="true" viewBox="0 0 120 56" className="h-14 w-30 fill-none">
      <path d={trigger} strokeDasharray="3 4" className="stroke-ink-3" />
      <path
        d={price}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-ink-2"
      />
      {acts.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="4" strokeWidth="2" className="fill-accent stroke-abyss" />
      ))}
    </svg>
  );
}
