import { create } from "zustand";
import { onSessionChange } from "@/session/session";
import { type Draft, EMPTY_DRAFT } from "./draft";
import type { NamedOrder } from "./placing";
import type { Refusal } from "./refusals";

/** The order that is being written in a pair. */
export type PairDraft = {
  draft: Draft;
  /** Otherwise the price is the market's at the time the form was opened. */
  hasChosenPrice: boolean;
  /** The last prefill that was put into it. */
  prefillVersion: number;
};

/** An order that was sent and has not been answered yet. */
export type Placement = {
  order: NamedOrder;
  /** Of its pair, to write its prices. */
  tickSize: string;
  /** What it was made of; as long as the form still has the same, the answer empties the form. */
  draft: Draft | null;
  /** The server is being asked: to place it, or whether it has it. */
  isPending: boolean;
  /** Set once the answer was lost. `isKnownAbsent`: the server was asked, and knows no such order. */
  unconfirmed: { isKnownAbsent: boolean } | null;
};

export type DeskState = {
  /** By pair. */
  drafts: Readonly<Record<string, PairDraft>>;
  /** By client order id. */
  placements: Readonly<Record<string, Placement>>;
  /** By pair; each is about one draft, and void once that is changed. */
  refusals: Readonly<Record<string, { draft: Draft; refusal: Refusal }>>;
  /** The pair whose form is on the screen: it shows its own notices. */
  formSymbol: string | null;
};

const EMPTY: DeskState = { drafts: {}, placements: {}, refusals: {}, formSymbol: null };
const NEW_DRAFT: PairDraft = { draft: EMPTY_DRAFT, hasChosenPrice: false, prefillVersion: 0 };

/** The client's drafts and unanswered orders. It outlives every form, and in the browser's storage the page. */
export const useDeskStore = create<DeskState>(() => EMPTY);

// What one client has written is not for the next one; a visitor who signs in goes on with it.
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

/** Changes an order that is still awaited; false when the session it belonged to has ended. */
export function updatePlacement(id: string, change: Partial<Placement>): boolean {
  const known = useDeskStore.getState().placements[id];
  if (known) putPlacement({ ...known, ...change });
  return known !== undefined;
}

export function removePlacement(id: string): void {
  useDeskStore.setState(({ placements: { [id]: _, ...placements } }) => ({ placements }));
}

/** Says that the form of a pair is on the screen, until the returned function is called. */
export function attachForm(symbol: string): () => void {
  useDeskStore.setState({ formSymbol: symbol });
  return () => useDeskStore.setState((state) => (state.formSymbol === symbol ? { formSymbol: null } : state));
}
