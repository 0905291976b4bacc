import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";
import type { BookRow, BookSide } from "./book-model";

export type BookPick = { price: string; quantity?: string };
export type BookSpot = { side: BookSide; slot: number };
export type BookRows = Readonly<Record<BookSide, readonly BookRow[]>>;

/** Pointing at rows of the book: by mouse or by arrow keys. */
export function useBookPointer(id: string, rows: BookRows, onPick: (pick: BookPick) => void) {
  const [spot, setSpot] = useState<BookSpot | null>(null);
  const row = spot ? (rows[spot.side][spot.slot] ?? null) : null;

  function pick({ side, slot }: BookSpot, withSize: boolean): void {
    const picked = rows[side][slot];
    if (!picked) return;
    onPick(withSize ? { price: picked.price, quantity: picked.total } : { price: picked.price });
  }

  const handlers = {
    onPointerMove(event: PointerEvent) {
      const next = event.pointerType === "mouse" ? spotOf(event.target) : null;
      if (next?.side !== spot?.side || next?.slot !== spot?.slot) setSpot(next);
    },
    onPointerLeave: () => setSpot(null),
    onFocus: (event: FocusEvent) => setSpot(spotOf(event.target)),
    onBlur: () => setSpot(null),
    onClick(event: MouseEvent) {
      const clicked = spotOf(event.target);
      if (clicked) pick(clicked, event.shiftKey || partOf(event.target) === "size");
    },
    onKeyDown(event: KeyboardEvent) {
      const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const from = spotOf(event.target);
      if (!direction || !from) return;
      event.preventDefault();
      document.getElementById(lineId(id, nextSpot(rows, from, direction)))?.focus();
    },
  };
  // The tab stop is the best bid, or the best ask if there are no bids.
  const entry = (row && spot) ?? { side: rows.bids.length > 0 ? "bids" : "asks", slot: 0 };
  return { spot: row && spot, row, entry, handlers };
}

/** The DOM id of a row. */
export function lineId(id: string, { side, slot }: BookSpot): string {
  return `${id}-${side}-${slot}`;
}

/** From the highest price to the lowest: asks from worst to best, then bids. */
function nextSpot({ asks, bids }: BookRows, { side, slot }: BookSpot, direction: number): BookSpot {
  // Counted from the best bid down, so that asks are negative.
  const index = direction + (side === "bids" ? slot : -1 - slot);
  const next = Math.min(Math.max(index, -asks.length), bids.length - 1);
  return next < 0 ? { side: "asks", slot: -1 - next } : { side: "bids", slot: next };
}

function spotOf(target: EventTarget): BookSpot | null {
  const line = target instanceof Element ? target.closest<HTMLElement>("[data-slot]") : null;
  if (!line) return null;
  return { side: line.dataset.side === "asks" ? "asks" : "bids", slot: Number(line.dataset.slot) };
}

function partOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-part]")?.dataset.part : undefined;
}
