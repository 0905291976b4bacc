import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { assetsQuery } from "@/api/assets";
import { useGate } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";
import type { OrderType } from "./api";
import { type Draft, type Market, toNewOrder } from "./draft";
import { useOneClick } from "./one-click";
import { showOrderToast } from "./order-toast";
import { describePlaced } from "./outcome";
import { type NamedOrder, nameOrder, UnconfirmedOrder, usePlaceOrder } from "./placing";
import { readRefusal } from "./refusals";
import { useFieldNotes } from "./use-field-notes";
import { type OrderPrefill, useOrderDraft } from "./use-order-draft";
import { FIELDS, findProblems } from "./validation";

type OrderFormInput = { market: Market; prefill: OrderPrefill; isStale: boolean };

/** The state of the form: what is written, what is wrong with it, and how far it has been sent. */
export function useOrderForm({ market, prefill, isStale }: OrderFormInput) {
  const { draft, change, chooseType } = useOrderDraft(market, prefill);
  const balances = useBalances(market);
  const available = draft.side === "buy" ? balances.quote : balances.base;
  const problems = findProblems(draft, market, available, Date.now());
  const firstProblem = FIELDS.find((name) => problems[name]);
  const notes = useFieldNotes(problems);
  const review = useReview(firstProblem === undefined, prefill.version);
  const form = useRef<HTMLFormElement>(null);
  const isOneClick = useOneClick();
  const gate = useGate();
  const placing = usePlaceOrder();

  const focusedVersion = useRef<number | null>(null);
  useEffect(() => {
    if (!prefill.focus || focusedVersion.current === prefill.version) return;
    focusedVersion.current = prefill.version;
    focusField(form.current, prefill.focus);
  }, [prefill.focus, prefill.version]);

  const focus = (name: string) => focusField(form.current, name);

  function send(order: NamedOrder, isCheck = false) {
    placing.mutate(
      { order, isCheck },
      {
        onSuccess(placed) {
          showOrderToast(describePlaced(placed, market.pair.tick_size));
          change({ size: "", displayQuantity: "" });
          review.end();
          notes.startAfresh();
          // Who has gone on meanwhile is not called back.
          if (isFocusNear(form.current)) focus(draft.sizedBy);
        },
        onError(error) {
          review.end();
          if (error instanceof UnconfirmedOrder || gate.handle(error)) return;
          const refusal = readRefusal(error, draft, market);
          notes.refuse(refusal);
          focus(FIELDS.find((name) => refusal.fields[name]) ?? "send");
        },
      },
    );
  }

  function submit() {
    if (placing.isPending || !gate.requireSignIn()) return;
    if (firstProblem) {
      notes.showAll();
      focus(firstProblem);
      // What may be out of date is looked at twice.
    } else if (review.isOn || (isOneClick && !isStale)) {
      send(nameOrder(toNewOrder(draft, market)));
    } else {
      review.begin();
      focus("send");
    }
  }

  const forget = () => {
    notes.forgive();
    review.end();
  };
  return {
    ...{ form, draft, available, balances, notes, review, submit },
    isPending: placing.isPending,
    isReady: firstProblem === undefined,
    unconfirmed: placing.error instanceof UnconfirmedOrder ? placing.error : null,
    edit(part: Partial<Draft>) {
      change(part);
      forget();
    },
    chooseType(type: OrderType) {
      chooseType(type);
      notes.startAfresh();
      review.end();
    },
    checkAgain: (order: NamedOrder) => send(order, true),
    sendAgain: (order: NamedOrder) => send(order),
    dropLost: () => placing.reset(),
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;

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

/** The second look at an order before it is sent; another click in the book ends it. */
function useReview(canBe: boolean, version: number) {
  const [begunAt, setBegunAt] = useState<number | null>(null);
  const isOn = begunAt === version && canBe;
  return {
    isOn,
    begin: () => setBegunAt(version),
    end: () => setBegunAt(null),
    // A double click, or a key that is held down, must not confirm what it has just asked for.
    onClick(event: MouseEvent) {
      if (isOn && event.detail > 1) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key === "Enter" && event.repeat) event.preventDefault();
      if (event.key === "Escape" && isOn) setBegunAt(null);
    },
  };
}

/** What is available of both coins of a pair; null for visitors and while it is not known. */
function useBalances({ pair }: Market): { base: string | null; quote: string | null } {
  const isSignedIn = useIsSignedIn();
  const { data } = useQuery({ ...assetsQuery, enabled: isSignedIn });
  if (!isSignedIn || !data) return { base: null, quote: null };
  const availableOf = (coin: string) => data.items.find(({ symbol }) => symbol === coin)?.available ?? "0";
  return { base: availableOf(pair.base), quote: availableOf(pair.quote) };
}
