import { i18n } from "@lingui/core";
import { useLivePremarket } from "./live";
import { PremarketOrderForm } from "./order-form";
import { OwnPositions } from "./own-positions";
import { PremarketBook } from "./premarket-book";
import { PremarketChart } from "./premarket-chart";
import { PremarketHeader } from "./premarket-header";
import { PremarketTrades } from "./premarket-trades";
import { RulesCard } from "./rules-card";
import type { PremarketDetail } from "./types";
import { usePremarketForm } from "./use-premarket-form";

/** Everything about one pre-market, and the form to trade in it. */
export function PremarketView({ market }: { market: PremarketDetail }) {
  useLivePremarket(market.symbol);
  const form = usePremarketForm(market);
  return (
    <div className="flex flex-col gap-6">
      <PremarketHeader market={market} />
      <h2 className="sr-only">{i18n._("Trading")}</h2>
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <PremarketChart market={market} />
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <PremarketOrderForm state={form} />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PremarketBook
            market={market}
            book={market.book}
            orders={market.my?.orders ?? []}
            onPick={(price) => form.edit({ price })}
          />
          <PremarketTrades market={market} trades={market.trades} />
        </div>
      </div>
      <OwnPositions market={market} />
      <RulesCard market={market} />
    </div>
  );
}
