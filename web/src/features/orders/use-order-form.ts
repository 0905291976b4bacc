import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { assetsQuery } from "@/api/assets";
import { serverNow } from "@/lib/server-clock";
import { useGate } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";
import type { OrderType } from "./api";
import { attachForm, useDeskStore } from "./desk-store";
import type { Draft, Market } from "./draft";
import { useOneClick } from "./one-click";
import { persistDesk, placeOrder } from "./order-desk";
import type { Refusal } from "./refusals";
import { type OrderPrefill, useOrderDraft } from "./use-order-draft";
import { FIELDS, type FieldName, findProblems, type Problems } from "./validation";

const NOTHING: Refusal = { fields: {}, form: null };

/** The visible errors by field: of visited fields, missing values only after a submit attempt. */
function useFieldNotes(problems: Problems, refusal: Refusal = NOTHING) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [wasAttempted, setAttempted] = useState(false);

  return {
    formProblem: refusal.form,
    problemAt(name: FieldName): string | undefined {
      const problem = problems[name];
      const isShown = problem && (wasAttempted || (touched.has(name) && !problem.isMissing));
      return (isShown ? problem.text : undefined) ?? refusal.fields[name];
    },
    touch: (name: FieldName) => setTouched((known) => (known.has(name) ? known : new Set(known).add(name))),
    showAll: () => setAttempted(true),
    startAfresh() {
      setTouched(new Set());
      setAttempted(false);
    },
  };
}

type OrderFormInput = { market: Market; prefill: OrderPrefill; isStale: boolean };

/** The state of the form: draft, errors and submission. */
export function useOrderForm({ market, prefill, isStale }: OrderFormInput) {
  const { draft, change, chooseType } = useOrderDraft(market, prefill);
  const balances = useBalances(market);
  const available = draft.side === "buy" ? balances.quote : balances.base;
  const problems = findProblems(draft, market, available, serverNow());
  const firstProblem = FIELDS.find((name) => problems[name]);
  const { placements, refusal } = useDesk(market.pair.symbol, draft);
  // Another order may be sent meanwhile: a dead connection must not prevent a hedge.
  const isPending = placements.some((placement) => placement.isPending && placement.draft === draft);
  const notes = useFieldNotes(problems, refusal);
  const review = useReview(firstProblem === undefined, prefill.version);
  const form = useRef<HTMLFormElement>(null);
  const isOneClick = useOneClick();
  const gate = useGate();

  useEffect(() => {
    if (prefill.version > 0) void persistDesk();
  }, [prefill.version]);

  const focusedVersion = useRef<number | null>(null);
  useEffect(() => {
    if (!prefill.focus || focusedVersion.current === prefill.version) return;
    focusedVersion.current = prefill.version;
    focusField(form.current, prefill.focus);
  }, [prefill.focus, prefill.version]);

  const focus = (name: string) => focusField(form.current, name);

  async function send() {
    const outcome = await placeOrder(draft, market);
    if (!form.current) return;
    review.end();
    if (outcome.kind === "signed-out") gate.requireSignIn();
    // The draft was changed meanwhile.
    if (!("isCurrent" in outcome) || !outcome.isCurrent) return;
    if (outcome.kind === "placed") {
      notes.startAfresh();
      if (isFocusNear(form.current)) focus(draft.sizedBy);
    } else {
      const { fields } = outcome.refusal;
      focus(FIELDS.find((name) => fields[name]) ?? "send");
    }
  }

  function submit() {
    if (isPending || !gate.requireSignIn()) return;
    if (firstProblem) {
      notes.showAll();
      focus(firstProblem);
      // Stale data always requires a confirmation.
    } else if (review.isOn || (isOneClick && !isStale)) {
      void send();
    } else {
      review.begin();
      focus("send");
    }
  }

  return {
    ...{ form, draft, available, balances, notes, review, submit, isPending },
    isReady: firstProblem === undefined,
    unconfirmed: placements.filter(({ unconfirmed }) => unconfirmed),
    /** How many other orders of the pair wait for their response. */
    waiting: placements.filter((other) => !other.unconfirmed && other.draft !== draft).length,
    edit(part: Partial<Draft>) {
      void persistDesk();
      change(part);
      review.end();
    },
    chooseType(type: OrderType) {
      void persistDesk();
      chooseType(type);
      notes.startAfresh();
      review.end();
    },
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;

/** The desk's state of a pair: orders without a response, and the rejection of the current draft. */
function useDesk(symbol: string, draft: Draft) {
  const placements = useDeskStore((state) => state.placements);
  const refused = useDeskStore((state) => state.refusals[symbol]);
  useEffect(() => attachForm(symbol), [symbol]);
  return {
    placements: Object.values(placements).filter(({ order }) => order.symbol === symbol),
    refusal: refused?.draft === draft ? refused.refusal : undefined,
  };
}

function isFocusNear(form: HTMLFormElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || Boolean(form?.contains(activeElement));
}

function focusField(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** The confirmation of an order before it is sent; another click in the book cancels it. */
function useReview(canBe: boolean, version: number) {
  const [begunAt, setBegunAt] = useState<number | null>(null);
  const isOn = begunAt === version && canBe;
  return {
    isOn,
    begin: () => setBegunAt(version),
    end: () => setBegunAt(null),
    // A double click or key repeat must not confirm what it has just opened.
    onClick(event: MouseEvent) {
      if (isOn && event.detail > 1) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key === "Enter" && event.repeat) event.preventDefault();
      if (event.key === "Escape" && isOn) setBegunAt(null);
    },
  };
}

/** The available balances of both coins of a pair; null for visitors and while unknown. */
function useBalances({ pair }: Market): { base: string | null; quote: string | null } {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...assetsQuery, enabled: isSignedIn });
  if (!isSignedIn || !data) return { base: null, quote: null };
  const availableOf = (coin: string) => data.items.find(({ symbol }) => symbol === coin)?.available ?? "0";
  return { base: availableOf(pair.base), quote: availableOf(pair.quote) };
}
