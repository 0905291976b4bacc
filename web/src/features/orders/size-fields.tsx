import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { QUARTERS, Slider } from "@/design/slider";
import { decimalsOfStep, formatAmount } from "@/lib/format-number";
import { pageExists } from "@/lib/page-paths";
import { site } from "@/session/site";
import {
  amountOf,
  costOf,
  isByTotal,
  type Market,
  shareOf,
  sizeForShare,
  totalDigits,
  totalOf,
} from "./draft";
import type { OrderFormState } from "./use-order-form";

interface SizeFieldsProps {
  state: OrderFormState;
  market: Market;
}

/** Amount and total, each computed from the other, and the share slider. */
export function SizeFields({ state, market }: SizeFieldsProps) {
  const { draft, available, edit, notes } = state;
  const { pair } = market;
  const most = available === null ? null : sizeForShare(draft, market, available, 100);
  const maxBy = (by: "amount" | "total") => (most?.sizedBy === by ? most.size : undefined);
  const touch = () => {
    notes.touch("amount");
    notes.touch("total");
  };

  return (
    <>
      <Field
        isInline
        label={i18n._("Amount")}
        error={notes.problemAt("amount")}
        aside={estimateMark(draft, "amount")}
      >
        <AmountInput
          name="amount"
          size="small"
          value={amountOf(draft, market)}
          onValueChange={(size) => edit({ sizedBy: "amount", size })}
          onBlur={touch}
          decimals={decimalsOfStep(pair.step_size)}
          step={pair.step_size}
          coin={pair.base}
          max={maxBy("amount")}
        />
      </Field>
      <div>
        <Slider
          aria-label={i18n._("Share of available balance")}
          marks={QUARTERS}
          value={shareOf(costOf(draft, market), available)}
          disabled={most === null}
          onValueChange={(percent) => {
            const size = available === null ? null : sizeForShare(draft, market, available, percent);
            if (size) edit(percent === 0 ? { ...size, size: "" } : size);
            touch();
          }}
        />
        <Available state={state} market={market} />
      </div>
      <Field
        isInline
        label={i18n._("Total")}
        error={notes.problemAt("total")}
        aside={estimateMark(draft, "total")}
      >
        <AmountInput
          name="total"
          size="small"
          value={totalOf(draft, market)}
          onValueChange={(size) => edit({ sizedBy: "total", size })}
          onBlur={touch}
          decimals={totalDigits(pair)}
          coin={pair.quote}
          max={maxBy("total")}
        />
      </Field>
    </>
  );
}

/** Marks values computed from an uncertain price as approximate. */
function estimateMark(draft: OrderFormState["draft"], field: "amount" | "total"): string | undefined {
  const isEstimate = draft.sizedBy !== field && draft.size !== "";
  const isOpenPrice = draft.type === "market" || isByTotal({ ...draft, sizedBy: "total" });
  return isEstimate && isOpenPrice ? i18n._("estimated") : undefined;
}

function Available({ state, market }: SizeFieldsProps) {
  const { available, draft } = state;
  const coin = draft.side === "buy" ? market.pair.quote : market.pair.base;
  return (
    <p className="flex min-h-6 items-center justify-between gap-3 text-12 text-ink-2">
      <span>{i18n._("Available")}</span>
      <span className="flex min-w-0 items-center gap-1 tabular-nums">
        <span className="truncate">
          {available === null ? "–" : formatAmount(available)} {coin}
        </span>
        {available !== null && <TopUpLink />}
      </span>
    </p>
  );
}

/** How to get more: a deposit, or play money on a demo. */
function TopUpLink() {
  const isDepositOpen = pageExists("/personal/deposit");
  if (!isDepositOpen && !site().demo) return null;
  const label = isDepositOpen ? i18n._("Deposit") : i18n._("Get play money");
  return (
    <Link
      to={isDepositOpen ? "/personal/deposit" : "/personal/dashboard"}
      aria-label={label}
      title={label}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-accent hover:bg-raised"
    >
      <Icon name="plus" size={14} />
    </Link>
  );
}
