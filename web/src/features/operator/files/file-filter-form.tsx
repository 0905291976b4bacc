import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import type { FileLookFilter } from "./api";

type FileFilterFormProps = { filter: FileLookFilter; onFilter: (filter: FileLookFilter) => void };

const NONE: FileLookFilter = { staff: "", client: "", subject: "" };

/** Mount it anew for another filter. */
export function FileFilterForm({ filter, onFilter }: FileFilterFormProps) {
  const [wanted, setWanted] = useState(filter);
  const isFiltered = Object.values(filter).some((part) => part !== "");
  const parts = [
    { name: "staff", label: i18n._("Staff"), placeholder: i18n._("Login") },
    { name: "client", label: i18n._("Client"), placeholder: i18n._("Id of a client") },
    { name: "subject", label: i18n._("File"), placeholder: i18n._("Id of a file") },
  ] as const;

  function find(event: FormEvent) {
    event.preventDefault();
    onFilter({
      staff: wanted.staff.trim(),
      client: wanted.client.trim(),
      subject: wanted.subject.trim(),
    });
  }

  return (
    <search>
      <form onSubmit={find} className="flex flex-wrap items-end gap-3">
        {parts.map(({ name, label, placeholder }) => (
          <Field key={name} label={label} className="w-52 grow sm:grow-0">
            <TextInput
              type="search"
              size="small"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
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
          <Button severity="link" size="small" onClick={() => onFilter(NONE)}>
            {i18n._("Show everything")}
          </Button>
        )}
      </form>
    </search>
  );
}
