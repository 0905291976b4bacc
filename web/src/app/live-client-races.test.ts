import { expect, test } from "vitest";
import { assetsQuery } from "@/api/assets";
import { queries } from "@/api/queries";
import { orderKeys } from "@/features/orders/keys";
import { currentClientQuery } from "@/session/client";
import { aClient } from "@/testing/builders";
import { advance, push, runLiveClient } from "@/testing/live-client";

const anOrder = (id: number, status = "new") => ({ id, symbol: "BTC-USDT", status, filled_quantity: "0" });

/** A cached query whose next load has the data of the moment it was requested, and resolves later. */
function loadSlowly(queryKey: readonly unknown[], before: unknown) {
  let answer = (_data: unknown) => {};
  queries.setQueryData(queryKey, before);
  const load = () => {
    const loading = queries.fetchQuery({
      queryKey,
      staleTime: 0,
      queryFn: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    loading.catch(() => undefined);
  };
  return { load, answer: (data: unknown) => answer(data) };
}

runLiveClient();

test("a balance that came while an older answer was under way stays", async () => {
  const assets = (total: string) => ({
    items: [
      { symbol: "BTC", total },
      { symbol: "USDT", total: "7" },
    ],
    total_usdt: "5",
    total_btc: "1",
  });
  const { load, answer } = loadSlowly(assetsQuery.queryKey, assets("1"));

  load();
  push("balances", { type: "balances", items: [{ symbol: "BTC", total: "2" }] });
  answer({ ...assets("1"), total_usdt: "6" });
  await advance(10);
  expect(queries.getQueryData(assetsQuery.queryKey)).toEqual({ ...assets("2"), total_usdt: "6" });

  load();
  answer(assets("3"));
  await advance(10);
  expect(queries.getQueryData(assetsQuery.queryKey)).toEqual(assets("3"));
});

test("a transaction that came while an older answer was under way stays", async () => {
  const known = (...ids: number[]) => ({ client: aClient(), transactions: ids.map((id) => ({ id })) });
  const { load, answer } = loadSlowly(currentClientQuery.queryKey, known(1));

  load();
  push("transactions", { type: "transaction", transaction: { id: 2 } });
  answer(known(1));
  await advance(10);

  expect(queries.getQueryData(currentClientQuery.queryKey)).toEqual(known(2, 1));
});

test("an order that came while an older answer was under way stays", async () => {
  const { load, answer } = loadSlowly([...orderKeys.open, "all"], [anOrder(61)]);

  load();
  push("orders", { type: "order", order: anOrder(62) });
  push("orders", { type: "order", order: anOrder(61, "canceled") });
  answer([anOrder(61)]);
  await advance(10);

  expect(queries.getQueryData([...orderKeys.open, "all"])).toEqual([anOrder(62)]);
});

test("a push does not make an invalidated list fresh", async () => {
  queries.setQueryData([...orderKeys.open, "all"], [anOrder(71)]);
  await queries.invalidateQueries({ queryKey: orderKeys.open });

  push("orders", { type: "order", order: anOrder(72) });

  expect(queries.getQueryData([...orderKeys.open, "all"])).toEqual([anOrder(72), anOrder(71)]);
  expect(queries.getQueryState([...orderKeys.open, "all"])?.isInvalidated).toBe(true);
});
