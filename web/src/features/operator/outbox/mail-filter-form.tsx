import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/design/button";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import type { MailFilter } from "./api";
import { mailStatusOf, mailStatusOptions } from "./model";

type MailFilterFormProps = { filter: MailFilter; onFilter: (filter: MailFilter) => void };

/** Remount it for another filter, which discards typed text. */
export function MailFilterForm({ filter, onFilter }: MailFilterFormProps) {
  const [to, setTo] = useState(filter.to);

  function find(event: FormEvent) {
    event.preventDefault();
    onFilter({ ...filter, to: to.trim() });
  }

  return (
    <search>
      <form onSubmit={find} className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={i18n._("Status")}
          size="small"
          className="w-36!"
          options={mailStatusOptions()}
          value={filter.status ?? "all"}
          onValueChange={(status) => onFilter({ to: to.trim(), status: mailStatusOf(status) })}
        />
        <TextInput
          aria-label={i18n._("Recipient’s email address")}
          placeholder={i18n._("Full email address")}
          type="search"
          autoComplete="off"
          size="small"
          icon="search"
          className="w-64! max-w-full"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" severity="secondary" size="small">
          {i18n._("Search")}
        </Button>
      </form>
    </search>
  );
}
