import { useState } from "react";

interface CoinIconProps {
  symbol: string;
  /** The image URL; the coin's first letters are shown without one or if it fails to load. */
  icon?: string | null | undefined;
  /** Edge length in pixels. */
  size?: number | undefined;
}

/** A coin's icon. Decorative: the symbol is shown beside it. */
export function CoinIcon({ symbol, icon, size = 24 }: CoinIconProps) {
  const [failedIcon, setFailedIcon] = useState<string | null>(null);
  if (icon && icon !== failedIcon) {
    return (
      <img
        src={icon}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setFailedIcon(icon)}
        className="shrink-0 rounded-full"
        style={{ width: size, height: size }}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 select-none items-center justify-center rounded-full border border-line-strong bg-raised font-semibold text-ink-2"
      style={{ width: size, height: size, fontSize: size * 0.36 }}
    >
      {symbol.slice(0, 2)}
    </span>
  );
}
