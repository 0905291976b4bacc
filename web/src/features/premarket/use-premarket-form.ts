import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { assetsQuery } from "@/api/assets";
import { useCoins } from "@/api/coins";
import { isDecimal } from "@/lib/decimal";
import { textOf } from "@/lib/text-of";
import { useRequiredLevels } from "@/session/required-level";
import { useGate } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";
import { DRAFT_FIELDS, type Draft, type DraftField, findProblems, maxQuantity, termsOf } from "./draft";
import type { PremarketDetail, PremarketSide } from "./types";
import { usePlacing } from "./use-placing";

const DEFAULT_DECIMALS = 8;
const RANK_REQUIRED: Record<PremarketSide, number> = { buy: 1, sell: 2 };

/** The order form of a pre-market: draft, terms, errors and submission. */
export function usePremarketForm(market: PremarketDetail) {
  const [draft, setDraft] = useState(useDraftInUrl());
  const form = useRef<HTMLFormElement>(null);
  const [isReviewing, setReviewing] = useState(false);
  const quoteDecimals = useCoins().get(market.quote)?.decimals ?? DEFAULT_DECIMALS;
  const limits = {
    available: useAvailable(market.quote),
    exposureLeft: market.my?.exposure_left ?? market.max_exposure,
  };
  const terms = termsOf(draft, market, quoteDecimals);
  const problems = findProblems(draft, market, terms, limits);
  const firstProblem = DRAFT_FIELDS.find((name) => problems[name]);
  const level = useRequiredLevels()(RANK_REQUIRED[draft.side]);
  const gate = useGate();
  const placing = usePlacing(market, draft);
  const notes = useFieldNotes();

  function focus(name: string) {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }

  async function send() {
    const isPlaced = await placing.send(draft);
    setReviewing(false);
    if (!isPlaced) return;
    notes.startAfresh();
    setDraft((known) => (known === draft ? { ...known, quantity: "" } : known));
    focus("quantity");
  }

  function submit() {
    if (placing.isPending || placing.lost || !gate.requireSignIn()) return;
    if (level.isMissing) return gate.refuse(level.key);
    if (firstProblem) {
      notes.showAll();
      focus(firstProblem);
    } else if (isReviewing) {
      void send();
    } else {
      setReviewing(true);
      focus("send");
    }
  }

  return {
    ...{ form, market, draft, terms, limits, level, placing, submit },
    isReviewing: isReviewing && firstProblem === undefined,
    max: maxQuantity(draft, market, limits),
    edit(part: Partial<Draft>) {
      setDraft({ ...draft, ...part });
      setReviewing(false);
    },
    touch: notes.touch,
    problemAt(name: DraftField): string | undefined {
      const problem = problems[name];
      return (
        (problem && notes.isShown(name, problem.isMissing) ? problem.text : undefined) ??
        placing.refusal.fields[name]
      );
    },
    endReview: () => setReviewing(false),
    // A double click or key repeat must not confirm what it has just opened.
    onSendClick(event: MouseEvent) {
      if (isReviewing && event.detail > 1) event.preventDefault();
    },
    onSendKey(event: KeyboardEvent) {
      if (event.key === "Enter" && event.repeat) event.preventDefault();
      if (event.key === "Escape") setReviewing(false);
    },
  };
}

export type PremarketForm = ReturnType<typeof usePremarketForm>;

/** Errors of visited fields; missing values only after an attempt to send. */
function useFieldNotes() {
  const [touched, setTouched] = useState<readonly DraftField[]>([]);
  const [wasAttempted, setAttempted] = useState(false);
  return {
    isShown: (name: DraftField, isMissing: boolean) => wasAttempted || (touched.includes(name) && !isMissing),
    touch: (name: DraftField) => setTouched([...touched, name]),
    showAll: () => setAttempted(true),
    startAfresh() {
      setTouched([]);
      setAttempted(false);
    },
  };
}

/** What a visitor who has signed in meanwhile had typed. */
function useDraftInUrl(): Draft {
  const search = useSearch({ strict: false });
  return {
    side: search.side === "sell" ? "sell" : "buy",
    price: amountOf(search.price),
    quantity: amountOf(search.quantity),
  };
}

function amountOf(parameter: unknown): string {
  const text = textOf(parameter);
  return isDecimal(text) && !text.startsWith("-") ? text : "";
}

/** The page with everything that was typed, to return to after signing in. */
export function pathWithDraft(path: string, { side, price, quantity }: Draft): string {
  const parameters = new URLSearchParams({ side });
  if (price !== "") parameters.set("price", price);
  if (quantity !== "") parameters.set("quantity", quantity);
  return `${path}?${parameters}`;
}

/** The available balance; null for visitors, and while loading. */
function useAvailable(coin: string): string | null {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...assetsQuery, enabled: isSignedIn });
  if (!isSignedIn || !data) return null;
  return data.items.find(({ symbol }) => symbol === coin)?.available ?? "0";
}
