import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { assetsQuery } from "@/api/assets";
import { type Coin, useCoins } from "@/api/coins";
import { type Pair, pairsQuery } from "@/api/pairs";
import { isDecimal, isZero } from "@/lib/decimal";
import { textOf } from "@/lib/text-of";
import { useCurrentClient } from "@/session/client";
import { clientLevelQuery, levelsQuery } from "@/session/levels";
import { useIsSignedIn } from "@/session/session";
import { type ConvertTarget, convertRatesQuery } from "./api";
import {
  type Coins,
  type ConvertSide,
  chooseCoins,
  decimalsOf,
  estimate,
  explainPay,
  explainRoute,
  maxOf,
  type TypedAmount,
} from "./convert-draft";

const NO_PAIRS: readonly Pair[] = [];
const COIN = /^[A-Z0-9]{1,20}$/;

/** The coins in the URL, the typed amount, and what is known about converting it. */
export function useConvertForm() {
  const coins = useCoins();
  const { data: pairs = NO_PAIRS, isPending } = useQuery(pairsQuery);
  const { from, to, show } = useCoinsInUrl(coins, pairs);
  const [typed, setTyped] = useTypedAmount();
  const balances = useBalances();
  const rates = useQuery({ ...convertRatesQuery(from ?? ""), enabled: from !== null });
  const target = useOwnFee(rates.data?.targets.find(({ symbol }) => symbol === to) ?? null);
  const fromDecimals = decimalsOf(coins.get(from ?? ""));
  const toDecimals = decimalsOf(coins.get(to ?? ""));
  const amounts = estimate(typed, target && { target, fromDecimals, toDecimals });
  const available = from !== null && balances ? (balances.get(from) ?? "0") : null;
  const routeProblem =
    from !== null && to !== null && rates.data && !target ? explainRoute(from, to, pairs) : null;
  const payProblem =
    from !== null && target ? explainPay(amounts.pay, { coin: from, target, available }) : null;

  return {
    ...{ from, to, typed, amounts, coins, balances, available, rates, target, fromDecimals, toDecimals },
    ...{ routeProblem, payProblem },
    /** Until then a choice would be replaced by the first coins. */
    canChoose: coins.size > 0 && !isPending,
    max: available === null || isZero(available) ? undefined : maxOf(available, target, fromDecimals),
    isReady:
      target !== null &&
      routeProblem === null &&
      payProblem === null &&
      typed.amount !== "" &&
      !isZero(typed.amount),
    type: (side: ConvertSide, amount: string) => setTyped({ side, amount }),
    clear: () => setTyped({ ...typed, amount: "" }),
    chooseFrom: (coin: string) => show({ from: coin, to: coin === to ? from : to }),
    chooseTo: (coin: string) => show({ from: coin === from ? to : from, to: coin }),
    /** The typed amount stays with its coin. */
    swap() {
      show({ from: to, to: from });
      setTyped({ ...typed, side: typed.side === "pay" ? "receive" : "pay" });
    },
  };
}

export type ConvertForm = ReturnType<typeof useConvertForm>;

function useCoinsInUrl(coins: ReadonlyMap<string, Coin>, pairs: readonly Pair[]) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = { from: coinOf(search.from, coins), to: coinOf(search.to, coins) };
  return {
    ...chooseCoins(wanted, pairs),
    show(next: Coins) {
      const parameters = { from: next.from ?? undefined, to: next.to ?? undefined };
      void navigate({ to: ".", search: parameters, resetScroll: false, replace: true });
    },
  };
}

/** The coin of a search parameter; null if there is none. */
function coinOf(parameter: unknown, coins: ReadonlyMap<string, Coin>): string | null {
  const symbol = textOf(parameter).toUpperCase();
  const isKnown = coins.size === 0 || coins.has(symbol);
  return isKnown && COIN.test(symbol) ? symbol : null;
}

/** Starts with the amount in the URL, where a visitor who signed in has left it. */
function useTypedAmount() {
  const search = useSearch({ strict: false });
  return useState((): TypedAmount => {
    const receive = amountOf(search.receive);
    return receive ? { side: "receive", amount: receive } : { side: "pay", amount: amountOf(search.amount) };
  });
}

function amountOf(parameter: unknown): string {
  const text = textOf(parameter);
  return isDecimal(text) && !text.startsWith("-") ? text : "";
}

/** The available balances by coin; null for visitors, and while loading. */
function useBalances(): ReadonlyMap<string, string> | null {
  // After the client, or the first subscription would load them again.
  const hasClient = useCurrentClient() !== null;
  const { data } = useQuery({ ...assetsQuery, enabled: hasClient });
  if (!hasClient || !data) return null;
  return new Map(data.items.map(({ symbol, available }) => [symbol, available]));
}

/** The target with the fee of the client's level; the server names that of the first level. */
function useOwnFee(target: ConvertTarget | null): ConvertTarget | null {
  const isSignedIn = useIsSignedIn();
  const { data: levels } = useQuery({ ...levelsQuery, enabled: isSignedIn });
  const { data: own } = useQuery({ ...clientLevelQuery, enabled: isSignedIn });
  const fees = isSignedIn ? levels?.items.find(({ key }) => key === own?.key)?.fees : undefined;
  return target && fees ? { ...target, fee_rate: fees.taker } : target;
}

/** The page of the form with everything that was typed, to return to after signing in. */
export function pathWithDraft(path: string, { from, to, typed: { side, amount } }: ConvertForm): string {
  const parameters = new URLSearchParams();
  if (from !== null) parameters.set("from", from);
  if (to !== null) parameters.set("to", to);
  if (amount !== "") parameters.set(side === "pay" ? "amount" : "receive", amount);
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}
