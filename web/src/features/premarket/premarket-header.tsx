import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { Icon } from "@/design/icon";
import { PremarketStatusBadge } from "@/design/premarket-status-badge";
import { formatDateTime } from "@/lib/dates";
import { decimalsOfStep, formatCompact, formatFixed } from "@/lib/format-number";
import { TimeLeft } from "./countdown";
import { nextMilestone } from "./texts";
import type { Premarket } from "./types";

/** Name, state, the next thing that happens, and the figures of a day. */
export function PremarketHeader({ market }: { market: Premarket }) {
  const { symbol, name, icon, quote, status, last_price, change } = market;
  const milestone = nextMilestone(market);
  return (
    <header className="flex flex-col gap-4">
      <Link
        to="/pre-market"
        className="flex w-fit items-center gap-1 text-13 text-accent underline-offset-4 hover:underline"
      >
        <Icon name="arrow-left" size={14} />
        {i18n._("All pre-markets")}
      </Link>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <div className="flex min-w-0 items-center gap-3">
          <CoinIcon symbol={symbol} icon={icon} size={48} />
          <div className="min-w-0">
            <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-28 wrap-anywhere">
              {name}
              <PremarketStatusBadge status={status} />
            </h1>
            <p className="text-14 text-ink-2">
              {symbol} / {quote}
            </p>
          </div>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure name={i18n._("Last price")}>
            {last_price === null ? "–" : formatFixed(last_price, decimalsOfStep(market.tick_size))}
            {change !== null && <Change value={change} className="ms-2 font-normal text-13" />}
          </Figure>
          <Figure name={i18n._("24h volume")}>
            {formatCompact(market.volume)} {quote}
          </Figure>
          {milestone && (
            <Figure name={milestone.label} hint={formatDateTime(milestone.at)}>
              <TimeLeft until={milestone.at} />
            </Figure>
          )}
        </dl>
      </div>
    </header>
  );
}

function Figure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-ink-2">{name}</dt>
      <dd className="font-semibold text-16 tabular-nums">{children}</dd>
      {hint && <dd className="text-12 text-ink-3 tabular-nums">{hint}</dd>}
    </div>
  );
}
