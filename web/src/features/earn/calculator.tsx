import { i18n } from "@lingui/core";
import { useState } from "react";
import { useCoins } from "@/api/coins";
import { AmountInput } from "@/design/amount-input";
import { Card } from "@/design/card";
import { CoinIcon } from "@/design/coin-icon";
import { Combobox } from "@/design/combobox";
import { Field } from "@/design/field";
import { Segments } from "@/design/segments";
import { Stat } from "@/design/stat";
import { add } from "@/lib/decimal";
import { formatRate } from "@/lib/format-number";
import type { EarnProduct } from "./api";
import { GrowthChart } from "./growth-chart";
import { type Estimate, interestOf } from "./interest";
import { daysText, kindText, money } from "./texts";
import { useNow } from "./use-now";

const DEFAULT_AMOUNT = "1000";
const DEFAULT_DAYS = 365;
const DEFAULT_DECIMALS = 8;
const MAX_DAYS = 3650;

/** Estimates the interest of an amount, by the same arithmetic as the server. */
export function Calculator({ products }: { products: readonly EarnProduct[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [amount, setAmount] = useState(DEFAULT_AMOUNT);
  const [days, setDays] = useState(String(DEFAULT_DAYS));
  const coins = useCoins();
  const now = useNow();
  const product = products.find(({ id }) => id === chosen) ?? products[0];
  if (!product) return null;
  const decimals = coins.get(product.coin)?.decimals ?? DEFAULT_DECIMALS;
  const estimate = { amount: amount || "0", days: Math.min(Number(days), MAX_DAYS), decimals, now };

  return (
    <Card>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <ProductField products={products} product={product} onChoose={setChosen} />
          <Field label={i18n._("Amount")}>
            <AmountInput value={amount} onValueChange={setAmount} decimals={decimals} coin={product.coin} />
          </Field>
          <TimeField product={product} days={days} onDays={setDays} />
        </div>
        <Outcome product={product} estimate={estimate} />
      </div>
    </Card>
  );
}

interface ProductFieldProps {
  products: readonly EarnProduct[];
  product: EarnProduct;
  onChoose: (id: string) => void;
}

function ProductField({ products, product, onChoose }: ProductFieldProps) {
  const options = products.map((one) => ({
    value: one.id,
    label: `${one.coin} · ${kindText(one)}`,
    hint: formatRate(one.apr),
    icon: <CoinIcon symbol={one.coin} icon={one.icon} size={20} />,
  }));
  return (
    <Field label={i18n._("Product")}>
      <Combobox options={options} value={product.id} onValueChange={(id) => id !== null && onChoose(id)} />
    </Field>
  );
}

interface TimeFieldProps {
  product: EarnProduct;
  days: string;
  onDays: (days: string) => void;
}

/** A number of days; for a locked product its terms are at hand. */
function TimeField({ product, days, onDays }: TimeFieldProps) {
  const choices =
    product.term_days === null ? [30, 90, 365] : [1, 2, 4].map((n) => n * (product.term_days ?? 0));
  const isTooLong = Number(days) > MAX_DAYS;
  return (
    <Field
      label={i18n._("Duration")}
      hint={
        product.term_days !== null &&
        i18n._("Interest is paid for whole terms of {term}.", { term: daysText(product.term_days) })
      }
      error={isTooLong && i18n._("Maximum: {days}.", { days: daysText(MAX_DAYS) })}
    >
      <div className="flex flex-col gap-2">
        <AmountInput value={days} onValueChange={onDays} decimals={0} coin={i18n._("days")} />
        <Segments
          label={i18n._("Duration")}
          className="self-start"
          options={choices.map((choice) => ({ value: String(choice), label: daysText(choice) }))}
          value={days}
          onChange={onDays}
        />
      </div>
    </Field>
  );
}

function Outcome({ product, estimate }: { product: EarnProduct; estimate: Estimate }) {
  const { coin } = product;
  const interest = interestOf(product, estimate);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div aria-live="polite" className="flex flex-wrap gap-x-10 gap-y-4">
        <Stat label={i18n._("Interest after {time}", { time: daysText(estimate.days) })} size="large">
          <span className="text-accent">{money(interest, coin)}</span>
        </Stat>
        <Stat label={i18n._("Amount and interest")}>{money(add(estimate.amount, interest), coin)}</Stat>
      </div>
      <GrowthChart product={product} estimate={estimate} />
      <p className="text-13 text-ink-2">
        {product.kind === "flexible"
          ? i18n._(
              "Simple interest, counted every full hour and paid daily to your Spot Wallet: it doesn’t compound. The rate can change.",
            )
          : i18n._(
              "Simple interest, paid at the end of each term to your Spot Wallet: it doesn’t compound. Without renewal, it ends after one term.",
            )}
      </p>
    </div>
  );
}
