import { i18n } from "@lingui/core";
import { Suspense } from "react";
import { AmountInput } from "@/design/amount-input";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { lazyPart } from "@/design/lazy-part";
import { NativeSelect } from "@/design/native-select";
import { Switch } from "@/design/switch";
import { decimalsOfStep } from "@/lib/format-number";
import { canBeIceberg, canBePostOnly, type Market, timesInForce } from "./draft";
import { useFillSound } from "./fill-sound";
import { setOneClick, useOneClick } from "./one-click";
import { SELF_TRADE_PREVENTIONS, selfTradePreventionName, timeInForceHint, timeInForceName } from "./texts";
import type { OrderFormState } from "./use-order-form";

// Lazily loaded: most orders have no expiry.
const ExpiryFields = lazyPart(() => import("./expiry-fields").then((module) => module.ExpiryFields));

interface OrderOptionsProps {
  state: OrderFormState;
  market: Market;
}

/** Advanced options, collapsed; changed ones are summarised. */
export function OrderOptions({ state, market }: OrderOptionsProps) {
  const { draft } = state;
  const isOneClick = useOneClick();
  const hasSound = useFillSound();
  const parts = [
    timeInForceName(draft.timeInForce),
    canBePostOnly(draft) && draft.postOnly && i18n._("Post-only"),
    canBeIceberg(draft) && draft.displayQuantity !== "" && i18n._("Iceberg"),
    isOneClick && i18n._("One-click"),
  ];
  return (
    <details className="group rounded-control open:border open:border-line">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-2 rounded-control text-12 text-ink-2 transition-colors hover:text-ink group-open:min-h-8 group-open:px-3 [&::-webkit-details-marker]:hidden">
        <span>{i18n._("Options")}</span>
        <span className="min-w-0 grow truncate text-end text-ink-3">{parts.filter(Boolean).join(" · ")}</span>
        <Icon
          name="chevron-down"
          size={14}
          className="text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-3 border-line border-t p-3">
        <TimeInForceFields state={state} market={market} />
        {canBePostOnly(draft) && (
          <Checkbox
            label={i18n._("Post-only")}
            hint={i18n._("Rejected if it would fill immediately, so you pay the maker fee.")}
            checked={draft.postOnly}
            onChange={(event) => state.edit({ postOnly: event.target.checked })}
          />
        )}
        {canBeIceberg(draft) && <DisplayField state={state} market={market} />}
        <Field label={i18n._("Self-trade prevention")}>
          <NativeSelect
            options={SELF_TRADE_PREVENTIONS.map((value) => ({
              value,
              label: selfTradePreventionName(value),
            }))}
            value={draft.selfTradePrevention}
            onChange={(selfTradePrevention) => state.edit({ selfTradePrevention })}
          />
        </Field>
        <Switch
          label={<span className="text-13 text-ink-2">{i18n._("One-click orders")}</span>}
          hint={i18n._("Orders in every pair are placed without confirmation.")}
          checked={isOneClick}
          onChange={(event) => setOneClick(event.target.checked)}
        />
        <Switch
          label={<span className="text-13 text-ink-2">{i18n._("Sound when an order fills")}</span>}
          checked={hasSound}
          onChange={(event) => useFillSound.setState(event.target.checked)}
        />
      </div>
    </details>
  );
}

function TimeInForceFields({ state }: OrderOptionsProps) {
  const { draft } = state;
  return (
    <>
      <Field label={i18n._("Time in force")} hint={timeInForceHint(draft.timeInForce)}>
        <NativeSelect
          options={timesInForce(draft.type).map((value) => ({ value, label: timeInForceName(value) }))}
          value={draft.timeInForce}
          onChange={(timeInForce) => state.edit({ timeInForce })}
        />
      </Field>
      {draft.timeInForce === "gtd" && (
        <Suspense fallback={<div className="h-14" />}>
          <ExpiryFields state={state} />
        </Suspense>
      )}
    </>
  );
}

function DisplayField({ state, market }: OrderOptionsProps) {
  const { pair } = market;
  return (
    <Field
      label={i18n._("Visible amount")}
      hint={i18n._("Iceberg: only this much shows on the order book at a time.")}
      error={state.notes.problemAt("displayQuantity")}
      optional
    >
      <AmountInput
        name="displayQuantity"
        size="small"
        value={state.draft.displayQuantity}
        onValueChange={(displayQuantity) => state.edit({ displayQuantity })}
        onBlur={() => state.notes.touch("displayQuantity")}
        decimals={decimalsOfStep(pair.step_size)}
        step={pair.step_size}
        coin={pair.base}
        placeholder={i18n._("Full amount")}
      />
    </Field>
  );
}
