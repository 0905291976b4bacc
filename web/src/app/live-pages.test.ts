import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { type FillFilter, fillSearch, type Order, type OrderFilter } from "@/features/orders/api";
import { orderKeys } from "@/features/orders/keys";
import { aFill, anOrder } from "@/testing/orders";
import { LivePages } from "./live-pages";

const orders = () =>
  new LivePages<Order, OrderFilter>(orderKeys.history, ({ symbol, status }) => ({
    ...(symbol && { symbol }),
    ...(status && { status }),
  }));
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
});

type Page = { items: { id: number }[]; next_cursor: string | null };
const page = (ids: number[], next_cursor: string | null = "more") => ({
  items: ids.map((id) => anOrder({ id, status: "filled" })),
  next_cursor,
});
const show = (filter: OrderFilter, pages: Page[]) =>
  cache.setQueryData([...orderKeys.history, filter], { pages, pageParams: pages.map(() => null) });
const idsOf = (filter: OrderFilter) =>
  cache
    .getQueryData<{ pages: Page[] }>([...orderKeys.history, filter])
    ?.pages.map(({ items }) => items.map(({ id }) => id));
const ended = (id: number, parts: Partial<Order> = {}) => anOrder({ id, status: "canceled", ...parts });

test("a row is put into the page that it belongs to, once", () => {
  const lists = orders();
  show({}, [page([90, 80]), page([70, 60])]);

  for (const id of [95, 85, 75, 65, 75]) lists.push(cache, ended(id));

  expect(idsOf({})).toEqual([
    [95, 90, 85, 80],
    [75, 70, 65, 60],
  ]);
});

test("a row that is older than all loaded ones waits for its page, unless there is no other", () => {
  const lists = orders();
  show({ symbol: "BTC-USDT" }, [page([90, 80])]);
  show({}, [page([90, 80], null)]);

  lists.push(cache, ended(10));

  expect(idsOf({ symbol: "BTC-USDT" })).toEqual([[90, 80]]);
  expect(idsOf({})).toEqual([[90, 80, 10]]);
});

test("a row is in the lists whose filter it fits", () => {
  const lists = orders();
  show({ symbol: "ETH-USDT" }, [page([], null)]);
  show({ status: "canceled" }, [page([], null)]);
  show({ status: "filled" }, [page([], null)]);

  lists.push(cache, ended(1));

  expect(idsOf({ symbol: "ETH-USDT" })).toEqual([[]]);
  expect(idsOf({ status: "canceled" })).toEqual([[1]]);
  expect(idsOf({ status: "filled" })).toEqual([[]]);
});

test("days bound what a list shows, the first second included and the last one not", () => {
  const lists = new LivePages<ReturnType<typeof aFill>, FillFilter>(orderKeys.fills, () => ({
    from: 100,
    to: 200,
  }));
  cache.setQueryData([...orderKeys.fills, {}], {
    pages: [{ items: [], next_cursor: null }],
    pageParams: [null],
  });

  for (const created_at of [99, 100, 199, 200]) lists.push(cache, aFill({ id: created_at, created_at }));

  const known = cache.getQueryData<{ pages: Page[] }>([...orderKeys.fills, {}]);
  expect(known?.pages[0]?.items.map(({ id }) => id)).toEqual([199, 100]);
});

test("both sides of a trade with oneself are shown", () => {
  const lists = new LivePages<ReturnType<typeof aFill>, FillFilter>(orderKeys.fills, fillSearch);
  cache.setQueryData([...orderKeys.fills, {}], {
    pages: [{ items: [], next_cursor: null }],
    pageParams: [null],
  });
  const [maker, taker] = [aFill({ id: 7, role: "maker" }), aFill({ id: 7, role: "taker" })];

  for (const fill of [maker, taker, maker]) lists.push(cache, fill);

  const known = cache.getQueryData<{ pages: Page[] }>([...orderKeys.fills, {}]);
  expect(known?.pages[0]?.items).toEqual([taker, maker]);
});

test("a row that came while another page was loading stays", async () => {
  const lists = orders();
  lists.guard(cache);
  let answer = (_pages: unknown) => {};
  const loading = cache.fetchQuery({
    queryKey: [...orderKeys.history, {}],
    queryFn: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });

  lists.push(cache, ended(95));
  answer({ pages: [page([90, 80])], pageParams: [null] });
  await loading;

  expect(idsOf({})).toEqual([[95, 90, 80]]);
});
