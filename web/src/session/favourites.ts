import { useMemo } from "react";
import { accountSetting, useAccountSetting } from "./account-setting";

export const FAVOURITES_KEY = "cw:favourites";
const MAX_FAVOURITES = 200;

const setting = accountSetting<readonly string[]>({
  key: FAVOURITES_KEY,
  field: "favourites",
  parse: (stored) => (Array.isArray(stored) ? stored.filter((symbol) => typeof symbol === "string") : []),
});

/** Starred pairs: stored in this browser or, for clients, in the account. */
export function useFavourites(): { favourites: ReadonlySet<string>; toggle: (symbol: string) => void } {
  const symbols = useAccountSetting(setting);
  return { favourites: useMemo(() => new Set(symbols), [symbols]), toggle };
}

function toggle(symbol: string): void {
  const next = new Set(setting.get());
  if (!next.delete(symbol)) next.add(symbol);
  setting.change([...next].slice(-MAX_FAVOURITES));
}
