import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Button } from "./button";
import { VERBATIM } from "./control-class";
import { Field } from "./field";
import { TextInput } from "./text-input";

type FilterPart<Name extends string> = { name: Name; label: string; placeholder: string };

interface FilterFormProps<Name extends string> {
  parts: readonly FilterPart<Name>[];
  /** The current filter; an empty string means no filter. Remount the form for another filter. */
  filter: Readonly<Record<Name, string>>;
  onFilter: (filter: Record<Name, string>) => void;
}

/** A row of exact-match filters over a list, applied on submit. */
export function FilterForm<Name extends string>({ parts, filter, onFilter }: FilterFormProps<Name>) {
  const [wanted, setWanted] = useState(filter);
  const isFiltered = parts.some(({ name }) => filter[name] !== "");

  function show(textOf: (name: Name) => string) {
    const entries = parts.map(({ name }) => [name, textOf(name)] as const);
    onFilter(Object.fromEntries(entries) as Record<Name, string>);
  }

  function find(event: FormEvent) {
    event.preventDefault();
    show((name) => wanted[name].trim());
  }

  return (
    <search>
      <form onSubmit={find} className="flex flex-wrap items-end gap-3">
        {parts.map(({ name, label, placeholder }) => (
          <Field key={name} label={label} className="w-52 grow sm:grow-0">
            <TextInput
              type="search"
              size="small"
              {...VERBATIM}
              maxLength={200}
              placeholder={placeholder}
              value={wanted[name]}
              onChange={(event) => setWanted({ ...wanted, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Button type="submit" severity="secondary" size="small" icon="filter">
          {i18n._("Filter")}
        </Button>
        {isFiltered && (
          <Button severity="link" size="small" onClick={() => show(() => "")}>
            {i18n._("Clear filters")}
          </Button>
        )}
      </form>
    </search>
  );
}
