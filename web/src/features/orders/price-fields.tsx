import { i18n } from "@lingui/core";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";
import { formatAmount } from "@/lib/format-amount";
import { digitsOf, hasPrice, hasStop, type Market, trailingStop, valuePrice } from "./draft";
import { conditionText } from "./texts";
import type { OrderFormState } from "./use-order-form";

interface PriceFieldsProps {
  state: OrderFormState;
  market: Market;
}

/** The prices that an order of the chosen type has. */
export function PriceFields({ state, market }: PriceFieldsProps) {
  const { type } = state.draft;
  return (
    <>
      {hasStop(type) && type !== "oco" && <StopField state={state} market={market} />}
      {type === "trailing_stop" && <TrailingField state={state} market={market} />}
      {hasPrice(type) && <PriceField name="price" label={priceLabel(type)} state={state} market={market} />}
      {type === "market" && <MarketPrice state={state} market={market} />}
      {type === "oco" && (
        <>
          <StopField state={state} market={market} />
          <PriceField
            name="stopLimitPrice"
            label={i18n._("Price after the stop")}
            placeholder={i18n._("Market price")}
            optional
            state={state}
            market={market}
          />
        </>
      )}
    </>
  );
}

function priceLabel(type: string): string {
  return type === "oco" ? i18n._("Limit price") : i18n._("Price");
}

interface PriceFieldProps extends PriceFieldsProps {
  name: "price" | "stopPrice" | "stopLimitPrice";
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  optional?: boolean | undefined;
}

function PriceField({ name, label, hint, placeholder, optional, state, market }: PriceFieldProps) {
  const { pair } = market;
  return (
    <Field label={label} hint={hint} error={state.notes.problemAt(name)} optional={optional}>
      <AmountInput
        name={name}
        size="small"
        value={state.draft[name]}
        onValueChange={(price) => state.edit({ [name]: price })}
        onBlur={() => state.notes.touch(name)}
        decimals={digitsOf(pair.tick_size)}
        step={pair.tick_size}
        coin={pair.quote}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Field>
  );
}

function StopField({ state, market }: PriceFieldsProps) {
  const { draft } = state;
  const type = draft.type === "oco" ? "stop_market" : draft.type;
  const hint = conditionText({ type, side: draft.side, stop_price: draft.stopPrice || null });
  return (
    <PriceField
      name="stopPrice"
      label={draft.type.startsWith("take_profit") ? i18n._("Take profit at") : i18n._("Stop price")}
      hint={hint ?? undefined}
      state={state}
      market={market}
    />
  );
}

function TrailingField({ state, market }: PriceFieldsProps) {
  const stop = trailingStop(state.draft, market);
  const hint =
    stop === null
      ? i18n._("The stop follows the best price at this distance and never moves back.")
      : i18n._("The stop would start at {price} and follow the best price.", { price: formatAmount(stop) });
  return (
    <Field label={i18n._("Distance")} hint={hint} error={state.notes.problemAt("trailing")}>
      <AmountInput
        name="trailing"
        size="small"
        value={state.draft.trailing}
        onValueChange={(trailing) => state.edit({ trailing })}
        onBlur={() => state.notes.touch("trailing")}
        decimals={2}
        step="0.1"
        coin="%"
      />
    </Field>
  );
}

/** Stands where a limit order has its price, so that nothing jumps between the two. */
function MarketPrice({ state, market }: PriceFieldsProps) {
  const price = valuePrice(state.draft, market);
  return (
    <div>
      <p className="mb-1.5 font-medium text-13 text-ink-2">{i18n._("Price")}</p>
      <p className="flex h-8 items-center justify-between gap-3 rounded-control border border-line bg-deep px-3 text-14 text-ink-2">
        <span>{i18n._("Best available")}</span>
        {price && (
          <span className="tabular-nums">
            ≈ {formatAmount(price)} <span className="text-13 text-ink-3">{market.pair.quote}</span>
          </span>
        )}
      </p>
    </div>
  );
}
