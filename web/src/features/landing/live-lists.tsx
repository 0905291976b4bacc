import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, unwrap } from "@/api/client";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { Icon } from "@/design/icon";
import { formatAmount, formatFixed, formatPrice, formatRate, formatShort } from "@/lib/format-number";
import { ApiExample } from "./api-example";
import { Placeholder, SlotMessage } from "./slot-states";
import { useLiveAnswer } from "./use-live-answer";

const RATES_REFRESH_MS = 10_000;
const REFRESH_MS = 60_000;

const ROW = "flex min-h-16 items-center justify-between gap-6 px-4 py-2 sm:px-6";

type RowProps = { symbol: string; icon: string | null; name: ReactNode; hint: string; children: ReactNode };

function Row({ symbol, icon, name, hint, children }: RowProps) {
  return (
    <li className={ROW}>
      <span className="flex min-w-0 items-center gap-3">
        <CoinIcon symbol={symbol} icon={icon} size={28} />
        <span className="min-w-0">
          <span className="block truncate font-medium text-14 text-ink">{name}</span>
          <span className="block truncate text-12 text-ink-3">{hint}</span>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end text-14 tabular-nums">{children}</span>
    </li>
  );
}

type LiveListProps<Item> = {
  answer: { data: { items: readonly Item[] } | null; hasFailed: boolean };
  rows: number;
  empty: string;
  children: (item: Item) => ReactNode;
};

function LiveList<Item>({ answer: { data, hasFailed }, rows, empty, children }: LiveListProps<Item>) {
  if (hasFailed) return <SlotMessage>{i18n._("Couldn’t load this. Retrying in a moment.")}</SlotMessage>;
  if (!data) return <Placeholder rows={rows} />;
  if (data.items.length === 0) return <SlotMessage>{empty}</SlotMessage>;
  return <ul className="divide-y divide-line">{data.items.slice(0, rows).map(children)}</ul>;
}

async function loadRates(signal: AbortSignal) {
  const [{ targets }, coins] = await Promise.all([
    unwrap(api.GET("/v1/coins/exchange/{symbol}", { params: { path: { symbol: "USDT" } }, signal })),
    unwrap(api.GET("/v1/coins", { signal })),
  ]);
  const icons = new Map(coins.items.map(({ symbol, icon }) => [symbol, icon]));
  return { items: targets.map((target) => ({ ...target, icon: icons.get(target.symbol) ?? null })) };
}

/** About two more digits than a price has before the point. */
const MAX_RATE_DECIMALS = 6;

function rateText(rate: string): string {
  const whole = rate.split(".")[0] ?? "";
  return whole === "0" ? formatAmount(rate.slice(0, 2 + MAX_RATE_DECIMALS)) : formatFixed(rate, 2);
}

function ConvertList() {
  const answer = useLiveAnswer(loadRates, RATES_REFRESH_MS);
  return (
    <LiveList
      answer={answer}
      rows={4}
      empty={i18n._("No rates right now. They appear once markets are open.")}
    >
      {({ symbol, icon, inverse_rate, fee_rate }) => (
        <Row
          key={symbol}
          symbol={symbol}
          icon={icon}
          name={i18n._("1 {symbol}", { symbol })}
          hint={i18n._("Fee {rate}", { rate: formatRate(fee_rate) })}
        >
          <span className="font-medium text-ink">≈ {rateText(inverse_rate)} USDT</span>
        </Row>
      )}
    </LiveList>
  );
}

function loadPremarkets(signal: AbortSignal) {
  return unwrap(api.GET("/v1/premarkets", { params: { query: { status: "open" } }, signal }));
}

function PremarketList() {
  const answer = useLiveAnswer(loadPremarkets, REFRESH_MS);
  return (
    <LiveList answer={answer} rows={3} empty={i18n._("No pre-market is open right now.")}>
      {({ symbol, icon, name, quote, last_price, price_decimals, change, collateral_rate }) => (
        <Row
          key={symbol}
          symbol={symbol}
          icon={icon}
          name={
            <Link
              to="/pre-market/detail/$symbol"
              params={{ symbol }}
              className="underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          }
          hint={i18n._("Collateral {rate}", { rate: formatRate(collateral_rate) })}
        >
          <span className="font-medium text-ink">
            {formatPrice(last_price, price_decimals)} {quote}
          </span>
          {change !== null && <Change value={change} className="text-12" />}
        </Row>
      )}
    </LiveList>
  );
}

/** The best rate of each coin. */
async function loadEarn(signal: AbortSignal) {
  const { items } = await unwrap(api.GET("/v1/earn/products", { signal }));
  const best = new Map<string, (typeof items)[number]>();
  for (const product of items.toSorted((one, other) => Number(other.apr) - Number(one.apr))) {
    if (product.is_open && !best.has(product.coin)) best.set(product.coin, product);
  }
  return { items: [...best.values()] };
}

function EarnList() {
  const answer = useLiveAnswer(loadEarn, REFRESH_MS);
  return (
    <LiveList answer={answer} rows={4} empty={i18n._("No earn product is open right now.")}>
      {({ id, coin, icon, name, apr, term_days }) => (
        <Row
          key={id}
          symbol={coin}
          icon={icon}
          name={name}
          hint={
            term_days === null
              ? i18n._("Flexible")
              : i18n._("{days, plural, one {Locked for # day} other {Locked for # days}}", {
                  days: term_days,
                })
          }
        >
          <span className="font-medium text-16 text-ink">{formatRate(apr)}</span>
          <span className="text-12 text-ink-3">{i18n._("APR")}</span>
        </Row>
      )}
    </LiveList>
  );
}

const loadLevels = (signal: AbortSignal) => unwrap(api.GET("/v1/levels", { signal }));

function LevelList() {
  const answer = useLiveAnswer(loadLevels, REFRESH_MS);
  return (
    <LiveList answer={answer} rows={6} empty={i18n._("No levels yet.")}>
      {({ key, name, fees, limits }) => (
        <li key={key} className={ROW}>
          <span className="min-w-0">
            <span className="block truncate font-medium text-14 text-ink">{name}</span>
            <span className="block text-12 text-ink-3">
              {i18n._("Withdraw {limit} USDT a day", { limit: formatShort(limits.withdraw_day) })}
            </span>
          </span>
          <span className="shrink-0 text-end">
            <span className="block font-medium text-14 text-ink tabular-nums">
              {formatRate(fees.maker)} / {formatRate(fees.taker)}
            </span>
            <span className="block text-12 text-ink-3">{i18n._("Maker / taker fee")}</span>
          </span>
        </li>
      )}
    </LiveList>
  );
}

function loadQuestions(signal: AbortSignal) {
  return unwrap(api.GET("/v1/faq", { params: { query: { limit: 6 } }, signal }));
}

function QuestionList() {
  const answer = useLiveAnswer(loadQuestions, REFRESH_MS);
  return (
    <LiveList answer={answer} rows={6} empty={i18n._("No questions yet")}>
      {({ id, slug, question }) => (
        // Of the placeholder's height, however long the question is.
        <li key={id} className="h-16 transition-colors hover:bg-shelf">
          <Link
            to="/faq"
            hash={slug}
            className="flex h-full items-center justify-between gap-6 px-4 font-medium text-14 text-ink -outline-offset-2 sm:px-6 sm:text-16"
          >
            <span className="line-clamp-2">{question}</span>
            <Icon name="chevron-right" size={20} className="shrink-0 text-ink-3 rtl:rotate-180" />
          </Link>
        </li>
      )}
    </LiveList>
  );
}

/** The live lists of the landing page, loaded when the first of them comes close. */
export const LIVE_LISTS = {
  convert: ConvertList,
  premarket: PremarketList,
  earn: EarnList,
  api: ApiExample,
  levels: LevelList,
  questions: QuestionList,
};
