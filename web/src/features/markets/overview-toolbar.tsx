import { i18n } from "@lingui/core";
import { Segments } from "@/design/segments";
import { TextInput } from "@/design/text-input";
import { FAVOURITES_GROUP, type MarketsFilter } from "./overview-model";

const ALL = "all";

type MarketsToolbarProps = {
  quotes: readonly string[];
  filter: MarketsFilter;
  onFilter: (filter: MarketsFilter) => void;
};

/** Which pairs are looked at; all of them are here already, so the table follows every key. */
export function MarketsToolbar({ quotes, filter, onFilter }: MarketsToolbarProps) {
  const groups = [
    { value: ALL, label: i18n._("All") },
    { value: FAVOURITES_GROUP, label: i18n._("Favorites") },
    ...quotes.map((quote) => ({ value: quote, label: quote })),
  ];
  const group = groups.find(({ value }) => value === filter.group)?.value ?? ALL;
  return (
    <search className="flex flex-wrap items-center justify-between gap-3">
      <div className="-m-1 max-w-full overflow-x-auto p-1">
        <Segments
          label={i18n._("Quote coin")}
          options={groups}
          value={group}
          onChange={(chosen) => onFilter({ ...filter, group: chosen === ALL ? null : chosen })}
        />
      </div>
      <TextInput
        type="search"
        size="small"
        icon="search"
        aria-label={i18n._("Search pairs")}
        placeholder={i18n._("Search pairs")}
        autoComplete="off"
        spellCheck={false}
        maxLength={41}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        className="sm:w-64"
      />
    </search>
  );
}
