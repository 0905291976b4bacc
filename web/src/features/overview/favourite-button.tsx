import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";

type FavouriteButtonProps = {
  symbol: string;
  isFavourite: boolean;
  onToggle: (symbol: string) => void;
};

// The sprite's star is an outline; this one can be filled.
const STAR = "M12 2.5l2.9 5.9 6.6 1-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-1z";

export function FavouriteButton({ symbol, isFavourite, onToggle }: FavouriteButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={i18n._("Favorite {symbol}", { symbol })}
      onClick={() => onToggle(symbol)}
      className={classNames(
        "relative z-1 inline-flex size-8 items-center justify-center rounded-control transition-colors hover:bg-raised hover:text-ink",
        isFavourite ? "text-warn" : "text-ink-3",
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" width={16} height={16}>
        <path
          d={STAR}
          fill={isFavourite ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
