import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AmountInput } from "@/design/amount-input";
import { CoinIcon } from "@/design/coin-icon";
import { Combobox } from "@/design/combobox";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { ConvertForm } from "./use-convert-form";

interface ConvertFieldsProps {
  form: ConvertForm;
  /** What the server said about the amount. */
  refusal: string | null;
  /** Focuses the amount, when the client returns to the form. */
  autoFocus: boolean;
}

/** What is paid and what is received: a coin and an amount each. */
export function ConvertFields({ form, refusal, autoFocus }: ConvertFieldsProps) {
  const { from, to, typed, amounts, rates, available } = form;
  const reachable = rates.data && new Set(rates.data.targets.map(({ symbol }) => symbol));
  return (
    <div className="flex flex-col gap-2">
      <Side>
        <CoinField label={i18n._("From")} coin={from} form={form} onChoose={form.chooseFrom} />
        <Field
          label={i18n._("You pay")}
          aside={available !== null && <Available coin={from ?? ""} available={available} />}
          error={form.payProblem ?? refusal}
        >
          <AmountInput
            name="pay"
            value={amounts.pay}
            decimals={form.fromDecimals}
            coin={from ?? undefined}
            max={form.max}
            autoFocus={autoFocus && typed.side === "pay"}
            onValueChange={(amount) => form.type("pay", amount)}
          />
        </Field>
      </Side>
      <IconButton
        icon="arrow-up-down"
        label={i18n._("Swap coins")}
        look="framed"
        className="self-center rounded-full"
        disabled={from === null || to === null}
        onClick={form.swap}
      />
      <Side>
        <CoinField
          label={i18n._("To")}
          coin={to}
          form={form}
          error={form.routeProblem}
          isReachable={(symbol) => symbol === from || (reachable?.has(symbol) ?? true)}
          onChoose={form.chooseTo}
        />
        <Field label={i18n._("You receive")} hint={form.target && i18n._("Estimate, after the fee")}>
          <AmountInput
            name="receive"
            value={amounts.receive}
            decimals={form.toDecimals}
            coin={to ?? undefined}
            autoFocus={autoFocus && typed.side === "receive"}
            onValueChange={(amount) => form.type("receive", amount)}
          />
        </Field>
      </Side>
    </div>
  );
}

function Side({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 sm:grid-cols-2">{children}</div>;
}

/** The balance; without one, the way to get the coin. */
function Available({ coin, available }: { coin: string; available: string }) {
  if (!isZero(available)) {
    return i18n._("Available: {available} {coin}", { available: formatAmount(available), coin });
  }
  return (
    <Link to="/personal/deposit" search={{ coin }} className="text-accent underline-offset-4 hover:underline">
      {i18n._("Deposit {coin}", { coin })}
    </Link>
  );
}

interface CoinFieldProps {
  label: string;
  coin: string | null;
  form: ConvertForm;
  error?: string | null;
  isReachable?: (symbol: string) => boolean;
  onChoose: (coin: string) => void;
}

function CoinField({ label, coin, form, error, isReachable = () => true, onChoose }: CoinFieldProps) {
  const { coins, balances } = form;
  const options = [...coins.values()].map(({ symbol, name, icon, trading }) => {
    const balance = balances?.get(symbol);
    return {
      value: symbol,
      label: symbol,
      hint: balance && !isZero(balance) ? `${formatAmount(balance)} · ${name}` : name,
      icon: <CoinIcon symbol={symbol} icon={icon} size={20} />,
      disabled: !trading || !isReachable(symbol),
    };
  });
  return (
    <Field label={label} error={error}>
      <Combobox
        options={options}
        value={coin}
        placeholder={i18n._("Choose a coin")}
        disabled={!form.canChoose}
        onValueChange={(next) => next !== null && onChoose(next)}
      />
    </Field>
  );
}
