import { i18n } from "@lingui/core";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";
import { decimalsOfStep } from "@/lib/format-number";
import { hasPrice, hasStop, type Market, trailingStop, valuePrice } from "./draft";
import { priceText } from "./price-text";
import { conditionText } from "./texts";
import type { OrderFormState } from "./use-order-form";

interface PriceFieldsProps {
  state: OrderFormState;
  market: Market;
}

/** The price fields of the chosen order type. */
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
            label={i18n._("Stop limit")}
            placeholder={i18n._("Market price")}
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
}

function PriceField({ name, label, hint, placeholder, state, market }: PriceFieldProps) {
  const { pair } = market;
  return (
    <Field isInline label={label} hint={hint} error={state.notes.problemAt(name)}>
      <AmountInput
        name={name}
        size="small"
        value={state.draft[name]}
        onValueChange={(price) => state.edit({ [name]: price })}
        onBlur={() => state.notes.touch(name)}
        decimals={decimalsOfStep(pair.tick_size)}
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
  const hint = conditionText(
    { type, side: draft.side, stop_price: draft.stopPrice || null },
    market.pair.tick_size,
  );
  return (
    <PriceField
      name="stopPrice"
      label={i18n._("Trigger price")}
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
      ? i18n._("The trigger price follows the market at this distance and never moves back.")
      : i18n._("The trigger price starts at {price} and follows the market.", {
          price: priceText(stop, market.pair.tick_size),
        });
  return (
    <Field isInline label={i18n._("Trailing distance")} hint={hint} error={state.notes.problemAt("trailing")}>
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

/** In the place of a limit order's price, to avoid a layout shift between the two. */
function MarketPrice({ state, market }: PriceFieldsProps) {
  const price = valuePrice(state.draft, market);
  const { quote, tick_size } = market.pair;
  return (
    <Field isInline kind="group" label={i18n._("Price")} aside={i18n._("at market")}>
      <p
        title={i18n._("Best price available when the order arrives")}
        className="flex h-8 min-w-0 items-center justify-end gap-1 rounded-control border border-line bg-deep px-2 text-14 text-ink-2 tabular-nums"
      >
        {price === null ? (
          "–"
        ) : (
          <>
            ≈ {priceText(price, tick_size)} <span className="text-12 text-ink-3">{quote}</span>
          </>
        )}
      </p>
    </Field>
  );
}
