import { type ChangeEvent, type ClipboardEvent, useState } from "react";
import {
  type AmountNotice,
  type AmountReading,
  plainAmount,
  readPasted,
  readTyped,
  type TypedMark,
} from "./amount-text";

/** The typed text ("1.") can differ from its amount ("1"). */
interface Draft {
  text: string;
  caret: number | null;
  mark: TypedMark;
  notice: AmountNotice | null;
}

/** Text inserted as a whole (dictation, drop, autofill) is parsed like pasted text. */
function isOneKeystroke(event: Event): boolean {
  return (
    event instanceof InputEvent && event.inputType !== "insertFromDrop" && (event.data?.length ?? 0) <= 1
  );
}

/** After a misplaced separator more digits are rejected, because they would form an unintended amount. */
function waitsForCorrection({ text, notice }: Draft, decimals: number): boolean {
  return text !== "" && (notice === "second-mark" || (notice === "too-fine" && decimals === 0));
}

export function useAmountDraft(value: string, decimals: number, onValueChange: (value: string) => void) {
  const [draft, setDraft] = useState<Draft>({ text: value, caret: null, mark: null, notice: null });
  // A value from outside (a slider, the order book) replaces the typed text.
  const isCurrent = plainAmount(draft.text) === value;
  const shown: Draft = isCurrent ? draft : { text: value, caret: null, mark: null, notice: null };

  function write(next: string, caret: number | null, { mark, notice }: Partial<AmountReading> = {}) {
    setDraft({ text: next, caret, mark: mark ?? null, notice: notice ?? null });
    const amount = plainAmount(next);
    if (amount !== value) onValueChange(amount);
  }

  function refuse(caret: number | null, notice: AmountNotice | null) {
    setDraft({ ...shown, caret, notice: notice ?? shown.notice });
  }

  /** Normalises an unfinished draft on blur; a notice stays until it is resolved. */
  function settle() {
    setDraft({ ...shown, text: value, caret: null, mark: null });
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: wanted, selectionStart } = event.currentTarget;
    const caret = selectionStart ?? wanted.length;
    const isTyped = isOneKeystroke(event.nativeEvent) || wanted === "";
    const caretBefore = Math.max(0, caret - (wanted.length - shown.text.length));
    if (isTyped && wanted.length > shown.text.length && waitsForCorrection(shown, decimals)) {
      refuse(caretBefore, null);
      return;
    }
    const reading = isTyped ? readTyped(wanted, caret, shown.mark, decimals) : readPasted(wanted, decimals);
    if (reading.text === null) refuse(caretBefore, reading.notice);
    else write(reading.text, isTyped ? caret - (wanted.length - reading.text.length) : null, reading);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData("text").trim();
    const before = shown.text.slice(0, selectionStart ?? 0);
    const after = shown.text.slice(selectionEnd ?? shown.text.length);
    const hasTwoMeanings = /\./.test(before + after) && /[.,]/.test(pasted);
    const reading = readPasted(hasTwoMeanings ? "" : `${before}${pasted}${after}`, decimals);
    if (reading.text === null) refuse(null, reading.notice);
    else write(reading.text, Math.max(0, reading.text.length - after.length), reading);
  }

  return { draft, text: shown.text, notice: shown.notice, write, settle, change, paste };
}
