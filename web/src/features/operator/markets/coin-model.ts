import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { Coin, CoinDraft, CoinFace } from "./coin-api";
import { place, positive } from "./model";

const MAX_NAME_LENGTH = 60;
const MAX_DECIMALS = 8;

export const coinSchema = v.object({
  symbol: v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.regex(/^[A-Z0-9]{1,20}$/, () => i18n._("Use 1 to 20 letters and digits, such as BTC.")),
  ),
  decimals: v.pipe(
    v.string(),
    v.check(
      (text) => /^\d$/.test(text) && Number(text) <= MAX_DECIMALS,
      () => i18n._("Enter a whole number from 0 to {most}.", { most: MAX_DECIMALS }),
    ),
  ),
  supply: positive,
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter a coin name.")),
    v.maxLength(MAX_NAME_LENGTH, () =>
      i18n._("Enter at most {longest} characters.", { longest: MAX_NAME_LENGTH }),
    ),
  ),
  icon: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(\/[A-Za-z0-9._~/%?=&-]*)?$/, () =>
      i18n._("Enter a path on this site, such as /coins/btc.svg."),
    ),
  ),
  deposit: v.boolean(),
  withdraw: v.boolean(),
  trading: v.boolean(),
  position: place,
});

export type CoinValues = v.InferInput<typeof coinSchema>;

export const COIN_FIELDS = [
  "symbol",
  "decimals",
  "supply",
  "name",
  "icon",
  "deposit",
  "withdraw",
  "trading",
  "position",
] as const satisfies readonly (keyof CoinValues)[];

export const EMPTY_COIN: CoinValues = {
  symbol: "",
  decimals: "8",
  supply: "",
  name: "",
  icon: "",
  deposit: true,
  withdraw: true,
  trading: true,
  position: "0",
};

export const coinValues = ({ decimals, icon, position, ...coin }: Coin): CoinValues => ({
  ...coin,
  decimals: String(decimals),
  icon: icon ?? "",
  position: String(position),
});

export const faceOf = ({ name, icon, deposit, withdraw, trading, position }: CoinValues): CoinFace => ({
  name,
  icon: icon || null,
  deposit,
  withdraw,
  trading,
  position: Number(position),
});

export const coinDraft = (values: CoinValues): CoinDraft => ({
  ...faceOf(values),
  symbol: values.symbol,
  decimals: Number(values.decimals),
  supply: values.supply,
});
