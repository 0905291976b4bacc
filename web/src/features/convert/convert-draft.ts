import { i18n } from "@lingui/core";
import type { Coin } from "@/api/coins";
import type { Pair } from "@/api/pairs";
import { compare, divide, isZero, lesser, multiply, round, roundToStep, subtract } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { ConvertTarget, QuoteDraft } from "./api";

/** The field that was typed in; the other one follows the rate. */
export type ConvertSide = "pay" | "receive";

export type TypedAmount = { side: ConvertSide; amount: string };

export type Coins = { from: string | null; to: string | null };

/** The decimals of a coin that is not known yet. */
const DEFAULT_DECIMALS = 8;

export function decimalsOf(coin: Coin | undefined): number {
  return coin?.decimals ?? DEFAULT_DECIMALS;
}

/** The wanted coins; where one is missing, those of the first pair that fits. */
export function chooseCoins(wanted: Coins, pairs: readonly Pair[]): Coins {
  const from = wanted.from ?? counterpartOf(wanted.to, pairs) ?? pairs[0]?.quote ?? null;
  const to = wanted.to === from ? null : wanted.to;
  return { from, to: to ?? counterpartOf(from, pairs) };
}

function counterpartOf(coin: string | null, pairs: readonly Pair[]): string | null {
  return (
    pairs.find(({ base }) => base === coin)?.quote ?? pairs.find(({ quote }) => quote === coin)?.base ?? null
  );
}

type EstimateTerms = { target: ConvertTarget; fromDecimals: number; toDecimals: number };

/** Both amounts at the indicative rate after the fee; empty where none is known. */
export function estimate(
  { side, amount }: TypedAmount,
  terms: EstimateTerms | null,
): Record<ConvertSide, string> {
  const typed = { pay: "", receive: "", [side]: amount };
  if (amount === "" || terms === null) return typed;
  const { target, fromDecimals, toDecimals } = terms;
  const netRate = multiply(target.rate, subtract("1", target.fee_rate));
  if (isZero(netRate)) return typed;
  return side === "pay"
    ? { ...typed, receive: round(multiply(amount, netRate), toDecimals, "down") }
    : { ...typed, pay: divide(amount, netRate, fromDecimals, "up") };
}

const LIMIT_DIGITS = 3;

/** The limits, rounded inwards to a few digits: exact ones change with every trade. */
export function limitsOf({ min, max }: ConvertTarget): { min: string; max: string } {
  const least = roundLimit(min, "up");
  const most = roundLimit(max, "down");
  return compare(least, most) <= 0 ? { min: least, max: most } : { min, max };
}

function roundLimit(limit: string, rounding: "up" | "down"): string {
  const [whole = "0"] = limit.split(".");
  if (whole.length > LIMIT_DIGITS) {
    return roundToStep(limit, `1${"0".repeat(whole.length - LIMIT_DIGITS)}`, rounding);
  }
  return round(limit, scaleFor(limit, LIMIT_DIGITS), rounding);
}

/** The most that can be paid at a time. */
export function maxOf(available: string, target: ConvertTarget | null, decimals: number): string {
  return round(target ? lesser(available, limitsOf(target).max) : available, decimals, "down");
}

interface AmountTerms {
  coin: string;
  target: ConvertTarget;
  /** Null for visitors, and while loading. */
  available: string | null;
}

/** What is wrong with the amount to pay; null if nothing, or if there is none yet. */
export function explainPay(pay: string, { coin, target, available }: AmountTerms): string | null {
  const { min, max } = limitsOf(target);
  if (pay === "") return null;
  if (available !== null && compare(pay, available) > 0) {
    return i18n._("Insufficient balance: {available} {coin} available.", {
      available: formatAmount(available),
      coin,
    });
  }
  if (compare(pay, target.min) < 0)
    return i18n._("Minimum: {least} {coin}.", { least: formatAmount(min), coin });
  if (compare(pay, target.max) > 0)
    return i18n._("Maximum: {most} {coin}.", { most: formatAmount(max), coin });
  return null;
}

/** Why one coin cannot be converted to another: the server lists only open ways. */
export function explainRoute(from: string, to: string, pairs: readonly Pair[]): string {
  const symbols = [`${from}-${to}`, `${to}-${from}`, `${from}-USDT`, `${to}-USDT`];
  const halted = pairs.find(({ symbol, status }) => symbols.includes(symbol) && status !== "trading");
  return halted
    ? i18n._("Trading of {pair} is halted. Try again later.", { pair: halted.symbol })
    : i18n._("{from} can’t be converted to {to} right now.", { from, to });
}

/** The request for a quote of what was typed. */
export function quoteDraftOf(from: string, to: string, { side, amount }: TypedAmount): QuoteDraft {
  return side === "pay" ? { from, to, from_amount: amount } : { from, to, to_amount: amount };
}

const SIGNIFICANT_DIGITS = 8;

/** Rounds a rate to a readable number of digits. */
export function roundRate(rate: string): string {
  return round(rate, scaleFor(rate, SIGNIFICANT_DIGITS), "nearest");
}

/** The decimals that leave so many significant digits, or all of the whole part. */
function scaleFor(figure: string, digits: number): number {
  const [whole = "0", fraction = ""] = figure.split(".");
  const leadingZeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return whole === "0" ? leadingZeros + digits : Math.max(0, digits - whole.length);
}

/** The coins on the way from one to the other, by the pairs between them. */
export function coinsOnPath(from: string, path: readonly string[]): string[] {
  const coins = [from];
  for (const symbol of path) {
    const [base = "", quote = ""] = symbol.split("-");
    coins.push(coins.at(-1) === base ? quote : base);
  }
  return coins;
}
