import { i18n } from "@lingui/core";
import type { Coin } from "@/api/coins";
import { CoinIcon } from "@/design/coin-icon";
import { HiddenFigure } from "@/design/hidden-figure";
import { Money } from "@/design/money";
import { RowAction } from "@/design/row-action";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { formatAmount, formatRate } from "@/lib/format-number";
import { usePortfolioView } from "@/session/portfolio-view";
import type { EarnPosition } from "./api";
import { AutoRenewSwitch } from "./auto-renew-switch";
import { kindName } from "./texts";
import { TimeLeft } from "./time-left";

type Column = TableColumn<EarnPosition>;
type Coins = ReadonlyMap<string, Coin>;

/** Active positions: what they earn, when it is paid, and how to end them. */
export function activeColumns(coins: Coins, onRedeem: (position: EarnPosition) => void): Column[] {
  return [
    productColumn(coins),
    amountColumn("amount", i18n._("Amount"), ({ amount }) => amount),
    rateColumn(),
    amountColumn("accrued", i18n._("Accrued"), ({ accrued }) => accrued),
    amountColumn("paid", i18n._("Paid"), ({ paid }) => paid),
    {
      key: "next",
      header: i18n._("Next payout"),
      align: "end",
      cell: ({ matures_at, next_payout_at }) => {
        const at = matures_at ?? next_payout_at;
        return at === null ? "–" : <TimeLeft until={at} />;
      },
    },
    {
      key: "renew",
      header: i18n._("Auto-renew"),
      cell: (position) =>
        position.kind === "locked" ? (
          <AutoRenewSwitch position={position} />
        ) : (
          <span className="text-ink-3">–</span>
        ),
    },
    {
      key: "redeem",
      header: i18n._("Actions"),
      hideHeader: true,
      align: "end",
      cell: (position) => (
        <RowAction
          label={i18n._("Redeem")}
          name={i18n._("Redeem {amount} {coin}", {
            amount: formatAmount(position.amount),
            coin: position.coin,
          })}
          onClick={() => onRedeem(position)}
        />
      ),
    },
  ];
}

export function pastColumns(coins: Coins): Column[] {
  return [
    productColumn(coins),
    rateColumn(),
    amountColumn("paid", i18n._("Interest paid"), ({ paid }) => paid),
    amountColumn("accrued", i18n._("Still owed"), ({ accrued }) => accrued),
    {
      key: "started",
      header: i18n._("Started"),
      align: "end",
      cell: ({ started_at }) => <Time at={started_at} />,
    },
  ];
}

function productColumn(coins: Coins): Column {
  return {
    key: "product",
    header: i18n._("Product"),
    cell: ({ coin, kind }) => (
      <span className="inline-flex items-center gap-3">
        <CoinIcon symbol={coin} icon={coins.get(coin)?.icon} size={28} />
        <span>
          <span className="block font-medium text-14 text-ink">{coin}</span>{" "}
          <span className="block font-normal text-12 text-ink-2">{kindName(kind)}</span>
        </span>
      </span>
    ),
  };
}

function rateColumn(): Column {
  return { key: "apr", header: i18n._("APR"), align: "end", cell: ({ apr }) => formatRate(apr) };
}

function amountColumn(key: string, header: string, read: (position: EarnPosition) => string): Column {
  return {
    key,
    header,
    align: "end",
    cell: (position) => <MaskedMoney amount={read(position)} coin={position.coin} />,
  };
}

function MaskedMoney({ amount, coin }: { amount: string; coin: string }) {
  const { isHidden } = usePortfolioView();
  return isHidden ? <HiddenFigure /> : <Money amount={amount} coin={coin} />;
}

function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} className="whitespace-nowrap tabular-nums">
      {formatDateTime(at)}
    </time>
  );
}
