/** Longer than any amount there is, short enough never to break a layout. */
const MOST_DIGITS_BEFORE_POINT = 15;

/** Digits with at most one point: what an amount may look like while it is being typed. */
const DRAFT = /^(\d*)(?:\.(\d*))?$/;

/** The text after one typed character, or null where the amount would stop being one. */
export function typedAmount(text: string, decimals: number): string | null {
  const draft = text.replaceAll(",", ".");
  const parts = DRAFT.exec(draft);
  if (!parts) return null;
  const whole = parts[1] ?? "";
  const fraction = parts[2];
  if (whole.length > MOST_DIGITS_BEFORE_POINT) return null;
  if (fraction !== undefined && (decimals === 0 || fraction.length > decimals)) return null;
  return draft;
}

/**
 * A figure copied from somewhere else as a plain decimal, or null where it is none.
 *
 * Where both separators occur the last one is the decimal one. A lone comma groups thousands only where it can
 * ("1,234" but not "0,234" or "1,5"), because our own figures are written that way.
 */
export function pastedAmount(text: string, decimals: number): string | null {
  const compact = text.replace(/[\s'’_]/g, "");
  const plain = withPointOnly(compact);
  if (plain === null) return null;
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "");
  if (digits.length > MOST_DIGITS_BEFORE_POINT) return null;
  const kept = fraction.slice(0, decimals);
  return plainAmount(kept === "" ? digits : `${digits}.${kept}`);
}

function withPointOnly(text: string): string | null {
  if (!/^\d*([.,]\d+)*[.,]?$/.test(text) || !/\d/.test(text)) return null;
  const decimalMark = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const groupMark = decimalMark === "," ? "." : ",";
  const isGrouped = (part: string, mark: string) =>
    mark === "," ? /^[1-9]\d{0,2}(,\d{3})+$/.test(part) : /^[1-9]\d{0,2}(\.\d{3})+$/.test(part);

  const marks = text.split(decimalMark).length - 1;
  if (marks > 1) return isGrouped(text, decimalMark) ? text.replaceAll(decimalMark, "") : null;
  if (decimalMark === "," && isGrouped(text, ",")) return text.replaceAll(",", "");

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
