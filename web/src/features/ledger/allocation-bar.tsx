import { i18n } from "@lingui/core";
import { useMemo } from "react";
import type { Asset } from "@/api/assets";
import { classNames } from "@/lib/class-names";
import { trimZeros } from "@/lib/group-digits";
import { type Share, sharesOf } from "./model";

const SHADES = ["bg-accent", "bg-accent/75", "bg-accent/55", "bg-accent/40", "bg-accent/28", "bg-ink-3/50"];
const MIN_SHARE_SHOWN = 0.001;

/** How what somebody has is spread over the coins. */
export function AllocationBar({ assets }: { assets: readonly Asset[] }) {
  const shares = useMemo(() => sharesOf(assets), [assets]);
  if (shares.length === 0) return null;
  return (
    <figure>
      <figcaption className="sr-only">{i18n._("Allocation by coin")}</figcaption>
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-raised">
        {shares.map(({ symbol, share }, index) => (
          <span key={symbol} className={classNames("min-w-1", shade(index))} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5">
        {shares.map((share, index) => (
          <LegendEntry key={share.symbol} share={share} shade={shade(index)} />
        ))}
      </ul>
    </figure>
  );
}

function LegendEntry({ share: { symbol, share }, shade }: { share: Share; shade: string }) {
  return (
    <li className="flex items-center gap-2 text-13">
      <span aria-hidden="true" className={classNames("size-2.5 rounded-full", shade)} />
      <span className="font-medium text-ink">{symbol ?? i18n._("Others")}</span>
      <span className="text-ink-2 tabular-nums">
        {share < MIN_SHARE_SHOWN ? "< 0.1%" : `${trimZeros((share * 100).toFixed(1))}%`}
      </span>
    </li>
  );
}

function shade(index: number): string {
  return SHADES[Math.min(index, SHADES.length - 1)] ?? "";
}
