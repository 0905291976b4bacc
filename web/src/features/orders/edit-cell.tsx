import { i18n } from "@lingui/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { AmountInput } from "@/design/amount-input";
import { digitsOf } from "./draft";
import type { OrderEdit } from "./use-order-edit";

interface EditCellProps {
  field: "price" | "amount";
  edit: OrderEdit;
  /** Whether it is focused on mount. */
  isFirst: boolean;
}

/** An inline edit field of an order. */
export function EditCell({ field, edit, isFirst }: EditCellProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    input.current?.focus();
    input.current?.select();
  }, [isFirst]);
  if (!edit.edited || !edit.pair) return null;

  const step = field === "price" ? edit.pair.tick_size : edit.pair.step_size;
  const { symbol } = edit.edited.order;
  const note = edit.notes[field];

  function press(event: KeyboardEvent) {
    if (event.key === "Enter") edit.save();
    if (event.key === "Escape") {
      event.stopPropagation();
      edit.end();
    }
  }

  return (
    <AmountInput
      ref={input}
      size="small"
      aria-label={
        field === "price"
          ? i18n._("New price for the {symbol} order", { symbol })
          : i18n._("New amount for the {symbol} order", { symbol })
      }
      aria-invalid={note !== undefined}
      aria-describedby={note ? edit.noteId : undefined}
      value={edit.edited[field]}
      onValueChange={(value) => edit.change({ [field]: value })}
      onKeyDown={press}
      decimals={digitsOf(step)}
      step={step}
    />
  );
}

/** Why the change is invalid or was rejected, below the row. */
export function EditNote({ edit }: { edit: OrderEdit }) {
  const line = useRef<HTMLParagraphElement>(null);
  const text = edit.notes.price ?? edit.notes.amount;
  useEffect(() => {
    // The note may be below the visible area.
    if (text !== undefined) line.current?.scrollIntoView?.({ block: "nearest" });
  }, [text]);
  return (
    <p ref={line} id={edit.noteId} aria-live="polite" className="text-12 text-error @4xl:text-right">
      {text}
    </p>
  );
}
