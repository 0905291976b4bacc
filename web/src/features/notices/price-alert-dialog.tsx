import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { type Pair, pairQuery } from "@/api/pairs";
import { ProblemError } from "@/api/problem-error";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { NativeDialog } from "@/design/native-dialog";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { Switch } from "@/design/switch";
import { useMedia } from "@/design/use-media";
import { formatAmount } from "@/lib/format-number";
import { useTicker } from "@/realtime/tickers";
import { priceAlertsQuery, useCreateAlert } from "./api";
import { PriceAlertRows } from "./price-alert-rows";

type PriceAlertDialogProps = { symbol: string; open: boolean; onClose: () => void };

/** Makes alerts about the price of a pair, and lists those that are open. */
export function PriceAlertDialog({ symbol, open, onClose }: PriceAlertDialogProps) {
  const pair = useQuery(pairQuery(symbol));
  const isPhone = useMedia("(width < 48rem)");
  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={i18n._("Price alerts for {symbol}", { symbol })}
      place={isPhone ? "bottom" : "middle"}
      className={isPhone ? undefined : "w-md"}
    >
      <div className="flex min-h-0 flex-col gap-5 overflow-y-auto px-4 pt-1 pb-4">
        <QueryView query={pair} skeleton={<Skeleton shape="text" lines={4} />}>
          {(loaded) => <AlertForm pair={loaded} />}
        </QueryView>
        <OpenAlerts symbol={symbol} />
      </div>
    </NativeDialog>
  );
}

function AlertForm({ pair }: { pair: Pair }) {
  const ticker = useTicker(pair.symbol) ?? pair.ticker;
  const create = useCreateAlert();
  const [price, setPrice] = useState("");
  const [repeats, setRepeats] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { last } = ticker;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (price === "") return setError(i18n._("Enter a price."));
    create.mutate(
      { symbol: pair.symbol, price, repeat: repeats ? "always" : "once" },
      { onSuccess: () => setPrice(""), onError: (problem) => setError(fieldProblem(problem)) },
    );
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={i18n._("Price")}
        error={error}
        hint={directionHint(price, last)}
        aside={last !== null && <LastPrice last={last} quote={pair.quote} onUse={setPrice} />}
      >
        <AmountInput
          autoFocus
          value={price}
          decimals={pair.price_decimals}
          coin={pair.quote}
          step={pair.tick_size}
          onValueChange={(value) => {
            setPrice(value);
            setError(null);
          }}
        />
      </Field>
      <Switch
        label={i18n._("Repeat")}
        hint={i18n._("Alerts again each time the price crosses back and returns, at most once a minute.")}
        checked={repeats}
        onChange={(event) => setRepeats(event.target.checked)}
      />
      {create.isError && error === null && <Banner severity="error">{describeProblem(create.error)}</Banner>}
      <Button type="submit" pending={create.isPending}>
        {i18n._("Create alert")}
      </Button>
    </form>
  );
}

type LastPriceProps = { last: string; quote: string; onUse: (price: string) => void };

function LastPrice({ last, quote, onUse }: LastPriceProps) {
  return (
    <button
      type="button"
      onClick={() => onUse(last)}
      className="text-13 text-accent tabular-nums underline-offset-4 hover:underline"
    >
      {i18n._("Last price {last} {quote}", { last: formatAmount(last), quote })}
    </button>
  );
}

/** The message at the field; null where the problem is about something else. */
function fieldProblem(problem: unknown): string | null {
  if (!(problem instanceof ProblemError)) return null;
  return problem.errors.find(({ field }) => field === "price")?.message ?? null;
}

function directionHint(price: string, last: string | null): string {
  if (price === "" || last === null || Number(price) === Number(last)) {
    return i18n._("You get an alert when a trade reaches this price.");
  }
  const shown = { price: formatAmount(price) };
  return Number(price) > Number(last)
    ? i18n._("Alerts when the price rises to {price} or above.", shown)
    : i18n._("Alerts when the price falls to {price} or below.", shown);
}

function OpenAlerts({ symbol }: { symbol: string }) {
  const alerts = useQuery(priceAlertsQuery(symbol));
  return (
    <section aria-label={i18n._("Your alerts")} className="flex flex-col gap-2 border-line border-t pt-4">
      <h3 className="font-semibold text-14">{i18n._("Your alerts")}</h3>
      <QueryView query={alerts} empty={i18n._("Your open alerts for this pair appear here.")}>
        {({ items }) => <PriceAlertRows alerts={items} />}
      </QueryView>
    </section>
  );
}
