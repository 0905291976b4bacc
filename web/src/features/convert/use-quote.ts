import { useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { isFinalRefusal } from "@/api/problem-outcome";
import { useGate } from "@/session/restricted";
import { type Conversion, type Quote, type QuoteDraft, useAcceptQuote, useRequestQuote } from "./api";
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
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const accept = useAcceptQuote(() => setUnconfirmed(true));
  const gate = useGate();
  const conversion: Conversion | null = accept.data ?? null;

  function ask(draft: QuoteDraft, previous: Quote | null) {
    request.mutate(draft, {
      onSuccess: (timed) => {
        accept.reset();
        setUnconfirmed(false);
        setAsked({ draft, previous, ...timed });
      },
      onError: gate.handle,
    });
  }

  function onError(error: Error) {
    if (isFinalRefusal(error)) setUnconfirmed(false);
    gate.handle(error);
  }

  return {
    conversion,
    stage: asked && !conversion ? stageOf(asked, isUnconfirmed, request, accept) : null,
    isAsking: request.isPending,
    /** Why no quote was given; of an earlier draft nothing is shown. */
    refusalOf: (draft: QuoteDraft | null) =>
      refusalOf(isSameDraft(draft, request.variables) ? request.error : null),
    ask: (draft: QuoteDraft) => ask(draft, null),
    renew: () => asked && ask(asked.draft, asked.quote),
    accept: () => asked && accept.mutate(asked.quote.id, { onError }),
    close() {
      setAsked(null);
      setUnconfirmed(false);
      request.reset();
      accept.reset();
    },
  };
}

function isSameDraft(one: QuoteDraft | null, other: QuoteDraft | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Call = { isPending: boolean; error: Error | null };

function stageOf(asked: Asked, isUnconfirmed: boolean, request: Call, accept: Call): QuoteStage {
  const ending = endingOf(accept.error);
  return {
    ...asked,
    ...{ ending, isUnconfirmed },
    isAccepting: accept.isPending,
    isRenewing: request.isPending,
    problem: isUnconfirmed ? null : problemText(request.error ?? (ending ? null : accept.error)),
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
