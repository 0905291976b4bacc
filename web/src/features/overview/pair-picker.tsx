import { i18n } from "@lingui/core";
import { Suspense, useRef } from "react";
import type { Pair } from "@/api/pairs";
import { CoinIcon } from "@/design/coin-icon";
import { Icon } from "@/design/icon";
import { lazyPart } from "@/design/lazy-part";
import { NativeDialog } from "@/design/native-dialog";
import { Skeleton } from "@/design/skeleton";
import { useMedia } from "@/design/use-media";

type PairPickerProps = {
  pair: Pair;
  icon: string | null;
  open: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (symbol: string) => void;
  /** Opens the alerts about the price of a pair. */
  onAlerts?: ((symbol: string) => void) | undefined;
};

const PairList = lazyPart(() => import("./pair-list").then((module) => module.PairList));

/** The current pair, as the button that opens the list of pairs. */
export function PairPicker({ pair, icon, open, onOpen, onChoose, onAlerts }: PairPickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPhone = useMedia("(width < 48rem)");

  function choose(symbol: string) {
    onOpen(false);
    onChoose(symbol);
  }

  function showAlerts(symbol: string) {
    onOpen(false);
    onAlerts?.(symbol);
  }

  return (
    <>
      {/* Around the button: the content of a button is no heading for screen readers. */}
      <h1 aria-label={pair.symbol} className="-ms-1 shrink-0">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => onOpen(true)}
          className="flex h-10 items-center gap-2 rounded-control px-2 transition-colors hover:bg-raised"
        >
          <CoinIcon symbol={pair.base} icon={icon} size={24} />
          <span className="font-semibold text-16">{pair.symbol}</span>
          <Icon name="chevron-down" size={16} className="text-ink-3" />
          <span className="sr-only">{i18n._("Choose another pair")}</span>
        </button>
      </h1>
      <NativeDialog
        open={open}
        onClose={() => onOpen(false)}
        title={i18n._("Choose a pair")}
        place={isPhone ? "bottom" : "free"}
        hasHiddenTitle={!isPhone}
        className={isPhone ? "h-[85dvh]" : "h-[min(36rem,80dvh)] w-md"}
        anchor={isPhone ? undefined : button}
      >
        <Suspense
          fallback={
            <div className="p-4">
              <Skeleton shape="table" rows={8} columns={3} />
            </div>
          }
        >
          <PairList current={pair.symbol} onChoose={choose} onAlerts={onAlerts && showAlerts} />
        </Suspense>
      </NativeDialog>
    </>
  );
}
