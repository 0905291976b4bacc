import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assetsQuery } from "@/api/assets";
import type { Network } from "@/api/networks";
import { ProblemError } from "@/api/problem-error";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { LostNotice } from "@/design/lost-notice";
import { formatAmount } from "@/lib/format-number";
import type { Outcome } from "@/session/pending-requests";
import { StepUpCancelled } from "@/session/step-up";
import { useMoneyRequest } from "@/session/use-money-request";
import { addressBookQuery } from "./address-api";
import { AddressField, type ChosenAddress, savedFor } from "./address-field";
import { useAddressProblem } from "./use-address-problem";
import { explainAmount, maxOf, receiveOf } from "./withdraw-draft";
import { WITHDRAW_PLACE, withdrawRequest } from "./withdraw-request";
import { WithdrawReview } from "./withdraw-review";
import { WithdrawSummary } from "./withdraw-summary";
import type { WithdrawalFee } from "./withdrawal-api";
import { explainRefusal } from "./withdrawal-texts";

interface WithdrawFormProps {
  network: Network;
  terms: WithdrawalFee;
  isPaused: boolean;
  onRequested: (id: string) => void;
}

const NO_ADDRESS: ChosenAddress = { text: "", saved: null };
const ADDRESS_CODES = new Set(["ADDRESS_INVALID", "ADDRESS_NOT_ALLOWED"]);
const AMOUNT_CODES = new Set([
  "BELOW_MINIMUM",
  "ABOVE_MAXIMUM",
  "BAD_PRECISION",
  "INSUFFICIENT_BALANCE",
  "LIMIT_EXCEEDED",
]);

/** Address and amount, then a review of both. */
export function WithdrawForm({ network, terms, isPaused, onRequested }: WithdrawFormProps) {
  const { coin } = network;
  const [address, setAddress] = useState(NO_ADDRESS);
  const [amount, setAmount] = useState("");
  const [isReviewing, setReviewing] = useState(false);
  const { data: book } = useQuery(addressBookQuery);
  const available = useAvailable(coin);
  const [error, setError] = useState<Error | null>(null);
  const request = useMoneyRequest(withdrawRequest, WITHDRAW_PLACE);
  const { isPending, lost } = request;
  const refusal = refusalOf(error);
  const target = address.saved?.address ?? address.text;
  const amountError = explainAmount(amount, terms, available);
  const addressError = useAddressProblem(network, address.saved ? "" : address.text);
  const receive = amountError ? null : receiveOf(amount, terms);
  const isReady = target !== "" && receive !== null && !addressError;
  // Another withdrawal before the last one is known could be the same one twice.
  const isBlocked = isPaused || isPending || lost !== null;

  function review(event: FormEvent) {
    event.preventDefault();
    if (isReady && !isBlocked) setReviewing(true);
  }

  async function take(answer: Promise<Outcome<{ id: string }>>) {
    setError(null);
    const outcome = await answer;
    setReviewing(false);
    if (outcome.status === "done") onRequested(outcome.answer.id);
    if (outcome.status === "refused") setError(outcome.error);
  }

  function send() {
    const where = address.saved ? { address_id: address.saved.id } : { address: address.text };
    void take(request.send({ coin, network: network.network, amount, ...where }));
  }

  return (
    <form onSubmit={review} noValidate className="flex flex-col gap-5">
      <AddressField
        saved={savedFor(book, coin, network.network)}
        isAllowListOn={book?.allow_list_only ?? false}
        value={address}
        error={addressError ?? refusal.address}
        onChange={(next) => {
          setAddress(next);
          setError(null);
        }}
      />
      <Field
        label={i18n._("Amount")}
        aside={i18n._("Available: {available} {coin}", { available: formatAmount(available), coin })}
        error={amountError ?? refusal.amount}
      >
        <AmountInput
          value={amount}
          decimals={terms.decimals}
          coin={coin}
          max={maxOf(terms, available)}
          onValueChange={(next) => {
            setAmount(next);
            setError(null);
          }}
        />
      </Field>
      <WithdrawSummary network={network} terms={terms} receive={receive} />
      {lost && (
        <LostNotice
          message={withdrawRequest.describeUnknown(lost)}
          request={request}
          onCheck={() => void take(request.check())}
        />
      )}
      {refusal.other && <Banner severity="error">{refusal.other}</Banner>}
      <Button type="submit" size="large" fullWidth disabled={!isReady || isBlocked}>
        {i18n._("Review withdrawal")}
      </Button>
      <WithdrawReview
        open={isReviewing && lost === null}
        draft={{ network, terms, address: target, amount, receive: receive ?? "0" }}
        pending={isPending}
        onSend={send}
        onClose={() => setReviewing(false)}
      />
    </form>
  );
}

function useAvailable(coin: string): string {
  const { data } = useQuery(assetsQuery);
  return data?.items.find(({ symbol }) => symbol === coin)?.available ?? "0";
}

type Refusal = { address: string | null; amount: string | null; other: string | null };

/** Why the last request was refused, at the field that it is about. */
function refusalOf(error: Error | null): Refusal {
  const none: Refusal = { address: null, amount: null, other: null };
  if (error === null || error instanceof StepUpCancelled) return none;
  const text = explainRefusal(error);
  const code = error instanceof ProblemError ? error.code : "";
  if (ADDRESS_CODES.has(code)) return { ...none, address: text };
  return AMOUNT_CODES.has(code) ? { ...none, amount: text } : { ...none, other: text };
}
