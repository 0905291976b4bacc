import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { TextInput } from "@/design/text-input";
import { pairSymbolsQuery } from "./api";

type PairPickerProps = {
  /** Null for all pairs, those of the future included. */
  value: readonly string[] | null;
  error: string | undefined;
  onChange: (pairs: string[] | null) => void;
};

/** Which pairs the site lists. */
export function PairPicker({ value, error, onChange }: PairPickerProps) {
  const pairs = useQuery(pairSymbolsQuery);
  return (
    <div className="flex flex-col gap-3">
      <QueryView query={pairs} skeleton={<Skeleton shape="text" />}>
        {(symbols) => (
          <>
            <Checkbox
              label={i18n._("List all pairs, including future ones")}
              checked={value === null}
              onChange={(event) => onChange(event.target.checked ? null : [...symbols])}
            />
            {value !== null && <PairList symbols={symbols} chosen={value} onChange={onChange} />}
          </>
        )}
      </QueryView>
      {error && (
        <p role="alert" className="text-12 text-error">
          {error}
        </p>
      )}
    </div>
  );
}

type PairListProps = {
  symbols: readonly string[];
  chosen: readonly string[];
  onChange: (pairs: string[]) => void;
};

function PairList({ symbols, chosen, onChange }: PairListProps) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toUpperCase();
  const shown = symbols.filter((symbol) => symbol.includes(wanted));
  const set = new Set(chosen);

  function toggle(symbol: string, isOn: boolean) {
    // In the order of the exchange, whatever was pressed first.
    onChange(symbols.filter((known) => (known === symbol ? isOn : set.has(known))));
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <TextInput
          type="search"
          aria-label={i18n._("Search pairs")}
          placeholder="BTC"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="w-56!"
        />
        <Button severity="link" size="small" onClick={() => onChange([...symbols])}>
          {i18n._("Select all")}
        </Button>
        <Button severity="link" size="small" onClick={() => onChange([])}>
          {i18n._("Clear")}
        </Button>
        <p role="status" className="text-12 text-ink-3">
          {i18n._("{chosen} of {total} pairs", { chosen: chosen.length, total: symbols.length })}
        </p>
      </div>
      <ul className="grid max-h-64 gap-2 overflow-y-auto rounded-control border border-line p-3 sm:grid-cols-3">
        {shown.map((symbol) => (
          <li key={symbol}>
            <Checkbox
              label={symbol}
              checked={set.has(symbol)}
              onChange={(event) => toggle(symbol, event.target.checked)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="text-13 text-ink-3">{i18n._("No pair matches.")}</li>}
      </ul>
    </>
  );
}
