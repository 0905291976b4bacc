import { create } from "zustand";
import { onSessionChange } from "@/session/session";
import { type Draft, EMPTY_DRAFT } from "./draft";
import type { NamedOrder } from "./placing";
import type { Refusal } from "./refusals";

/** The order draft of a pair. */
export type PairDraft = {
  draft: Draft;
  /** Whether the price was chosen; otherwise it is the market price when the form was opened. */
  hasChosenPrice: boolean;
  /** The version of the last applied prefill. */
  prefillVersion: number;
};

/** An order that was sent and has no response yet. */
export type Placement = {
  order: NamedOrder;
  /** Of its pair, to format its prices. */
  tickSize: string;
  /** The draft it was made from; if the form still has the same, the response clears the form. */
  draft: Draft | null;
  /** A request is in flight: to place it, or to look it up. */
  isPending: boolean;
  /** Set once the response was lost. `isKnownAbsent`: the server was asked and has no such order. */
  unconfirmed: { isKnownAbsent: boolean } | null;
};

export type DeskState = {
  /** By pair. */
  drafts: Readonly<Record<string, PairDraft>>;
  /** By client order id. */
  placements: Readonly<Record<string, Placement>>;
  /** By pair; each belongs to one draft, and is void once that changes. */
  refusals: Readonly<Record<string, { draft: Draft; refusal: Refusal }>>;
  /** The pair whose form is mounted: it shows its own notices. */
  formSymbol: string | null;
};

const EMPTY: DeskState = { drafts: {}, placements: {}, refusals: {}, formSymbol: null };
const NEW_DRAFT: PairDraft = { draft: EMPTY_DRAFT, hasChosenPrice: false, prefillVersion: 0 };

/**
 * The client's drafts and orders without a response. It outlives every form and, in the browser's storage,
 * the page.
 */
export const useDeskStore = create<DeskState>(() => EMPTY);

// Reset on sign-out, so that drafts are never shown to the next client; a visitor's drafts survive signing
// in.
onSessionChange(({ wasSignedIn }) => {
  if (wasSignedIn) useDeskStore.setState(({ formSymbol }) => ({ ...EMPTY, formSymbol }));
});

export function draftOf({ drafts }: Pick<DeskState, "drafts">, symbol: string): PairDraft {
  return drafts[symbol] ?? NEW_DRAFT;
}

export function changeDraft(symbol: string, change: (known: PairDraft) => PairDraft): void {
  useDeskStore.setState((state) => {
    const known = draftOf(state, symbol);
    const next = change(known);
    return next === known ? state : { drafts: { ...state.drafts, [symbol]: next } };
  });
}

export function putPlacement(placement: Placement): void {
  const id = placement.order.client_order_id;
  useDeskStore.setState(({ placements }) => ({ placements: { ...placements, [id]: placement } }));
}

/** Updates a pending order; false if its session has ended. */
export function updatePlacement(id: string, change: Partial<Placement>): boolean {
  const known = useDeskStore.getState().placements[id];
  if (known) putPlacement({ ...known, ...change });
  return known !== undefined;
}

export function removePlacement(id: string): void {
  useDeskStore.setState(({ placements: { [id]: _, ...placements } }) => ({ placements }));
}

/** Marks the form of a pair as mounted, until the returned function is called. */
export function attachForm(symbol: string): () => void {
  useDeskStore.setState({ formSymbol: symbol });
  return () => useDeskStore.setState((state) => (state.formSymbol === symbol ? { formSymbol: null } : state));
}
