import { i18n } from "@lingui/core";
import { type FormEvent, useId } from "react";
import type { Pair, Ticker } from "@/api/pairs";
import { Banner } from "@/design/banner";
import { NativeSelect } from "@/design/native-select";
import { classNames } from "@/lib/class-names";
import type { OrderSide, OrderType } from "./api";
import type { Market } from "./draft";
import { OrderOptions } from "./order-options";
import { OrderSubmit } from "./order-submit";
import { OrderSummary } from "./order-summary";
import { PriceFields } from "./price-fields";
import { SizeFields } from "./size-fields";
import { ORDER_TYPES, SIDES, sideName, typeName } from "./texts";
import type { OrderPrefill } from "./use-order-draft";
import { useOrderForm } from "./use-order-form";

interface SideSwitchProps {
  side: OrderSide;
  onChange: (side: OrderSide) => void;
}

const CHOSEN: Record<OrderSide, string> = {
  buy: "has-checked:bg-buy",
  sell: "has-checked:bg-sell",
};

function SideSwitch({ side, onChange }: SideSwitchProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={i18n._("Side")}
      className="grid grid-cols-2 gap-0.5 rounded-control border border-line bg-shelf p-0.5"
    >
      {SIDES.map((each) => (
        <label
          key={each}
          className={classNames(
            "flex h-8 cursor-pointer select-none items-center justify-center rounded-[4px] font-semibold text-14 text-ink-2 transition-colors hover:text-ink has-checked:text-on-status has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            "has-disabled:cursor-not-allowed",
            CHOSEN[each],
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === side}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {sideName(each)}
        </label>
      ))}
    </div>
  );
}

interface OrderFormProps {
  pair: Pair;
  /** The live ticker, if newer than the pair's own. */
  ticker: Ticker | undefined;
  /** The best bid and ask. */
  best: { bid?: string | undefined; ask?: string | undefined };
  /** The prefill from a click in the book or a hotkey. */
  draft: OrderPrefill;
  isStale: boolean;
  className?: string | undefined;
}

/** The order form of a pair. Remounted for another pair. */
export function OrderForm(props: OrderFormProps) {
  return <PairOrderForm key={props.pair.symbol} {...props} />;
}

function PairOrderForm({ pair, ticker, best, draft: prefill, isStale, className }: OrderFormProps) {
  const now = ticker ?? pair.ticker;
  const market: Market = {
    pair,
    last: now.last,
    bid: best.bid ?? now.bid,
    ask: best.ask ?? now.ask,
  };
  const state = useOrderForm({ market, prefill, isStale });

  function submit(event: FormEvent) {
    event.preventDefault();
    state.submit();
  }

  return (
    <form
      ref={state.form}
      aria-label={i18n._("Order")}
      noValidate
      onSubmit={submit}
      className={classNames("min-w-0", className)}
    >
      <Obstacle status={pair.status} />
      <fieldset disabled={pair.status !== "trading"} className="flex min-w-0 flex-col gap-1.5">
        <legend className="sr-only">{i18n._("{symbol} order", { symbol: pair.symbol })}</legend>
        <SideSwitch side={state.draft.side} onChange={(side) => state.edit({ side })} />
        <TypePicker type={state.draft.type} onChoose={state.chooseType} />
        <PriceFields state={state} market={market} />
        <SizeFields state={state} market={market} />
        <OrderOptions state={state} market={market} />
        <OrderSummary state={state} market={market} />
        <OrderSubmit state={state} market={market} isStale={isStale} />
      </fieldset>
    </form>
  );
}

/** Why no orders are accepted in the pair. */
function Obstacle({ status }: { status: Pair["status"] }) {
  if (status === "trading") return null;
  return (
    <div className="mb-3">
      <Banner severity="warn">
        {status === "halted"
          ? i18n._("Trading is halted. You can’t place or cancel orders for now.")
          : i18n._("Cancel-only: no new orders right now.")}
      </Banner>
    </div>
  );
}

interface TypePickerProps {
  type: OrderType;
  onChoose: (type: OrderType) => void;
}

const COMMON = ["limit", "market"] as const satisfies readonly OrderType[];
const OTHERS = ORDER_TYPES.filter((type) => type !== "limit" && type !== "market");

const TAB = "-mb-px min-h-8 border-b-2 font-medium text-13 transition-colors disabled:cursor-not-allowed";
const OFF = "border-transparent text-ink-2 not-disabled:hover:text-ink";
const ON = "border-accent text-ink";

/** The two most common types, and a list of the others. */
function TypePicker({ type, onChoose }: TypePickerProps) {
  const other = OTHERS.find((each) => each === type);
  return (
    <fieldset className="flex items-stretch gap-4 border-line border-b">
      <legend className="sr-only">{i18n._("Order type")}</legend>
      {COMMON.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === type}
          onClick={() => onChoose(each)}
          className={classNames(TAB, each === type ? ON : OFF)}
        >
          {typeName(each)}
        </button>
      ))}
      <NativeSelect
        size="bare"
        aria-label={i18n._("More order types")}
        placeholder={i18n._("More types")}
        options={OTHERS.map((value) => ({ value, label: typeName(value) }))}
        value={other ?? null}
        onChange={onChoose}
        className={classNames(TAB, "field-sizing-content", other ? ON : OFF)}
      />
    </fieldset>
  );
}
