import { i18n } from "@lingui/core";
import { Band } from "./band";
import { OrderGlyph, type OrderGlyphName } from "./order-glyph";

function orderTypes(): { glyph: OrderGlyphName; title: string; text: string }[] {
  return [
    {
      glyph: "limit",
      title: i18n._("Limit"),
      text: i18n._("Your price or a better one. What does not trade waits in the book."),
    },
    {
      glyph: "market",
      title: i18n._("Market"),
      text: i18n._("Now, by the amount to trade or the amount to spend, within a guard against far prices."),
    },
    {
      glyph: "stop",
      title: i18n._("Stop"),
      text: i18n._("Sleeps until a price is reached, then acts as a limit or a market order."),
    },
    {
      glyph: "take-profit",
      title: i18n._("Take profit"),
      text: i18n._("Acts at a target, as a limit or a market order."),
    },
    {
      glyph: "trailing-stop",
      title: i18n._("Trailing stop"),
      text: i18n._("Follows the price at the distance you set, and never steps back."),
    },
    {
      glyph: "one-cancels-other",
      title: i18n._("One cancels the other"),
      text: i18n._("Two ways out. When one acts, the other is gone."),
    },
  ];
}

function refinements() {
  return [
    {
      title: i18n._("How long it lives"),
      text: i18n._("Until cancelled, until a date, at once or not at all, or whatever fills at once."),
    },
    {
      title: i18n._("How it behaves"),
      text: i18n._(
        "Post-only, iceberg, a choice of self-trade prevention, and changes that keep your place in the queue when the size shrinks.",
      ),
    },
    {
      title: i18n._("Before and after"),
      text: i18n._(
        "A preview with fee, average price and slippage. Every order and fill as CSV, with no limit of age or count.",
      ),
    },
  ];
}

export function OrdersBand() {
  return (
    <Band
      id="orders"
      about={["/trading"]}
      title={i18n._("An order for what you mean")}
      lead={i18n._(
        "The matching engine counts in whole numbers and knows no chance: the same orders, in the same sequence, always give the same fills.",
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
