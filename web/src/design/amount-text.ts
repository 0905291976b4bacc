/** Longer than any amount there is, short enough never to break a layout. */
const MAX_INTEGER_DIGITS = 15;

/** Digits with at most one point: what an amount may look like while it is being typed. */
const DRAFT = /^(\d*)(?:\.(\d*))?$/;

/** What the decimal point on screen was typed as; null where it cannot have been meant for thousands. */
export type TypedMark = "." | "," | null;

/** Why a text was refused, or that it was read otherwise than it looked. */
export type AmountNotice = "second-mark" | "too-fine" | "ambiguous" | "no-amount" | "regrouped";

export interface AmountReading {
  /** Null where the amount stays as it was. */
  text: string | null;
  mark: TypedMark;
  notice: AmountNotice | null;
}

/** What one keystroke that ends at the caret makes of an amount whose point was typed as `mark`. */
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
 * A second separator shows that the first one grouped thousands ("1,234" and then "."), or that the figure is none.
 * Only two different ones say so for sure: everything else waits for a correction, never for a guess.
 */
function readSecondMark(text: string, caret: number, mark: TypedMark, decimals: number): AmountReading {
  const at = caret - 1;
  const first = text.search(/[.,]/) === at ? text.lastIndexOf(".") : text.search(/[.,]/);
  // A key that bounced: nobody can have meant anything else by it.
  if (Math.abs(first - at) === 1) return { text: null, mark, notice: null };

  // A group mark before a point that stands firm leaves the amount as it is.
  const firstMark = mark ?? (at < first ? "." : null);
  const plain =
    firstMark === null || text[at] === firstMark
      ? null
      : withPointOnly(`${text.slice(0, first)}${firstMark}${text.slice(first + 1)}`);
  if (plain === null || typedAmount(plain, decimals) === null)
    return { text: null, mark, notice: "second-mark" };
  return { text: plain, mark: null, notice: "regrouped" };
}

/** What a figure that came in one go (pasted, dropped, dictated, filled in) makes of an amount. */
export function readPasted(text: string, decimals: number): AmountReading {
  const amount = pastedAmount(text, decimals);
  if (amount !== null) return { text: amount, mark: null, notice: null };
  return { text: null, mark: null, notice: isAmbiguous(text) ? "ambiguous" : "no-amount" };
}

/** The text after one typed character, or null where the amount would stop being one. */
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
 * A figure copied from somewhere else as a plain decimal, or null where it is none or could be two.
 *
 * Where both separators occur the last one is the decimal one. A lone comma is a decimal one unless it could group
 * thousands: "1,5" is 1.5, but "1,234" is 1234 to one reader and 1.234 to another.
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

/** The amount a draft stands for: "1." is "1", ".5" is "0.5", and "." is nothing yet. */
export function plainAmount(draft: string): string {
  const [whole = "", fraction = ""] = draft.split(".");
  if (whole === "" && fraction === "") return "";
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** Moves an amount to the next multiple of the step, never below zero; text arithmetic, so nothing is rounded. */
export function steppedAmount(amount: string, step: string, count: number): string {
  const stepScale = step.includes(".") ? scaleOf(step.replace(/\.?0+$/, "")) : 0;
  const scale = Math.max(stepScale, scaleOf(amount));
  const stepUnits = toUnits(step, scale);
  if (stepUnits === 0n) return amount;
  const units = toUnits(amount === "" ? "0" : amount, scale);
  const rest = units % stepUnits;
  const base = count > 0 || rest === 0n ? units - rest : units - rest + stepUnits;
  const moved = base + BigInt(count) * stepUnits;
  return fromUnits(moved < 0n ? 0n : moved, scale, stepScale);
}

function scaleOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}

function toUnits(amount: string, scale: number): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, "0")}`);
}

function fromUnits(units: bigint, scale: number, shownScale: number): string {
  const digits = units.toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale, digits.length - scale + shownScale);
  return shownScale === 0 ? whole : `${whole}.${fraction}`;
}
