import { i18n } from "@lingui/core";

type TapeFilterProps = { coin: string; least: string; onLeast: (least: string) => void };

/** How large a trade must be to be shown. */
export function TapeFilter({ coin, least, onLeast }: TapeFilterProps) {
  return (
    <label className="flex items-center gap-1.5 text-12 text-ink-3">
      {i18n._("At least")}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={least}
        onChange={(event) => onLeast(event.target.value.replace(",", "."))}
        className="h-6 w-16 rounded-control border border-line-control bg-shelf px-1.5 text-right text-12 text-ink tabular-nums placeholder:text-ink-3 hover:border-ink-3 pointer-coarse:h-8 pointer-coarse:w-24 pointer-coarse:text-16"
      />
      {coin}
    </label>
  );
}
