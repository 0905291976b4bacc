import { i18n } from "@lingui/core";
import { Band } from "./band";

type OrderGlyphName = "limit" | "market" | "stop" | "take-profit" | "trailing-stop" | "one-cancels-other";

/** Illustrations of order types: the price, the order's level, and where it triggers. */
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

function OrderGlyph({ name }: { name: OrderGlyphName }) {
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

function orderTypes(): { glyph: OrderGlyphName; title: string; text: string }[] {
  return [
    {
      glyph: "limit",
      title: i18n._("Limit"),
      text: i18n._("Fills at your price or better. The rest stays on the order book."),
    },
    {
      glyph: "market",
      title: i18n._("Market"),
      text: i18n._("Fills immediately, by amount or by total, with price protection."),
    },
    {
      glyph: "stop",
      title: i18n._("Stop"),
      text: i18n._("Triggers at your price as a limit or market order."),
    },
    {
      glyph: "take-profit",
      title: i18n._("Take profit"),
      text: i18n._("Triggers at your target as a limit or market order."),
    },
    {
      glyph: "trailing-stop",
      title: i18n._("Trailing stop"),
      text: i18n._("Follows the market at the distance you set and never moves back."),
    },
    {
      glyph: "one-cancels-other",
      title: i18n._("One cancels the other"),
      text: i18n._("Two linked orders: one executes, the other is canceled."),
    },
  ];
}

function refinements() {
  return [
    {
      title: i18n._("Time in force"),
      text: i18n._("Good till canceled, good till date, fill or kill, immediate or cancel."),
    },
    {
      title: i18n._("Execution options"),
      text: i18n._(
        "Post-only, iceberg, self-trade prevention, and amendments that keep your queue position when the amount shrinks.",
      ),
    },
    {
      title: i18n._("Preview and history"),
      text: i18n._("Preview fee, average price and slippage. Export every order and fill as CSV."),
    },
  ];
}

export function OrdersBand() {
  return (
    <Band
      id="orders"
      title={i18n._("Every order type you need")}
      lead={i18n._(
        "The matching engine is deterministic: the same orders in the same sequence always give the same fills.",
      )}
      link={{ to: "/trading", text: i18n._("Start trading") }}
    >
      <div className="flex flex-col gap-12">
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 xl:grid-cols-3">
          {orderTypes().map((type) => (
            <li key={type.glyph} className="flex flex-col gap-2 bg-abyss p-6">
              <OrderGlyph name={type.glyph} />
              <h3 className="mt-4 font-semibold text-16">{type.title}</h3>
              <p className="text-pretty text-ink-2">{type.text}</p>
            </li>
          ))}
        </ul>
        <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-3">
          {refinements().map((refinement) => (
            <div key={refinement.title} className="flex flex-col gap-2">
              <dt className="font-semibold">{refinement.title}</dt>
              <dd className="text-pretty text-ink-2">{refinement.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Band>
  );
}
