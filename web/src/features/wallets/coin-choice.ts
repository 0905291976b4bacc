import type { Asset } from "@/api/assets";
import type { Coin } from "@/api/coins";
import type { Network } from "@/api/networks";
import { compare } from "@/lib/decimal";

/** Symbols of the coins that can be moved on some network. */
function enabledCoins(networks: readonly Network[]): Set<string> {
  return new Set(networks.filter(({ status }) => status === "enabled").map(({ coin }) => coin));
}

/** The most valuable balance that can be withdrawn, or else USDT. Coins without a price come last. */
export function coinToWithdraw(
  assets: readonly Asset[],
  networks: readonly Network[],
  coins: readonly Coin[],
): string | null {
  const enabled = enabledCoins(networks);
  const switchedOff = new Set(coins.filter(({ withdraw }) => !withdraw).map(({ symbol }) => symbol));
  const [best] = assets
    .filter(({ symbol, available }) => compare(available, "0") > 0 && enabled.has(symbol))
    .filter(({ symbol }) => !switchedOff.has(symbol))
    .toSorted(
      (one, other) =>
        compare(other.value ?? "-1", one.value ?? "-1") || compare(other.available, one.available),
    );
  const usual = enabled.has("USDT") && !switchedOff.has("USDT") ? "USDT" : null;
  return best?.symbol ?? usual;
}

/** The coin of the client's last deposit, or else USDT; null where neither can be deposited. */
export function coinToDeposit(networks: readonly Network[], lastCoin: string | null): string | null {
  const enabled = enabledCoins(networks);
  return [lastCoin, "USDT"].find((coin) => coin !== null && enabled.has(coin)) ?? null;
}
