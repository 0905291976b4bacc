import { i18n } from "@lingui/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { classNames } from "@/lib/class-names";
import { add, compare, isZero } from "@/lib/decimal";
import { formatAmount, formatRate } from "@/lib/format-number";
import { useCurrentClient } from "@/session/client";
import { levelsQuery } from "@/session/levels";
import { useIsSignedIn } from "@/session/session";
import { previewQuery, type TimeInForce } from "./api";
import { canFillImmediately, costOf, type Market } from "./draft";
import { type Estimate, estimateOf, type FeeRates, orderToPreview } from "./estimate";
import { averageText } from "./price-text";
import type { OrderFormState } from "./use-order-form";

const PREVIEW_PAUSE_MS = 250;
// The preview is refetched, because the book changes.
const PREVIEW_AGAIN_MS = 3_000;
const HIGH_SLIPPAGE = "0.005";

interface OrderSummaryProps {
  state: OrderFormState;
  market: Market;
}

/** The estimated result of the order if it were sent now. */
export function OrderSummary({ state, market }: OrderSummaryProps) {
  const { draft } = state;
  const preview = usePreview(state, market);
  const rates = useFeeRates(draft.size !== "");
  const estimate = estimateOf(draft, market, preview, rates);
  const { averagePrice, slippage, fee, receives, coin } = estimate;
  const had = draft.side === "buy" ? state.balances.base : state.balances.quote;
  const { base, quote, tick_size } = market.pair;
  const cost = costOf(draft, market);
  const isHigh = slippage !== null && compare(slippage, HIGH_SLIPPAGE) > 0;

  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-12 leading-4">
      {canFillImmediately(draft.type) ? (
        <>
          <Row label={i18n._("Average price")}>
            {averagePrice && `${averageText(averagePrice, tick_size)} ${quote}`}
          </Row>
          <RestRow
            estimate={estimate}
            timeInForce={draft.timeInForce}
            canWait={draft.type === "limit"}
            coin={base}
          />
        </>
      ) : (
        <Row label={i18n._("Reserved")}>{cost && figure(cost, draft.side === "buy" ? quote : base)}</Row>
      )}
      {canFillImmediately(draft.type) && (
        <Row label={i18n._("Slippage")} isWarning={isHigh} half="first">
          {averagePrice && slippage && formatRate(slippage)}
        </Row>
      )}
      <Row label={i18n._("Fee")} half={canFillImmediately(draft.type) ? "second" : undefined}>
        {fee && figure(fee, coin)}
      </Row>
      <Row label={i18n._("You receive")}>{receives && figure(receives, coin)}</Row>
      <Row label={i18n._("Balance after")}>
        {receives && had !== null && figure(add(had, receives), coin)}
      </Row>
    </dl>
  );
}

interface RestRowProps {
  estimate: Estimate;
  timeInForce: TimeInForce;
  canWait: boolean;
  coin: string;
}

/** What happens to the part that does not trade immediately. */
function RestRow({ estimate, timeInForce, canWait, coin }: RestRowProps) {
  const { isRefused, receives, waits } = estimate;
  if (timeInForce === "fok") {
    return (
      <Row label={i18n._("Fills immediately")} isWarning={isRefused}>
        {isRefused ? i18n._("Nothing: would be rejected") : receives && i18n._("Full amount")}
      </Row>
    );
  }
  if (!canWait) return null;
  return <Row label={i18n._("Resting on book")}>{waits && !isZero(waits) && figure(waits, coin)}</Row>;
}

interface RowProps {
  label: string;
  isWarning?: boolean | undefined;
  /** Shares its line with another row. */
  half?: "first" | "second" | undefined;
  children: string | null | false;
}

function Row({ label, isWarning = false, half, children }: RowProps) {
  return (
    <div
      className={classNames(
        "flex min-w-0 items-baseline gap-2",
        half ? half === "second" && "justify-end" : "col-span-full justify-between",
      )}
    >
      <dt className="shrink-0 text-ink-3">{label}</dt>
      <dd
        title={children || undefined}
        className={classNames(
          "min-w-0 truncate text-end tabular-nums",
          isWarning ? "text-warn" : "text-ink-2",
        )}
      >
        {children || "–"}
      </dd>
    </div>
  );
}

const figure = (amount: string, coin: string) => `${formatAmount(amount)} ${coin}`;

function usePreview({ draft, available }: OrderFormState, market: Market) {
  const isSignedIn = useIsSignedIn();
  const wanted = orderToPreview(draft, market, available);
  const order = wanted ? JSON.stringify(wanted) : "";
  const asked = useDebouncedValue(order, PREVIEW_PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...previewQuery(asked === "" ? EMPTY_ORDER : JSON.parse(asked)),
    enabled: isSignedIn && asked !== "" && order !== "",
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_AGAIN_MS,
  });
  // A fill-or-kill order cannot be judged by the preview of another size.
  const isOfAnother = draft.timeInForce === "fok" && (isPlaceholderData || asked !== order);
  return order === "" || isOfAnother ? undefined : data;
}

const EMPTY_ORDER = {
  symbol: "",
  side: "buy",
  type: "market",
  time_in_force: "gtc",
  post_only: false,
  self_trade_prevention: "expire_taker",
} as const;

/** The fee rates of the signed-in client; not loaded for an order without a size, which has no fee. */
function useFeeRates(hasSize: boolean): FeeRates | null {
  const client = useCurrentClient();
  const { data } = useQuery({ ...levelsQuery, enabled: client !== null && hasSize });
  return data?.items.find(({ key }) => key === client?.level)?.fees ?? null;
}
