import { useState } from "react";

interface CoinIconProps {
  symbol: string;
  /** Address of the picture; without one, or while it cannot be loaded, the coin's first letters stand in. */
  icon?: string | null | undefined;
  /** Edge length in pixels. */
  size?: number | undefined;
}

/** A coin's picture. It is decoration: the symbol stands beside it. */
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
