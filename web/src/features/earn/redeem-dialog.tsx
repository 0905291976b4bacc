import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCoins } from "@/api/coins";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { LostNotice } from "@/design/lost-notice";
import { FormModal } from "@/design/modal";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import type { Outcome } from "@/session/pending-requests";
import { useMoneyRequest } from "@/session/use-money-request";
import { type EarnPosition, earnProductsQuery } from "./api";
import { redeemPlace, redeemRequest } from "./earn-requests";
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
  const [error, setError] = useState<Error | null>(null);
  const request = useMoneyRequest(redeemRequest, redeemPlace(position.id));
  const { isPending, lost } = request;
  const min = useMinimum(position);
  const problem = explainRedemption(typed, position, min);
  const wanted = problem === null ? redemptionOf(typed, position) : null;
  const refusal = refusalOf(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!wanted || isPending || lost) return;
    const { id, coin } = position;
    void take(request.send({ position_id: id, coin, amount: typed, all: wanted.all }), typed);
  }

  async function take(answer: Promise<Outcome<EarnPosition>>, amount: string) {
    onPending(true);
    setError(null);
    const outcome = await answer;
    onPending(false);
    if (outcome.status === "refused") setError(outcome.error);
    if (outcome.status !== "done") return;
    toast.success(i18n._("{amount} redeemed to your Spot Wallet", { amount: money(amount, position.coin) }));
    onClose();
  }

  return (
    <form aria-label={i18n._("Redeem")} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {position.kind === "flexible" && (
        <AmountField position={position} typed={typed} error={problem ?? refusal.amount} onType={setTyped} />
      )}
      <Consequences position={position} typed={typed} />
      {refusal.form && <Banner severity="error">{refusal.form}</Banner>}
      {lost && (
        <LostNotice
          message={redeemRequest.describeUnknown(lost)}
          request={request}
          onCheck={() => void take(request.check(), lost.amount)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button severity="secondary" disabled={isPending} onClick={onClose}>
          {i18n._("Keep")}
        </Button>
        <Button type="submit" pending={isPending} disabled={!wanted || lost !== null}>
          {i18n._("Redeem")}
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
