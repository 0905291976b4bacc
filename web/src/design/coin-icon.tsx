import { useState } from "react";

interface CoinIconProps {
  symbol: string;
  /** The image URL; an icon is drawn without one or if it fails to load. */
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
      className="inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold text-white"
      style={{ width: size, height: size, fontSize: size * 0.4, background: colorOf(symbol) }}
    >
      {symbol.slice(0, 2)}
    </span>
  );
}

/** Differs from coin to coin, and is dark enough for white letters. */
function colorOf(symbol: string): string {
  let hue = 0;
  for (const letter of symbol) hue = (hue * 37 + letter.charCodeAt(0)) % 360;
  return `oklch(50% 0.11 ${hue})`;
}
