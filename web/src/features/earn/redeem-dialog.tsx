import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCoins } from "@/api/coins";
import { isOutcomeUnknown } from "@/api/problem-outcome";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { FormModal } from "@/design/modal";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { type EarnPosition, earnProductsQuery, type Redemption, useRedeem } from "./api";
import { explainRedemption, isEarly, redemptionOf } from "./redemption";
import { refusalOf } from "./refusals";
import { TermsRow } from "./terms-row";
import { money } from "./texts";
import { useNow } from "./use-now";

const DEFAULT_DECIMALS = 8;

interface RedeemDialogProps {
  position: EarnPosition | null;
  onClose: () => void;
}

/** Takes coins out of a position; says what an early exit costs. */
export function RedeemDialog({ position, onClose }: RedeemDialogProps) {
  const shown = useLastNonNull(position);
  return (
    <FormModal
      open={position !== null}
      onClose={onClose}
      title={i18n._("Redeem {coin}", { coin: shown?.coin ?? "" })}
    >
      {(onPending) =>
        shown && <RedeemForm key={shown.id} position={shown} onPending={onPending} onClose={onClose} />
      }
    </FormModal>
  );
}

interface RedeemFormProps {
  position: EarnPosition;
  onPending: (isPending: boolean) => void;
  onClose: () => void;
}

function RedeemForm({ position, onPending, onClose }: RedeemFormProps) {
  const [typed, setTyped] = useState(position.kind === "locked" ? position.amount : "");
  const redeem = useRedeem(position.id);
  const min = useMinimum(position);
  const problem = explainRedemption(typed, position, min);
  const wanted = problem === null ? redemptionOf(typed, position) : null;
  const isUnconfirmed = isOutcomeUnknown(redeem.error);
  const refusal = refusalOf(isUnconfirmed ? null : redeem.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wanted && !redeem.isPending) send(wanted);
  }

  function send(body: Redemption) {
    onPending(true);
    redeem.mutate(body, {
      onSuccess: () => {
        toast.success(
          i18n._("{amount} redeemed to your Spot Wallet", { amount: money(typed, position.coin) }),
        );
        onClose();
      },
      onSettled: () => onPending(false),
    });
  }

  return (
    <form aria-label={i18n._("Redeem")} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {position.kind === "flexible" && (
        <AmountField position={position} typed={typed} error={problem ?? refusal.amount} onType={setTyped} />
      )}
      <Consequences position={position} typed={typed} />
      {refusal.form && <Banner severity="error">{refusal.form}</Banner>}
      {isUnconfirmed && (
        <Banner severity="warn">
          {i18n._("No response yet. It may have been redeemed; checking again won’t redeem twice.")}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button severity="secondary" disabled={redeem.isPending} onClick={onClose}>
          {i18n._("Keep")}
        </Button>
        <Button type="submit" pending={redeem.isPending} disabled={!wanted}>
          {isUnconfirmed ? i18n._("Check again") : i18n._("Redeem")}
        </Button>
      </div>
    </form>
  );
}

interface AmountFieldProps {
  position: EarnPosition;
  typed: string;
  error: string | null;
  onType: (amount: string) => void;
}

function AmountField({ position, typed, error, onType }: AmountFieldProps) {
  const decimals = useCoins().get(position.coin)?.decimals ?? DEFAULT_DECIMALS;
  return (
    <Field
      label={i18n._("Amount")}
      aside={i18n._("In this position: {amount}", { amount: money(position.amount, position.coin) })}
      error={error}
    >
      <AmountInput
        name="amount"
        value={typed}
        decimals={decimals}
        coin={position.coin}
        max={position.amount}
        onValueChange={onType}
      />
    </Field>
  );
}

/** What comes back, what is paid, and what is lost. */
function Consequences({ position, typed }: { position: EarnPosition; typed: string }) {
  const now = useNow();
  const { coin, accrued, kind } = position;
  const isAll = redemptionOf(typed, position)?.all === true;
  if (kind === "locked" && isEarly(position, now)) {
    return (
      <>
        <Banner severity="warn">
          {i18n._("You get {amount} back, but no interest. {lost} accrued so far is lost.", {
            amount: money(position.amount, coin),
            lost: money(accrued, coin),
          })}
        </Banner>
        <p className="text-13">{i18n._("To keep the interest, wait until the position matures.")}</p>
      </>
    );
  }
  return (
    <dl className="flex flex-col gap-2 text-14">
      <TermsRow label={i18n._("To your Spot Wallet")}>{typed ? money(typed, coin) : "–"}</TermsRow>
      <TermsRow label={i18n._("Interest accrued")}>{money(accrued, coin)}</TermsRow>
      <TermsRow label={i18n._("Interest is paid")}>
        {isAll ? i18n._("Immediately") : i18n._("At the next payout")}
      </TermsRow>
    </dl>
  );
}

/** What must stay in a product of which a part is redeemed; null while unknown. */
function useMinimum({ product_id }: EarnPosition): string | null {
  const { data } = useQuery(earnProductsQuery);
  return data?.items.find(({ id }) => id === product_id)?.min ?? null;
}
