import { fromUnits, scaleOf, toFixed, toUnits } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-number";

/** More than any amount needs, few enough not to break a layout. */
const MAX_INTEGER_DIGITS = 15;

/** Digits with at most one point: a valid amount while typing. */
const DRAFT = /^(\d*)(?:\.(\d*))?$/;

/** The character typed as decimal point; null where it cannot have been a thousands separator. */
export type TypedMark = "." | "," | null;

/** Why input was rejected, or that it was interpreted differently than it looked. */
export type AmountNotice = "second-mark" | "too-fine" | "ambiguous" | "no-amount" | "regrouped";

export interface AmountReading {
  /** Null if the amount is unchanged. */
  text: string | null;
  mark: TypedMark;
  notice: AmountNotice | null;
}

/** Applies one keystroke that ends at the caret to an amount whose point was typed as `mark`. */
export function readTyped(text: string, caret: number, mark: TypedMark, decimals: number): AmountReading {
  const key = text[caret - 1];
  const isMark = key === "." || key === ",";
  const marks = [...text.matchAll(/[.,]/g)].map((found) => found.index);
  if (marks.length > 1) return readSecondMark(text, caret, mark, decimals);

  const draft = typedAmount(text, decimals);
  if (draft !== null)
    return { text: draft, mark: isMark ? key : marks.length === 0 ? null : mark, notice: null };
  return { text: null, mark, notice: /^\d{0,15}[.,]\d*$/.test(text) ? "too-fine" : null };
}

/**
 * A second separator means that the first one grouped thousands ("1,234" and then "."), or that the number is
 * invalid. It is certain only if the two differ: everything else is reported, never guessed.
 */
function readSecondMark(text: string, caret: number, mark: TypedMark, decimals: number): AmountReading {
  const at = caret - 1;
  const first = text.search(/[.,]/) === at ? text.lastIndexOf(".") : text.search(/[.,]/);
  // A repeated separator: a bounced key, which is ignored.
  if (Math.abs(first - at) === 1) return { text: null, mark, notice: null };

  // A thousands separator before an unambiguous point does not change the amount.
  const firstMark = mark ?? (at < first ? "." : null);
  const plain =
    firstMark === null || text[at] === firstMark
      ? null
      : withPointOnly(`${text.slice(0, first)}${firstMark}${text.slice(first + 1)}`);
  if (plain === null || typedAmount(plain, decimals) === null)
    return { text: null, mark, notice: "second-mark" };
  return { text: plain, mark: null, notice: "regrouped" };
}

/** Parses text that was inserted as a whole (pasted, dropped, dictated, autofilled). */
export function readPasted(text: string, decimals: number): AmountReading {
  const amount = pastedAmount(text, decimals);
  if (amount !== null) return { text: amount, mark: null, notice: null };
  return { text: null, mark: null, notice: isAmbiguous(text) ? "ambiguous" : "no-amount" };
}

/** The text after one typed character, or null if it is no valid amount. */
export function typedAmount(text: string, decimals: number): string | null {
  const draft = text.replace(",", ".");
  const parts = DRAFT.exec(draft);
  if (!parts) return null;
  const whole = parts[1] ?? "";
  const fraction = parts[2];
  if (whole.length > MAX_INTEGER_DIGITS) return null;
  if (fraction !== undefined && (decimals === 0 || fraction.length > decimals)) return null;
  return draft;
}

/**
 * Parses a copied number to a plain decimal, or null if it is invalid or ambiguous. With both separators the
 * last one is the decimal point. A single comma is a decimal point unless it could group thousands: "1,5" is
 * 1.5, but "1,234" is ambiguous.
 */
export function pastedAmount(text: string, decimals: number): string | null {
  const compact = withoutSpaces(text);
  const plain = isAmbiguous(compact) ? null : withPointOnly(compact);
  if (plain === null) return null;
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "");
  if (digits.length > MAX_INTEGER_DIGITS) return null;
  const kept = fraction.slice(0, decimals);
  return plainAmount(kept === "" ? digits : `${digits}.${kept}`);
}

function withoutSpaces(text: string): string {
  return text.replace(/[\s'’_]/g, "");
}

function isAmbiguous(text: string): boolean {
  return /^[1-9]\d{0,2},\d{3}$/.test(withoutSpaces(text));
}

function withPointOnly(text: string): string | null {
  if (!/^\d*([.,]\d+)*[.,]?$/.test(text) || !/\d/.test(text)) return null;
  const decimalMark = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const groupMark = decimalMark === "," ? "." : ",";
  const isGrouped = (part: string, mark: string) =>
    mark === "," ? /^[1-9]\d{0,2}(,\d{3})+$/.test(part) : /^[1-9]\d{0,2}(\.\d{3})+$/.test(part);

  const marks = text.split(decimalMark).length - 1;
  if (marks > 1) return isGrouped(text, decimalMark) ? text.replaceAll(decimalMark, "") : null;

  const [whole = "", fraction] = text.split(decimalMark);
  if (whole.includes(groupMark) && !isGrouped(whole, groupMark)) return null;
  const digits = whole.replaceAll(groupMark, "");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** The amount of a draft: "1." is "1", ".5" is "0.5", and "." is empty. */
export function plainAmount(draft: string): string {
  const [whole = "", fraction = ""] = draft.split(".");
  if (whole === "" && fraction === "") return "";
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** Moves an amount to the next multiple of the step, not below zero; exact decimal arithmetic. */
export function steppedAmount(amount: string, step: string, count: number): string {
  const plain = plainAmount(amount) || "0";
  const stepScale = decimalsOfStep(step);
  const scale = Math.max(stepScale, scaleOf(plain));
  const stepUnits = toUnits(step, scale);
  if (stepUnits === 0n) return amount;
  const units = toUnits(plain, scale);
  const rest = units % stepUnits;
  const base = count > 0 || rest === 0n ? units - rest : units - rest + stepUnits;
  const moved = base + BigInt(count) * stepUnits;
  return toFixed(fromUnits(moved < 0n ? 0n : moved, scale), stepScale);
}
