import { assetsQuery } from "@/api/assets";
import {
  conversionsKey,
  depositsKey,
  earnKey,
  noticesKey,
  premarketKeys,
  priceAlertsKey,
  securityKey,
  transactionsKey,
  withdrawalsKey,
} from "@/api/keys";
import { type Notice, type NoticePage, newestNoticesQuery, withNotice } from "@/api/notices";
import { queries } from "@/api/queries";
import { patchQueries, RecentUpdates } from "@/api/sync";
import {
  type Fill,
  type FillFilter,
  fillSearch,
  historySearch,
  type Order,
  type OrderFilter,
} from "@/features/orders/api";
import { moveFormerOneClick } from "@/features/orders/former-one-click";
import { hasStoredDesk, orderKeys } from "@/features/orders/keys";
import { loadPart } from "@/features/orders/load-part";
import {
  findOpenOrder,
  isOpen,
  mergeOpenOrders,
  moveStopPrices,
  upsertOpenOrder,
} from "@/features/orders/open-orders";
import { restingEvent } from "@/features/orders/resting-event";
import { throttled } from "@/lib/throttled";
import { type TransactionFilter, transactionQueryOf } from "@/lib/transaction-filter";
import { type Missed, onMissed, onPrivate, type PrivateMessages } from "@/realtime/private";
import { type CurrentClient, currentClientQuery } from "@/session/client";
import { clientLevelQuery } from "@/session/levels";
import { isEarly } from "@/session/private-position";
import { followPush } from "./follow-push";
import { guardQueries } from "./guard-queries";
import { LivePages } from "./live-pages";

type Asset = PrivateMessages["balances"]["items"][number];
type Transaction = PrivateMessages["transactions"]["transaction"];
type Assets = { items: Asset[]; total_usdt: string; total_btc: string | null };

const MAX_RECENT = 20;
const ASSETS = assetsQuery.queryKey;
const CLIENT = currentClientQuery.queryKey;
const REFRESH_MS = 1_000;
// Rows are updated immediately; totals also depend on prices and are throttled.
const TOTALS_MS = 3_000;
const ANNOUNCEMENT_SPREAD_MS = 10_000;
const OWN_PREMARKETS = [premarketKeys.orders, premarketKeys.contracts, premarketKeys.detail];
const noticeLists = [...noticesKey, "list"];

const history = new LivePages<Order, OrderFilter>(orderKeys.history, (filter) => {
  const { status, ...search } = historySearch(filter);
  return status === "history" ? search : { ...search, status };
});
const fills = new LivePages<Fill, FillFilter>(orderKeys.fills, fillSearch);
const transactions = new LivePages<Transaction, TransactionFilter>(transactionsKey, transactionQueryOf);
const LISTS = [history, fills, transactions];

const recentBalances = new RecentUpdates<string, Asset>();
const recentTransactions = new RecentUpdates<Transaction["id"], Transaction>();

/**
 * Keeps cached queries of the signed-in client up to date from pushed messages. Nothing is loaded while the
 * tab is hidden; it is refetched when the tab becomes visible.
 */
export function startLiveClient(): () => void {
  let hasMissed = false;
  moveFormerOneClick();
  if (hasStoredDesk()) void restoreOrders();
  const stops = [
    onPrivate("orders", (message) => {
      if (message.type === "order") sayResting(message.order, message.fill);
      if (document.hidden) return miss();
      if (message.type === "stop_prices") return moveStopPrices(queries, message.items);
      upsertOpenOrder(queries, message.order);
      if (!isOpen(message.order)) history.push(queries, message.order);
      if (message.fill) fills.push(queries, message.fill);
    }),
    onPrivate("balances", ({ items }) => {
      if (document.hidden) return miss();
      for (const item of items) recentBalances.set(item.symbol, item);
      patchQueries<Assets>(queries, ASSETS, (known) => withBalances(known, items));
      refreshTotals();
    }),
    onPrivate("transactions", ({ transaction }) => {
      if (document.hidden) return miss();
      recentTransactions.set(transaction.id, transaction);
      patchQueries<CurrentClient>(queries, CLIENT, (known) => withTransaction(known, transaction));
      transactions.push(queries, transaction);
      // A transfer may change an earlier one, such as a deposit whose chain transaction was orphaned.
      if (transaction.network !== null) refreshTransactions();
      if (transaction.type === "convert") refreshConversions();
    }),
    onPrivate("account", (message) => {
      if (message.type === "notice") return takeNotice(message.notice, message.unread);
      if (document.hidden) return miss();
      refreshAfter(message.type);
    }),
    onMissed((missed) => (document.hidden ? miss() : refresh(missed))),
    followPush(),
    guardQueries(queries, orderKeys.open, mergeOpenOrders),
    ...LISTS.map((list) => list.guard(queries)),
    guardQueries<Assets>(queries, ASSETS, (loaded, since) =>
      withBalances(loaded, recentBalances.since(since)),
    ),
    guardQueries<CurrentClient>(queries, CLIENT, (loaded, since) =>
      recentTransactions.since(since).reduce(withTransaction, loaded),
    ),
  ];

  function miss(): void {
    hasMissed = true;
  }

  function comeBack(): void {
    if (document.hidden || !hasMissed) return;
    hasMissed = false;
    refresh("all");
  }

  document.addEventListener("visibilitychange", comeBack);
  return () => {
    document.removeEventListener("visibilitychange", comeBack);
    for (const stop of stops) stop();
  };
}

/** Says what happens to an order that nobody has just placed. */
function sayResting(order: Order, fill: Fill | null | undefined): void {
  const event = restingEvent(order, fill, findOpenOrder(queries, order.id));
  if (event === null) return;
  void loadPart(() => import("@/features/orders/resting-toast")).then((part) =>
    part?.showResting(order, event),
  );
}

async function restoreOrders(): Promise<void> {
  const part = await loadPart(() => import("@/features/orders/restore-orders"));
  await part?.restoreOrders();
}

/** Shows a notice in the bell, also of a hidden tab, and says when a price was reached. */
function takeNotice(notice: Notice, unread: number): void {
  patchQueries<NoticePage>(queries, newestNoticesQuery.queryKey, (known) =>
    withNotice(known, notice, unread),
  );
  void queries.invalidateQueries({ queryKey: noticeLists });
  if (notice.kind !== "price_alert") return;
  invalidate(priceAlertsKey);
  void loadPart(() => import("@/features/notices/price-alert-toast")).then((part) =>
    part?.showPriceAlert(notice),
  );
}

/** All clients learn of an announcement at the same time; the lists are loaded one after the other. */
function refreshNoticesSoon(): void {
  setTimeout(() => invalidate(noticesKey), Math.random() * ANNOUNCEMENT_SPREAD_MS);
}

const refreshTransactions = throttled(() => invalidate(transactions.queryKey), REFRESH_MS);
const refreshConversions = throttled(() => invalidate(conversionsKey), REFRESH_MS);
const refreshEarn = throttled(() => invalidate(earnKey), REFRESH_MS);
const refreshPremarkets = throttled(() => {
  for (const key of OWN_PREMARKETS) invalidate(key);
}, REFRESH_MS);
const refreshTotals = throttled(() => invalidate(ASSETS), TOTALS_MS);

function refreshAfter(type: PrivateMessages["account"]["type"]): void {
  // One fill, or one midnight, can change many of a client's.
  if (type === "earn_position") refreshEarn();
  else if (type === "announcement") refreshNoticesSoon();
  else if (type === "premarket_order" || type === "premarket_contract") refreshPremarkets();
  else for (const queryKey of keysOf(type)) invalidate(queryKey);
}

/** What an event of the account changes. */
function keysOf(type: PrivateMessages["account"]["type"]): (readonly unknown[])[] {
  if (type === "deposit") return [depositsKey];
  // A withdrawal counts towards the limit of the day.
  if (type === "withdrawal") return [withdrawalsKey, clientLevelQuery.queryKey];
  return [currentClientQuery.queryKey, clientLevelQuery.queryKey, securityKey];
}

function refresh(missed: Missed): void {
  const which = missed === "early" ? { predicate: isEarly } : {};
  // The list of pre-markets is the same for everybody.
  const premarkets = missed === "early" ? OWN_PREMARKETS : [premarketKeys.all];
  for (const queryKey of [
    orderKeys.open,
    ASSETS,
    conversionsKey,
    depositsKey,
    earnKey,
    noticesKey,
    ...premarkets,
    withdrawalsKey,
    ...LISTS.map((list) => list.queryKey),
  ])
    void queries.invalidateQueries({ queryKey, ...which });
  // A new page has just loaded these, and they rarely change.
  for (const { queryKey } of [currentClientQuery, clientLevelQuery, { queryKey: securityKey }]) {
    void queries.invalidateQueries({ queryKey, stale: true, ...which });
  }
}

function invalidate(queryKey: readonly unknown[]): void {
  void queries.invalidateQueries({ queryKey });
}

/** Prepends to the newest transactions of the client and keeps their number. */
function withTransaction(known: CurrentClient, transaction: Transaction): CurrentClient {
  const others = known.transactions.filter(({ id }) => id !== transaction.id);
  return { ...known, transactions: [transaction, ...others].slice(0, MAX_RECENT) };
}

function withBalances(known: Assets, rows: readonly Asset[]): Assets {
  if (rows.length === 0) return known;
  const changed = new Map(rows.map((row) => [row.symbol, row]));
  const symbols = new Set(known.items.map(({ symbol }) => symbol));
  const items = known.items.map((item) => changed.get(item.symbol) ?? item);
  return { ...known, items: [...items, ...rows.filter(({ symbol }) => !symbols.has(symbol))] };
}
