import { i18n } from "@lingui/core";
import { Band } from "./band";
import { OrderGlyph, type OrderGlyphName } from "./order-glyph";

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
      about={["/trading"]}
      title={i18n._("Every order type you need")}
      lead={i18n._(
        "The matching engine is deterministic: the same orders in the same sequence always give the same fills.",
      )}
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
