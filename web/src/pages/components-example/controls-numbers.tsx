import { i18n } from "@lingui/core";
import { useState } from "react";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";
import { QUARTERS, Slider } from "@/design/slider";
import { formatRate } from "@/lib/format-number";
import { ControlsGrid, Example } from "./example";

export function ControlsNumbers() {
  return (
    <>
      <Example title={i18n._("Amounts")}>
        <ControlsGrid>
          <LinkedAmount />
          <Price />
          <TooMuch />
          <Field label={i18n._("You receive")} hint={i18n._("Set by the quote.")}>
            <AmountInput value="1284.5" onValueChange={() => {}} decimals={2} coin="USDT" disabled />
          </Field>
        </ControlsGrid>
      </Example>
      <Example title={i18n._("Sliders")}>
        <Sliders />
      </Example>
    </>
  );
}

const BALANCE_HUNDREDTHS = 125;

function LinkedAmount() {
  const [amount, setAmount] = useState("0.50");
  const share = Math.min(100, Math.round((Number(amount) * 10_000) / BALANCE_HUNDREDTHS));
  return (
    <div>
      <Field label={i18n._("Amount")} aside={i18n._("Available 1.25 BTC")}>
        <AmountInput
          value={amount}
          onValueChange={setAmount}
          decimals={8}
          coin="BTC"
          max="1.25"
          step="0.01"
        />
      </Field>
      <Slider
        aria-label={i18n._("Share of your balance")}
        marks={QUARTERS}
        value={share}
        onValueChange={(next) => setAmount(((BALANCE_HUNDREDTHS * next) / 10_000).toFixed(4))}
        className="mt-2"
      />
    </div>
  );
}

function Price() {
  const [price, setPrice] = useState("64210.5");
  return (
    <Field label={i18n._("Price")} hint={i18n._("Arrow keys move by 0.5, with Shift by 5.")}>
      <AmountInput value={price} onValueChange={setPrice} decimals={1} coin="USDT" step="0.5" />
    </Field>
  );
}

function TooMuch() {
  const [amount, setAmount] = useState("3");
  const isTooMuch = Number(amount) > 1.25;
  return (
    <Field
      label={i18n._("Withdraw")}
      hint={i18n._("Arrives in about 20 minutes.")}
      error={isTooMuch && i18n._("Insufficient balance: 1.25 BTC available.")}
    >
      <AmountInput value={amount} onValueChange={setAmount} decimals={8} coin="BTC" max="1.25" />
    </Field>
  );
}

function Sliders() {
  const [share, setShare] = useState(25);
  const [days, setDays] = useState(30);
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-3">
      <Field label={i18n._("With marks")} aside={formatRate(share / 100)}>
        <Slider marks={QUARTERS} value={share} onValueChange={setShare} />
      </Field>
      <Field label={i18n._("Locked for")} hint={i18n._("From 7 to 90 days.")} aside={days}>
        <Slider
          min={7}
          max={90}
          value={days}
          onValueChange={setDays}
          format={(value) => i18n._("{value, plural, one {# day} other {# days}}", { value })}
        />
      </Field>
      <Field label={i18n._("Disabled")}>
        <Slider marks={QUARTERS} value={50} onValueChange={() => {}} disabled />
      </Field>
    </div>
  );
}
