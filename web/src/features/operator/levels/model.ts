import { i18n } from "@lingui/core";
import * as v from "valibot";
import { changedLines, type Difference } from "@/lib/changed-lines";
import { formatAmount, formatRate } from "@/lib/format-number";
import type { Level, LevelChange, LevelProposal } from "./api";

const PLACES = 2;

/** Converts a fraction such as `0.0025` to a percentage, `0.25`; exact decimal arithmetic. */
export function toPercent(fraction: string): string {
  return withPointMoved(fraction, PLACES);
}

/** Converts a percentage such as `0.25` to a fraction, `0.0025`. */
export function toFraction(percent: string): string {
  return withPointMoved(percent, -PLACES);
}

function withPointMoved(amount: string, places: number): string {
  const [whole = "", decimals = ""] = amount.split(".");
  const zeros = "0".repeat(PLACES);
  const digits = `${zeros}${whole}${decimals}${zeros}`;
  const point = zeros.length + whole.length + places;
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const after = digits.slice(point).replace(/0+$/, "");
  return after === "" ? before : `${before}.${after}`;
}

export type DescribeFeature = (feature: string) => string;

/** Features that the software knows; others that a level has are kept. */
const FEATURES = [
  "deposit",
  "spot",
  "convert",
  "api_key_read",
  "premarket",
  "earn",
  "api_key_trade",
  "premarket_sell",
  "earn_locked",
  "api_key_withdraw",
  "api_limits_x5",
  "api_limits_x20",
];

/** The features that levels of this site can unlock. */
export function possibleFeatures(ladder: readonly Level[]): string[] {
  return [...new Set([...FEATURES, ...ladder.flatMap(({ features }) => features)])];
}

const amount = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, () => i18n._("Enter an amount, or 0 for none.")),
);

export const levelSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter a level name.")),
    v.maxLength(40, () => i18n._("Enter at most {longest} characters.", { longest: 40 })),
  ),
  requirements: v.object({
    kyc: v.boolean(),
    two_factor: v.boolean(),
    volume_30d: amount,
    balance: amount,
  }),
  // In percent.
  fees: v.object({ maker: amount, taker: amount }),
  limits: v.object({ withdraw_day: amount }),
  features: v.array(v.string()),
});

export type LevelValues = v.InferInput<typeof levelSchema>;

export const LEVEL_FIELDS = [
  "name",
  "requirements.kyc",
  "requirements.two_factor",
  "requirements.volume_30d",
  "requirements.balance",
  "fees.maker",
  "fees.taker",
  "limits.withdraw_day",
] as const;

export const levelValues = ({ name, requirements, fees, limits, features }: Level): LevelValues => ({
  name,
  requirements,
  fees: { maker: toPercent(fees.maker), taker: toPercent(fees.taker) },
  limits,
  features,
});

export const levelChange = ({ fees, ...rest }: LevelValues): LevelChange => ({
  ...rest,
  fees: { maker: toFraction(fees.maker), taker: toFraction(fees.taker) },
});

/** The changes in words. */
export function differences(level: Level, change: LevelChange, describe: DescribeFeature): Difference[] {
  return changedLines(linesOf(level, describe), linesOf(change, describe));
}

/** Whether a change is more than another name, and so takes two people. */
export function needsTwo(level: Level, change: LevelChange): boolean {
  return differences(level, { ...change, name: level.name }, String).length > 0;
}

/** What is proposed for a level, beside what it was then. */
export function proposedDifferences(
  level: Level,
  { before, asked }: LevelProposal,
  describe: DescribeFeature,
): Difference[] {
  return changedLines(linesOf(merged(level, before), describe), linesOf(merged(level, asked), describe));
}

const merged = (level: Level, terms: LevelProposal["asked"]): LevelChange => ({
  name: terms.name ?? level.name,
  requirements: terms.requirements ?? level.requirements,
  fees: terms.fees ?? level.fees,
  limits: terms.limits ?? level.limits,
  features: terms.features ?? level.features,
});

function linesOf({ name, requirements, fees, limits, features }: LevelChange, describe: DescribeFeature) {
  const yesNo = (isAsked: boolean) => (isAsked ? i18n._("Required") : i18n._("Not required"));
  const usdt = (value: string) => `${formatAmount(value)} USDT`;
  return [
    { what: i18n._("Name"), value: name },
    { what: i18n._("Verified identity"), value: yesNo(requirements.kyc) },
    { what: i18n._("Two-factor authentication (2FA)"), value: yesNo(requirements.two_factor) },
    { what: i18n._("30-day volume"), value: usdt(requirements.volume_30d) },
    { what: i18n._("Balance"), value: usdt(requirements.balance) },
    { what: i18n._("Maker fee"), value: formatRate(fees.maker) },
    { what: i18n._("Taker fee"), value: formatRate(fees.taker) },
    { what: i18n._("Daily withdrawal limit"), value: usdt(limits.withdraw_day) },
    {
      what: i18n._("Unlocks"),
      value: features.toSorted().map(describe).join(", ") || i18n._("Nothing more"),
    },
  ];
}
