import { useState } from "react";
import { ProblemError } from "@/api/problem-error";
import type { Outcome } from "@/session/pending-requests";
import { useGate } from "@/session/restricted";
import { useMoneyRequest } from "@/session/use-money-request";
import { type Conversion, type Quote, type QuoteDraft, useRequestQuote } from "./api";
import { acceptanceOf, CONVERT_PLACE, convertRequest } from "./convert-request";
import { explainRefusal, isAboutAmount } from "./refusals";

/** A quote on the screen. */
export type QuoteStage = {
  draft: QuoteDraft;
  quote: Quote;
  until: number;
  /** The quote that this one replaces. */
  previous: Quote | null;
  /** Why the server no longer keeps to it. */
  ending: "expired" | "moved" | null;
  isAccepting: boolean;
  isRenewing: boolean;
  /** An answer of the server was lost, and no other says yet whether the conversion was made. */
  isUnconfirmed: boolean;
  problem: string | null;
};

type Asked = { draft: QuoteDraft; quote: Quote; until: number; previous: Quote | null };

/** From the request for a quote to the conversion. */
export function useQuote() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const request = useRequestQuote();
  const acceptance = useMoneyRequest(convertRequest, CONVERT_PLACE);
  const [ended, setEnded] = useState<Outcome<Conversion> | null>(null);
  const gate = useGate();
  const conversion = ended?.status === "done" ? ended.answer : null;
  const accepting: Accepting = {
    isPending: acceptance.isPending,
    isUnconfirmed: acceptance.lost !== null,
    error: ended?.status === "refused" ? ended.error : null,
  };

  function ask(draft: QuoteDraft, previous: Quote | null) {
    request.mutate(draft, {
      onSuccess: (timed) => {
        setEnded(null);
        setAsked({ draft, previous, ...timed });
      },
      onError: gate.handle,
    });
  }

  async function take(answer: Promise<Outcome<Conversion>>) {
    const outcome = await answer;
    setEnded(outcome);
    if (outcome.status === "signed-out") gate.requireSignIn();
    if (outcome.status === "refused") gate.handle(outcome.error);
  }

  return {
    conversion,
    stage: asked && !conversion ? stageOf(asked, request, accepting) : null,
    isAsking: request.isPending,
    /** A conversion of before whose answer is missing. */
    acceptance,
    /** Why that one was refused. */
    lostRefusal: asked === null && accepting.error ? explainRefusal(accepting.error) : null,
    /** Why no quote was given; of an earlier draft nothing is shown. */
    refusalOf: (draft: QuoteDraft | null) =>
      refusalOf(isSameDraft(draft, request.variables) ? request.error : null),
    ask: (draft: QuoteDraft) => ask(draft, null),
    renew: () => asked && ask(asked.draft, asked.quote),
    accept: () =>
      asked && void take(acceptance.lost ? acceptance.check() : acceptance.send(acceptanceOf(asked.quote))),
    check: () => void take(acceptance.check()),
    close() {
      setAsked(null);
      setEnded(null);
      request.reset();
    },
  };
}

function isSameDraft(one: QuoteDraft | null, other: QuoteDraft | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Accepting = { isPending: boolean; isUnconfirmed: boolean; error: Error | null };

function stageOf(
  asked: Asked,
  request: { isPending: boolean; error: Error | null },
  { isPending, isUnconfirmed, error }: Accepting,
): QuoteStage {
  const ending = endingOf(error);
  return {
    ...asked,
    ...{ ending, isUnconfirmed },
    isAccepting: isPending,
    isRenewing: request.isPending,
    problem: isUnconfirmed ? null : problemText(request.error ?? (ending ? null : error)),
  };
}

function endingOf(error: Error | null): QuoteStage["ending"] {
  const code = error instanceof ProblemError ? error.code : "";
  if (code === "QUOTE_EXPIRED") return "expired";
  return code === "QUOTE_MOVED" ? "moved" : null;
}

function problemText(error: Error | null): string | null {
  return error && explainRefusal(error);
}

/** Beside the amount, or for the form as a whole. */
function refusalOf(error: Error | null): { amount: string | null; form: string | null } {
  if (!error) return { amount: null, form: null };
  const text = explainRefusal(error);
  return isAboutAmount(error) ? { amount: text, form: null } : { amount: null, form: text };
}
