import { i18n } from "@lingui/core";
import type { FormEvent } from "react";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Card } from "@/design/card";
import { Field } from "@/design/field";
import { decimalsOfStep, formatAmount } from "@/lib/format-number";
import { useIsSignedIn } from "@/session/session";
import { OrderSubmit } from "./order-submit";
import { OrderTerms } from "./order-terms";
import { SideSwitch } from "./side-switch";
import { describeDefaults, describeStatus } from "./texts";
import type { PremarketForm } from "./use-premarket-form";

/** Buy or sell: price, amount, everything that is locked, and what each ending means. */
export function PremarketOrderForm({ state }: { state: PremarketForm }) {
  const { market, draft } = state;
  const obstacle = describeStatus(market.status);
  if (obstacle !== null && market.status !== "upcoming") {
    // Trading never resumes.
    return (
      <Card title={i18n._("Order")}>
        <div className="flex flex-col gap-3">
          <Banner severity="info">{obstacle}</Banner>
          {describeDefaults(market.my?.contracts ?? []).map((text) => (
            <Banner key={text} severity="warn">
              {text}
            </Banner>
          ))}
        </div>
      </Card>
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    state.submit();
  }

  return (
    <Card title={i18n._("Order")}>
      <form
        ref={state.form}
        aria-label={i18n._("Order")}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4"
      >
        {obstacle && <Banner severity="info">{obstacle}</Banner>}
        <fieldset disabled={obstacle !== null} className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">{i18n._("{symbol} order", { symbol: market.symbol })}</legend>
          <SideSwitch side={draft.side} onChange={(side) => state.edit({ side })} />
          <Field label={i18n._("Price")} error={state.problemAt("price")}>
            <AmountInput
              name="price"
              value={draft.price}
              onValueChange={(price) => state.edit({ price })}
              onBlur={() => state.touch("price")}
              decimals={decimalsOfStep(market.tick_size)}
              step={market.tick_size}
              coin={market.quote}
            />
          </Field>
          <Field
            label={i18n._("Amount")}
            error={state.problemAt("quantity")}
            hint={i18n._("{least} to {most} {coin}", {
              least: formatAmount(market.min_quantity),
              most: formatAmount(market.max_quantity),
              coin: market.symbol,
            })}
          >
            <AmountInput
              name="quantity"
              value={draft.quantity}
              onValueChange={(quantity) => state.edit({ quantity })}
              onBlur={() => state.touch("quantity")}
              decimals={decimalsOfStep(market.step_size)}
              step={market.step_size}
              coin={market.symbol}
              max={state.max}
            />
          </Field>
          <Balances state={state} />
          <OrderTerms state={state} />
          <OrderSubmit state={state} />
        </fieldset>
      </form>
    </Card>
  );
}

function Balances({ state: { limits, market } }: { state: PremarketForm }) {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return null;
  return (
    <dl className="flex flex-col gap-1 text-13 *:flex *:justify-between *:gap-4">
      <div>
        <dt className="text-ink-2">{i18n._("Available")}</dt>
        <dd className="text-end tabular-nums wrap-anywhere">
          {limits.available === null ? "–" : formatAmount(limits.available)} {market.quote}
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">{i18n._("Limit left")}</dt>
        <dd className="text-end tabular-nums wrap-anywhere">
          {formatAmount(limits.exposureLeft)} {market.quote}
        </dd>
      </div>
    </dl>
  );
}
