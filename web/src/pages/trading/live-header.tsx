import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Pair } from "@/api/pairs";
import { IconButton } from "@/design/icon-button";
import { TickerHeader } from "@/features/book/ticker-header";
import { useTicker } from "@/realtime/tickers";

type LiveHeaderProps = {
  pair: Pair;
  picker: ReactNode;
  onKeys: () => void;
  onLayouts: (() => void) | undefined;
};

export function LiveHeader({ pair, picker, onKeys, onLayouts }: LiveHeaderProps) {
  const ticker = useTicker(pair.symbol) ?? pair.ticker;
  return (
    <div className="shrink-0 border-line border-b bg-deep">
      <TickerHeader
        pair={pair}
        ticker={ticker}
        picker={picker}
        actions={
          <span className="flex max-md:hidden">
            {onLayouts && (
              <IconButton
                icon="layout-grid"
                size="small"
                label={i18n._("Customize layout")}
                onClick={onLayouts}
              />
            )}
            <IconButton icon="keyboard" size="small" label={i18n._("Keyboard shortcuts")} onClick={onKeys} />
          </span>
        }
      />
    </div>
  );
}
