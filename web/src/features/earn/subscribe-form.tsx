import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { useCoins } from "@/api/coins";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { LevelNote } from "@/design/level-note";
import { LostNotice } from "@/design/lost-notice";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import type { MoneyRequest } from "@/session/use-money-request";
import type { EarnPosition, EarnProduct } from "./api";
import { type SubscriptionBody, subscribeRequest } from "./earn-requests";
import { refusalOf } from "./refusals";
import {
  explainAmount,
  isComplete,
  maxOf,
  pathWithTyped,
  type TypedSubscription,
} from "./subscription-draft";
import { SubscriptionTerms } from "./subscription-terms";
import { money } from "./texts";
import { useBalances } from "./use-balances";

const DEFAULT_DECIMALS = 8;

interface SubscribeFormProps {
  product: EarnProduct;
  levelName: string;
  draft: TypedSubscription;
  error: Error | null;
  request: MoneyRequest<SubscriptionBody, EarnPosition>;
  onDraft: (draft: TypedSubscription) => void;
  onSubmit: () => void;
  /** Asks again for the answer to a subscription that was lost. */
  onCheck: () => void;
}

export function SubscribeForm(props: SubscribeFormProps) {
  const { product, levelName, draft, error, request, onDraft, onSubmit, onCheck } = props;
  const { isPending, lost } = request;
  const isSignedIn = useIsSignedIn();
  const balances = useBalances();
  const decimals = useCoins().get(product.coin)?.decimals ?? DEFAULT_DECIMALS;
  const available = balances ? (balances.get(product.coin) ?? "0") : null;
  // After a lost answer the balance may lack the amount because it was subscribed.
  const problem = lost ? null : explainAmount(draft.amount, product, available);
  const refusal = refusalOf(error);
  const isReady = problem === null && isComplete(draft.amount);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSignedIn && isReady && !isPending && !lost) onSubmit();
  }

  return (
    <form aria-label={i18n._("Subscribe")} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={i18n._("Amount")}
        aside={available !== null && <Available coin={product.coin} available={available} />}
        hint={i18n._("Minimum: {least} {coin}.", { least: formatAmount(product.min), coin: product.coin })}
        error={problem ?? refusal.amount}
      >
        <AmountInput
          name="amount"
          value={draft.amount}
          decimals={decimals}
          coin={product.coin}
          max={available === null || isZero(available) ? undefined : maxOf(product, available)}
          onValueChange={(amount) => onDraft({ ...draft, amount })}
        />
      </Field>
      {product.kind === "locked" && (
        <Checkbox
          label={i18n._("Renew automatically")}
          hint={i18n._(
            "At maturity the same amount is locked again at the rate of that day. Turn it off anytime.",
          )}
          checked={draft.autoRenew}
          onChange={(event) => onDraft({ ...draft, autoRenew: event.target.checked })}
        />
      )}
      <SubscriptionTerms product={product} amount={isReady ? draft.amount : ""} decimals={decimals} />
      {refusal.form && <Banner severity="error">{refusal.form}</Banner>}
      {lost && (
        <LostNotice message={subscribeRequest.describeUnknown(lost)} request={request} onCheck={onCheck} />
      )}
      {isSignedIn ? (
        <Button type="submit" size="large" fullWidth pending={isPending} disabled={!isReady || lost !== null}>
          {i18n._("Subscribe")}
        </Button>
      ) : (
        <>
          <SignInLink product={product} draft={draft} />
          <LevelNote level={levelName} />
        </>
      )}
    </form>
  );
}

/** The balance; without one, the way to get the coin. */
function Available({ coin, available }: { coin: string; available: string }) {
  if (!isZero(available)) return i18n._("Available: {amount}", { amount: money(available, coin) });
  return (
    <Link to="/personal/deposit" search={{ coin }} className="text-accent underline-offset-4 hover:underline">
      {i18n._("Deposit {coin}", { coin })}
    </Link>
  );
}

function SignInLink({ product, draft }: { product: EarnProduct; draft: TypedSubscription }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={loginHref(pathWithTyped(pathname, product.id, draft))}
      className={buttonClass({ size: "large", fullWidth: true })}
    >
      <Icon name="log-in" />
      {i18n._("Sign in to subscribe")}
    </Link>
  );
}
